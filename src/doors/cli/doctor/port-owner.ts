/** Who listens on a port of this machine, as far as the system tells us: on Linux, processes of the same user. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/** `node server.js (pid 4711)`; undefined if nobody can be named. */
export function portOwner(port: number): string | undefined {
  try {
    const socket = listeningSocket(port)
    const pid = socket === undefined ? undefined : readdirSync('/proc').find((name) => holds(name, socket))
    if (pid === undefined) return undefined
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
    const words = [basename(program), ...args.slice(0, 2).map((arg) => basename(arg))]
    return `${words.join(' ').slice(0, MAX_CHARACTERS)} (pid ${pid})`
  } catch {
    return undefined // not Linux, or it ended meanwhile
  }
}

const MAX_CHARACTERS = 80
/** The kernel's number for a socket that listens. */
const LISTENS = '0A'

function listeningSocket(port: number): string | undefined {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of readFileSync(table, 'utf8').split('\n').slice(1)) {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/)
      if (local.endsWith(`:${hex}`) && state === LISTENS) return inode
    }
  }
  return undefined
}

function holds(pid: string, inode: string): boolean {
  if (!/^\d+$/.test(pid)) return false
  try {
    const folder = `/proc/${pid}/fd`
    return readdirSync(folder).some((name) => readlinkSync(`${folder}/${name}`) === `socket:[${inode}]`)
  } catch {
    return false // another user's, or it ended meanwhile
  }
}
