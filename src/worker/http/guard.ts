/**
 * Who may talk to the worker. Loopback is not enough: a web page can send requests to a loopback port, and other users
 * of the machine can reach it. So Host and Origin are checked on every request, on Linux the peer's user id as well,
 * and every change needs the token.
 */
import { timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { MemoryError } from '../../memory/error.ts'

export interface Caller {
  host: string | undefined
  origin: string | undefined
  authorization: string | undefined
  socket: Socket
}

export interface Gate {
  token: string
  needsToken: boolean
  /** The path itself is a secret only the same user can know, and asking the kernel as well would cost a hook 6 ms. */
  secretPath: boolean
}

/** Checked first, before an answer could even reveal that a route exists. */
export function refuseOtherPages(caller: Pick<Caller, 'host' | 'origin'>, port: number): void {
  const names = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (!caller.host || !names.includes(caller.host)) throw new MemoryError('forbidden', 'Unknown Host header.')
  if (caller.origin !== undefined && !names.includes(caller.origin.replace(/^http:\/\//, ''))) {
    throw new MemoryError('forbidden', 'Requests from other web pages are refused.')
  }
}

export function admit(caller: Pick<Caller, 'authorization' | 'socket'>, by: Gate): void {
  if (hasToken(caller.authorization, by.token)) return
  if (by.needsToken) {
    throw new MemoryError('unauthorized', 'This request needs the bearer token.', {
      hint: 'Send `Authorization: Bearer …` with the content of the `token` file in the data folder.',
    })
  }
  if (!by.secretPath && !isSameUser(caller.socket))
    throw new MemoryError('forbidden', 'Only the user who runs the worker may read.')
}

function hasToken(authorization: string | undefined, token: string): boolean {
  const given = Buffer.from(authorization?.replace(/^Bearer /i, '') ?? '')
  const wanted = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Asked once per connection: a socket does not change hands. */
const sameUser = new WeakMap<Socket, boolean>()

function isSameUser(socket: Socket): boolean {
  let answer = sameUser.get(socket)
  if (answer === undefined) {
    answer = process.platform !== 'linux' || peerHasOurUid(socket)
    sameUser.set(socket, answer)
  }
  return answer
}

/**
 * The kernel lists every TCP socket with its owner; the peer's local address is our remote one. Read at once and
 * searched as text: this runs on every new connection, and a busy machine has thousands of lines.
 */
function peerHasOurUid(socket: Socket): boolean {
  const peer = hexAddress(socket.remoteAddress, socket.remotePort)
  const ours = hexAddress(socket.localAddress, socket.localPort)
  if (!peer || !ours) return false
  const table = readFileSync('/proc/net/tcp', 'latin1')
  const at = table.indexOf(` ${peer} ${ours} `)
  if (at < 0) return false
  // local, remote, state, queues, timer, retransmissions, uid
  const uid = table
    .slice(at, at + 200)
    .trim()
    .split(/\s+/)[6]
  return Number(uid) === process.getuid?.()
}

/** `127.0.0.1:80` is `0100007F:0050` in /proc/net/tcp (the address in the byte order of a little-endian machine). */
function hexAddress(address: string | undefined, port: number | undefined): string | undefined {
  const parts = address
    ?.replace(/^::ffff:/, '')
    .split('.')
    .map(Number)
  if (parts?.length !== 4 || port === undefined) return undefined
  const hex = (value: number, width: number) => value.toString(16).toUpperCase().padStart(width, '0')
  return `${parts
    .reverse()
    .map((part) => hex(part, 2))
    .join('')}:${hex(port, 4)}`
}
