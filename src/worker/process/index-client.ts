/**
 * The index process as the worker sees it. The first call that needs it starts it; five idle minutes end it, which
 * frees all its memory. A process that worked off a backlog at low priority ends sooner. When it crashes it is
 * restarted, after a longer pause each time; callers meanwhile get `unavailable` with a reason, never an exception and
 * never a wait longer than they asked for.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../../config.ts'
import type { IndexRow } from '../../index/chunks.ts'
import {
  BATCH_ROWS,
  type FromIndex,
  type IndexCallName,
  type IndexCalls,
  type IndexSettings,
  type IndexStatus,
  type SearchAsk,
  type ToIndex,
} from '../../index/protocol.ts'
import { MemoryError } from '../../memory/error.ts'

export type IndexAnswer = { hits: { id: number; similarity: number }[] } | { unavailable: string }

export interface IndexClient {
  search(by: SearchAsk, timeoutMs: number): Promise<IndexAnswer>
  /** A query is likely soon: starts the process and loads its model, unless it is running. */
  warm(): void
  /** Resolves when the rows are on disk. Rejects with `unavailable`; unconfirmed rows have to be sent again. */
  upsert(rows: IndexRow[]): Promise<void>
  remove(ids: number[]): Promise<void>
  status(): Promise<IndexStatus>
  /** Deletes every vector; `onNeedsAll` follows. */
  rebuild(): Promise<void>
  /** Call this once every row is in the queue. */
  queuedAll(): Promise<void>
  close(): Promise<void>
}

export interface IndexClientParts {
  /** undefined: switched off. */
  settings: IndexSettings | undefined
  /** The index needs every row; repeated with each reply until `queuedAll`. */
  onNeedsAll: () => void
  onTrouble: (message: string) => void
  script?: string
  idleMs?: { usual: number; afterBacklog: number }
  now?: () => number
}

const OFF = 'Search by meaning is switched off.'
/** After a backlog: long enough for the next batch to arrive, short enough that few queries meet the low priority. */
const IDLE_MS = { usual: 5 * 60_000, afterBacklog: 10_000 }
/** Pause after the first crash, and the longest one. A process that lived a minute resets the count. */
const RESTART_MS = { first: 1000, longest: 5 * 60_000, healthy: 60_000 }

interface Pending {
  resolve: (reply: never) => void
  reject: (error: MemoryError) => void
}

export function makeIndexClient(parts: IndexClientParts): IndexClient {
  const now = parts.now ?? Date.now
  const idleMs = parts.idleMs ?? IDLE_MS
  const pending = new Map<number, Pending>()
  /** The process that runs at low priority. */
  let lowered: ChildProcess | undefined
  let child: ChildProcess | undefined
  let lastId = 0
  let crashes = 0
  let notBefore = 0
  let closed = false
  let idleTimer: NodeJS.Timeout | undefined

  const call = async <Name extends IndexCallName>(
    name: Name,
    ask: IndexCalls[Name]['ask'],
  ): Promise<IndexCalls[Name]['reply']> => {
    const to = running()
    const id = ++lastId
    clearTimeout(idleTimer)
    try {
      return await new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject })
        to.send({ kind: 'call', id, name, ask } as ToIndex) // name and ask belong together by the signature
      })
    } finally {
      pending.delete(id)
      if (pending.size === 0) endWhenIdle()
    }
  }

  const running = (): ChildProcess => {
    if (!parts.settings)
      throw new MemoryError('unavailable', OFF, { hint: 'CLAUDE_MEM_EMBEDDINGS=local switches it on.' })
    if (closed) throw new MemoryError('unavailable', 'The worker is shutting down.')
    if (child) return child
    if (now() < notBefore)
      throw new MemoryError('unavailable', 'The search index ended unexpectedly and is restarted soon.')
    const startedAt = now()
    const started = fork(parts.script ?? ownScript(), [], {
      serialization: 'advanced', // vectors and texts are sent without JSON
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: childEnvironment(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      windowsHide: true,
    })
    started.on('message', (message: FromIndex) => settle(message))
    started.on('error', () => ended(started, startedAt))
    started.on('exit', () => ended(started, startedAt))
    started.send({ kind: 'start', settings: parts.settings } satisfies ToIndex)
    child = started
    return started
  }

  const settle = (message: FromIndex): void => {
    const waiting = pending.get(message.id)
    if (message.kind === 'refused')
      waiting?.reject(new MemoryError(message.code, message.message, { hint: message.hint }))
    else waiting?.resolve(message.reply as never) // typed by the call's name
    if (message.kind === 'reply' && message.needsAll) parts.onNeedsAll()
  }

  const ended = (which: ChildProcess, startedAt: number): void => {
    if (child !== which) return
    child = undefined
    if (now() - startedAt > RESTART_MS.healthy) crashes = 0
    notBefore = now() + Math.min(RESTART_MS.longest, RESTART_MS.first * 2 ** crashes)
    crashes += 1
    parts.onTrouble('the index process ended unexpectedly')
    for (const waiting of pending.values())
      waiting.reject(new MemoryError('unavailable', 'The search index ended unexpectedly.'))
  }

  const endWhenIdle = (): void => {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => void letGo(), child === lowered ? idleMs.afterBacklog : idleMs.usual)
    idleTimer.unref()
  }

  /** The process ends when its channel closes. */
  const letGo = async (): Promise<void> => {
    const leaving = child
    child = undefined
    if (!leaving || leaving.exitCode !== null) return
    const gone = new Promise((resolve) => leaving.once('exit', resolve))
    if (leaving.connected) leaving.disconnect()
    await gone
  }

  const search = async (by: SearchAsk, timeoutMs: number): Promise<IndexAnswer> => {
    if (!parts.settings) return { unavailable: OFF }
    try {
      return await within(timeoutMs, call('search', by))
    } catch (error) {
      return { unavailable: error instanceof MemoryError ? error.message : 'The search index failed.' }
    }
  }

  return {
    search,
    warm() {
      if (!child && parts.settings?.embeddings.kind === 'local')
        void search({ text: 'hello', projects: [], limit: 1 }, 0)
    },
    async upsert(rows) {
      if (rows.length >= BATCH_ROWS) lowered = running()
      await call('upsert', { rows })
    },
    remove: async (ids) => void (await call('remove', { ids })),
    status: () => call('status', {}),
    rebuild: async () => void (await call('rebuild', {})),
    queuedAll: async () => void (await call('queuedAll', {})),
    async close() {
      closed = true
      clearTimeout(idleTimer)
      await letGo()
      for (const waiting of pending.values())
        waiting.reject(new MemoryError('unavailable', 'The worker is shutting down.'))
    },
  }
}

/** A late reply is dropped. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new MemoryError('unavailable', 'The search index was not ready in time.')),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined) // nobody is waiting after the timeout
  }
}

function ownScript(): string {
  return fileURLToPath(new URL('./index-main.mjs', import.meta.url))
}
