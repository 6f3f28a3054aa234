/**
 * How a door talks to the worker: find it, start it if it is not running, send one request, turn its errors back into
 * ours. Plain node:http, because loading `fetch` costs a short-lived command 200 ms.
 */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { MemoryError } from '../memory/error.ts'
import { type DataFolder, makeFolders, type Port, readPort, readText } from './process/data-folder.ts'
import { startWorkerProcess } from './process/launch.ts'
import type {
  AskedRoute,
  InputArguments,
  InputOf,
  PlainInput,
  QueryValue,
  ReplyOf,
  StreamedRoute,
  TextRoute,
} from './protocol/route-types.ts'
import type { RouteName } from './protocol/routes.ts'
import type { ErrorBody } from './protocol.ts'

export interface Reply {
  status: number
  text: string
}

/** A cold start takes about half a second; recovering a large memory can take several. */
const START_WITHIN_MS = 15_000

/** The running worker, started if need be. */
export async function ensureWorker(folder: DataFolder): Promise<Port> {
  const running = await findLiveWorker(folder)
  if (running) return running
  makeFolders(folder)
  const starting = startWorkerProcess(folder)
  const deadline = Date.now() + START_WITHIN_MS
  while (Date.now() < deadline && !starting.hasFailed()) {
    await new Promise((resolve) => setTimeout(resolve, 25))
    const port = await findLiveWorker(folder)
    if (port) return port
  }
  throw new MemoryError('unavailable', 'The memory worker did not start.', {
    hint: 'Run `claude-mem logs` to see why.',
  })
}

/** The running worker, if it answers. Never starts one. */
export async function findLiveWorker(folder: DataFolder): Promise<Port | undefined> {
  const port = findWorker(folder)
  return port && (await isOurs(port)) ? port : undefined
}

/** undefined when no worker is recorded or its process is gone. */
export function findWorker(folder: DataFolder): Port | undefined {
  const port = readPort(folder)
  return port && isAlive(port.pid) ? port : undefined
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false // no such process, or not ours: either way it is not our worker
  }
}

async function isOurs(port: Port): Promise<boolean> {
  const reply = await send(port, { method: 'GET', path: '/health', timeoutMs: 2000 }).catch(() => undefined)
  return reply?.status === 200 && (JSON.parse(reply.text) as { pid?: unknown }).pid === port.pid // our own worker's JSON
}

/** Calls one route of the table by its name. Throws the worker's own error. */
export async function askWorker<Name extends AskedRoute>(
  folder: DataFolder,
  name: Name,
  ...[input]: InputArguments<Name>
): Promise<ReplyOf<Name>> {
  return (await request(folder, name, input)) as ReplyOf<Name> // both ends share the table
}

/** Like `askWorker`, for routes that answer with a stream of lines. */
export async function followWorker<Name extends StreamedRoute>(
  folder: DataFolder,
  name: Name,
  input: InputOf<Name>,
  onLine: (line: ReplyOf<Name>) => void,
): Promise<void> {
  await request(folder, name, input, (line) => onLine(JSON.parse(line) as ReplyOf<Name>)) // both ends share the table
}

/** For a route that answers with a text of any length: `write` gets it piece by piece and is waited for. */
export async function downloadFromWorker(
  folder: DataFolder,
  name: TextRoute,
  query: Record<string, QueryValue>,
  write: (piece: Buffer) => void | Promise<void>,
): Promise<void> {
  const port = await ensureWorker(folder)
  const headers = { authorization: `Bearer ${readText(folder.token)?.trim()}` }
  const path = `${name.split(' ')[1]}?${queryText(query)}`
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = httpRequest({ host: '127.0.0.1', port: port.port, path, headers, agent: false }, resolve)
    call.on('error', (cause) => reject(new MemoryError('unavailable', 'The memory worker did not answer.', { cause })))
    call.end()
  })
  if (response.statusCode !== 200) {
    const text = Buffer.concat(await response.toArray()).toString('utf8')
    throw MemoryError.of((parseReply({ status: 0, text }) as ErrorBody).error) // every failure of the worker has this shape
  }
  try {
    for await (const piece of response) await write(piece as Buffer) // without an encoding they are bytes
  } catch (error) {
    if (error instanceof MemoryError || !isCutOff(error)) throw error
    throw cutOff(error)
  }
}

function cutOff(cause: unknown): MemoryError {
  return new MemoryError('unavailable', 'The worker ended in the middle of its answer.', {
    cause,
    hint: 'Run the command again.',
  })
}

function isCutOff(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ECONNRESET'
}

async function request(
  folder: DataFolder,
  name: RouteName,
  { path: parameters = {}, query, body, timeoutMs }: PlainInput = {},
  onLine?: (line: string) => void,
): Promise<unknown> {
  const [method, pattern = ''] = name.split(' ')
  const path = pattern.replace(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(parameters[parameter] ?? ''))
  const port = await ensureWorker(folder)
  const reply = await send(port, {
    method: method === 'POST' ? 'POST' : 'GET',
    path: query === undefined ? path : `${path}?${queryText(query)}`,
    body,
    token: readText(folder.token)?.trim(),
    timeoutMs,
    onLine,
  })
  const parsed = parseReply(reply)
  if (reply.status >= 400) throw MemoryError.of((parsed as ErrorBody).error) // every failure of the worker has this shape
  return parsed
}

function queryText(query: Record<string, QueryValue>): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return new URLSearchParams(given).toString()
}

export interface Sent {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  token?: string | undefined
  timeoutMs?: number | undefined
  onLine?: ((line: string) => void) | undefined
}

/** One request to the server on that port. */
export function send(port: Port, by: Sent): Promise<Reply> {
  const body = by.body === undefined ? undefined : JSON.stringify(by.body)
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      {
        host: '127.0.0.1',
        port: port.port,
        method: by.method,
        path: by.path,
        agent: false,
        headers: {
          ...(by.token ? { authorization: `Bearer ${by.token}` } : {}),
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
          if (!by.onLine) return
          const lines = text.split('\n')
          text = lines.pop() ?? ''
          for (const line of lines) by.onLine(line)
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
        response.on('error', (cause) => reject(cutOff(cause)))
      },
    )
    if (by.timeoutMs !== undefined) call.setTimeout(by.timeoutMs, () => call.destroy(new Error('no answer in time')))
    call.on('error', (cause) => reject(new MemoryError('unavailable', 'The memory worker did not answer.', { cause })))
    call.end(body)
  })
}

function parseReply(reply: Reply): unknown {
  try {
    return reply.text === '' ? {} : JSON.parse(reply.text)
  } catch (cause) {
    throw new MemoryError('unavailable', 'Something other than the memory worker answered on its port.', { cause })
  }
}

export { checkFolders, type DataFolder, dataFolder, makeFolders, readText, writeWhole } from './process/data-folder.ts'
export { type Launch, ownLaunch } from './process/launch.ts'
export { changeSettings, readSettings, type SettingChanges } from './process/settings-file.ts'
