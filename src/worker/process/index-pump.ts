/**
 * Moves changes from the memory's queue to the index, in batches, one at a time. An entry leaves the queue only when
 * the index has confirmed exactly the text the store still has (`done` compares), so no change is missed.
 */
import { type IndexRow, rowHash } from '../../index/chunks.ts'
import { BATCH_ROWS } from '../../index/protocol.ts'
import type { IndexClient } from './index-client.ts'

/** What was sent: the row's hash, or undefined for a deleted row. */
export interface Indexed {
  id: number
  hash: string | undefined
}

export interface IndexPumpParts {
  index: Pick<IndexClient, 'upsert' | 'remove' | 'queuedAll'>
  /** Queued ids, oldest first. */
  waiting: (limit: number) => number[]
  /** Their rows, without the forgotten and dropped ones. */
  read: (ids: number[]) => IndexRow[]
  /** Takes them off the queue, unless they changed since. */
  done: (sent: Indexed[]) => Promise<void>
  /** Puts every row on the queue. */
  queueAll: () => Promise<void>
  onTrouble: (message: string) => void
}

export interface IndexPump {
  /** There may be work. Cheap; a call during a run makes it check once more at the end. */
  wake(): void
  /** For periodic calls: does nothing while a failed index waits for its next try. */
  look(): void
  /** The index asked for every row. */
  needsAll(): void
  /** Resolves when nothing is running: for tests. */
  idle(): Promise<void>
  stop(): void
}

const RETRY_MS = { first: 1000, longest: 5 * 60_000 }

export function makeIndexPump(parts: IndexPumpParts): IndexPump {
  let running: Promise<void> | undefined
  let again = false
  let all = false
  let stopped = false
  let failures = 0
  let retryTimer: NodeJS.Timeout | undefined

  const wake = (): void => {
    if (stopped) return
    again = true
    running ??= run().finally(() => {
      running = undefined
    })
  }

  const run = async (): Promise<void> => {
    clearTimeout(retryTimer)
    retryTimer = undefined
    try {
      while (again && !stopped) {
        again = false
        if (all) await queueEverything()
        while (!stopped && (await carryBatch(parts))) if (all) await queueEverything()
      }
      failures = 0
    } catch (error) {
      if (stopped) return
      if (failures === 0) parts.onTrouble(error instanceof Error ? error.message : String(error))
      retryTimer = setTimeout(wake, Math.min(RETRY_MS.longest, RETRY_MS.first * 2 ** failures))
      retryTimer.unref()
      failures += 1
    }
  }

  const queueEverything = async (): Promise<void> => {
    await parts.queueAll()
    await parts.index.queuedAll()
    all = false
  }

  return {
    wake,
    look() {
      if (retryTimer === undefined) wake()
    },
    needsAll() {
      all = true
      wake()
    },
    idle: () => running ?? Promise.resolve(),
    stop() {
      stopped = true
      clearTimeout(retryTimer)
    },
  }
}

/** False when the queue was empty. */
async function carryBatch(parts: IndexPumpParts): Promise<boolean> {
  const ids = parts.waiting(BATCH_ROWS)
  if (ids.length === 0) return false
  const rows = parts.read(ids)
  const there = new Set(rows.map((row) => row.id))
  const gone = ids.filter((id) => !there.has(id))
  if (gone.length > 0) await parts.index.remove(gone)
  if (rows.length > 0) await parts.index.upsert(rows)
  await parts.done([
    ...gone.map((id) => ({ id, hash: undefined })),
    ...rows.map((row) => ({ id: row.id, hash: rowHash(row) })),
  ])
  return true
}
