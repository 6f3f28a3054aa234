/** The real worker of a test's data folder: waits for it, calls it, ends it. Only touches processes of that folder. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { findWorker, isAlive, send } from '../../src/worker/client.ts'
import { type DataFolder, type Port, readText } from '../../src/worker/process/data-folder.ts'
import { NODE_FLAGS, WORKER_ENVIRONMENT } from '../../src/worker/process/launch.ts'
import type { Status } from '../../src/worker/protocol.ts'
import { hookEnv } from './hook.ts'
import type { Place } from './place.ts'
import { waitFor } from './wait.ts'

/** As a hook starts it, but without a hook. */
export function startWorker(place: Place, env: NodeJS.ProcessEnv = {}): Promise<Port> {
  launch(place, env)
  return workerUp(place)
}

function launch(place: Place, env: NodeJS.ProcessEnv): void {
  const [runtime = '', script = ''] = (readText(place.data.launch) ?? '').split('\n')
  spawn(runtime, [...NODE_FLAGS, script, place.data.root], {
    cwd: '/',
    detached: true,
    stdio: 'ignore',
    env: { ...hookEnv(place, { env }), ...WORKER_ENVIRONMENT },
  }).unref()
}

export function workerUp(place: Place, withinMs = 15_000): Promise<Port> {
  return waitFor('the worker answers', async () => ((await isUp(place)) ? findWorker(place.data) : undefined), withinMs)
}

export async function isUp(place: Place): Promise<boolean> {
  const port = findWorker(place.data)
  if (!port) return false
  const reply = await send(port, { method: 'GET', path: '/health', timeoutMs: 2000 }).catch(() => undefined)
  return reply?.status === 200 && reply.text.includes(`"pid":${port.pid}`)
}

/** One request with the token; throws on anything but 200. */
export async function call<T>(place: Place, method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const port = findWorker(place.data)
  if (!port) throw new Error('no worker is running')
  const token = readText(place.data.token)?.trim()
  const reply = await send(port, { method, path, token, ...(body === undefined ? {} : { body }), timeoutMs: 120_000 })
  if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.text.slice(0, 300)}`)
  return JSON.parse(reply.text) as T // our own worker's JSON
}

/** When this returns, no work is waiting. */
export async function settle(place: Place, withinMs = 60_000): Promise<Status> {
  return waitFor(
    'nothing waits in the worker',
    async () => {
      await call(place, 'POST', '/api/settle')
      const status = await call<Status>(place, 'GET', '/api/status')
      return status.queue.spool === 0 && status.queue.waitingSessions === 0 ? status : undefined
    },
    withinMs,
  )
}

/** Every process started for this data folder, including one that has not announced itself yet. */
export function workerPids(data: DataFolder): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
        return words.includes(data.root) && words.some((word) => word.endsWith('.mjs'))
      } catch {
        return false // it ended meanwhile
      }
    })
}

/** Of two that start at once, one finds the folder taken and ends by itself, perhaps just now. */
export function killIfThere(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export async function stopWorker(place: Place): Promise<void> {
  for (const pid of workerPids(place.data)) {
    killIfThere(pid)
    await waitFor('the worker is gone', () => !isAlive(pid) || isZombie(pid))
  }
}

/** Dead but not reaped, and all its threads too: while one of them is dying, the worker's lock may still be held. */
function isZombie(pid: number): boolean {
  const status = readText(`/proc/${pid}/status`) ?? ''
  return /^State:\s+Z/m.test(status) && /^Threads:\s+[01]$/m.test(status)
}

/** Reads stored rows while the worker runs. For tests only: in the product only the worker opens the file. */
export function query<Row>(place: Place, sql: string): Row[] {
  const path = join(place.data.root, 'db.sqlite')
  if (!existsSync(path)) return []
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    db.exec('PRAGMA busy_timeout = 2000')
    return db.prepare(sql).all() as Row[] // the caller names the columns
  } finally {
    db.close()
  }
}

export interface LogLine {
  level: string
  what: string
  [more: string]: unknown
}

export function readLog(place: Place): LogLine[] {
  const text = readText(join(place.data.logs, 'worker.log')) ?? ''
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LogLine) // written by log.ts
}
