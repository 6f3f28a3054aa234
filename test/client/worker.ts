/** The worker of a place as anyone outside sees it: its port file, its HTTP API, its process. The database stays shut. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportedObservation } from '../../src/worker/protocol/import.ts'
import type { ObservationFull } from '../../src/worker/protocol/rows.ts'
import type { Status } from '../../src/worker/protocol.ts'
import { isAlive, type Place, waitFor } from './stage.ts'

export interface PortFile {
  port: number
  pid: number
  nonce: string
}

export function findPort(place: Place): PortFile | undefined {
  const [port, pid, nonce] = readIfThere(join(place.data, 'port'))?.trim().split(' ') ?? []
  return nonce ? { port: Number(port), pid: Number(pid), nonce } : undefined
}

/** The port file of a worker whose process lives. */
export function findLivingWorker(place: Place): PortFile | undefined {
  const port = findPort(place)
  return port && isAlive(port.pid) ? port : undefined
}

export async function getStatus(place: Place): Promise<Status> {
  return (await call(place, 'GET', '/api/status')) as Status // same repository, same build
}

export async function searchObservations(place: Place, query: string): Promise<ObservationFull[]> {
  const path = `/api/search/observations?${new URLSearchParams({ query, limit: '100' })}`
  return ((await call(place, 'GET', path)) as { results: ObservationFull[] }).results
}

export async function findMemory(place: Place, query: string): Promise<ObservationFull> {
  const [memory] = await searchObservations(place, query)
  if (!memory) throw new Error(`no memory about “${query}”`)
  return memory
}

/** Finished observations, as from another machine. */
export async function importObservations(place: Place, items: ImportedObservation[]): Promise<void> {
  await call(place, 'POST', '/api/import/observations', items)
}

/** Everything that could wait is done: the spool is empty, transcripts are read, sessions are distilled. */
export async function settle(place: Place): Promise<Status> {
  await waitFor('a living worker', () => findLivingWorker(place))
  return waitFor('the queue to be empty', async () => {
    await call(place, 'POST', '/api/settle')
    const status = await getStatus(place)
    const unfinished = readdirSync(join(place.data, 'spool')).some((name) => name.startsWith('.'))
    return status.queue.spool === 0 && status.queue.waitingSessions === 0 && !unfinished ? status : undefined
  })
}

/** As a crash or the system does it: nothing is written, the port file stays. */
export async function killWorker(place: Place): Promise<void> {
  const worker = findLivingWorker(place)
  if (!worker) throw new Error('there is no worker to kill')
  process.kill(worker.pid, 'SIGKILL')
  await waitFor('the killed worker to be gone', () => (isAlive(worker.pid) ? undefined : true))
}

export async function stopWorker(place: Place): Promise<void> {
  const worker = findLivingWorker(place)
  if (!worker) throw new Error('there is no worker to stop')
  await call(place, 'POST', '/api/stop')
  await waitFor('the stopped worker to be gone', () => (isAlive(worker.pid) ? undefined : true))
}

/** The second copy of all events, as text. */
export function readJournal(place: Place): string {
  const folder = join(place.data, 'journal')
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('')
}

async function call(place: Place, method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
  const worker = findLivingWorker(place)
  if (!worker) throw new Error(`${method} ${path}: no worker is running`)
  const token = readFileSync(join(place.data, 'token'), 'utf8').trim()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`http://127.0.0.1:${worker.port}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // no worker has announced itself
  }
}
