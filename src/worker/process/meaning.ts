/**
 * Search by meaning, as the worker offers it: the index process, the pump that keeps it in step with the memory, and
 * the one function a search needs. Nothing here makes a search fail; while it is unavailable, search uses words only.
 */
import type { Config } from '../../config.ts'
import { BATCH_ROWS } from '../../index/protocol.ts'
import { MemoryError } from '../../memory/error.ts'
import type { Meaning } from '../../retrieval/search-parts.ts'
import type { Database } from '../../store/database.ts'
import {
  countQueuedForIndex,
  findGoneFromIndex,
  findQueuedForIndex,
  findTextsToIndex,
} from '../../store/index-queue.ts'
import type { IndexStatus, RebuildStarted } from '../protocol/overview.ts'
import type { Writer } from '../writer/writer-client.ts'
import { makeIndexClient } from './index-client.ts'
import { makeIndexPump } from './index-pump.ts'
import { indexSettings } from './index-settings.ts'
import type { Log } from './log.ts'

/** A person who searches can wait for a cold model; a prompt hook cannot. */
const SEARCH_WITHIN_MS = 1500
/** New memories are embedded when work pauses, not while a turn runs. */
const LOOK_EVERY_MS = 15_000

export interface SearchByMeaning {
  /** undefined when switched off. */
  meaning: Meaning | undefined
  /** The same with its own time limit, for hooks. */
  within(ms: number): Meaning | undefined
  /** A query is likely soon: loads the model. */
  warm(): void
  status(): Promise<IndexStatus>
  rebuild(): Promise<RebuildStarted>
  /**
   * Removes deleted memories from the index before any other queued work. False when that takes longer than the limit.
   */
  removeGone(withinMs: number): Promise<boolean>
  close(): Promise<void>
}

export function makeSearchByMeaning(by: { db: Database; writer: Writer; config: Config; log: Log }): SearchByMeaning {
  const { db, writer, config, log } = by
  const settings = indexSettings(config)
  /** A rebuild was asked for, and not every row has reached the index yet. */
  let rebuilding = false
  const onTrouble = (message: string) => log.warn('the index', { trouble: message })
  const index = makeIndexClient({ settings, onNeedsAll: () => pump.needsAll(), onTrouble })
  const pump = makeIndexPump({
    index,
    waiting: (limit) => findQueuedForIndex(db, limit),
    read: (ids) => findTextsToIndex(db, ids),
    done: async (sent) => {
      await writer.call('indexed', { sent })
      if (rebuilding && findQueuedForIndex(db, 1).length === 0) rebuilding = false
    },
    queueAll: async () => void (await writer.call('queueAll', {})),
    onTrouble,
  })
  const timer = settings && setInterval(pump.look, LOOK_EVERY_MS)
  timer?.unref()

  const within = (ms: number): Meaning | undefined =>
    settings &&
    (async (asked) => {
      const answer = await index.search(asked, ms)
      return 'hits' in answer ? answer.hits : undefined
    })

  return {
    meaning: within(SEARCH_WITHIN_MS),
    within,
    warm: index.warm,
    async status() {
      const waiting = countQueuedForIndex(db)
      // Whoever asks how far it is may be waiting for it.
      if (waiting > 0 && settings) pump.look()
      const found = await index.status().catch((error: unknown) => MemoryError.from(error))
      if (found instanceof MemoryError) {
        return {
          state: 'unavailable',
          driver: config.VECTORS,
          model: config.EMBEDDINGS,
          dimensions: 0,
          indexed: 0,
          waiting,
          refused: null,
          because: null,
          problem: found.message,
          hint: found.hint ?? null,
        }
      }
      return {
        state: found.needsAll || rebuilding ? 'rebuilding' : waiting > 0 ? 'building' : 'ready',
        driver: found.vectors,
        model: found.embedder,
        dimensions: found.dimensions,
        indexed: found.observations,
        waiting,
        refused: found.refused ?? null,
        because: found.reason ?? null,
        problem: found.trouble?.message ?? null,
        hint: found.trouble?.hint ?? null,
      }
    },
    async rebuild() {
      // A second rebuild would throw away the work of the first.
      if (rebuilding) return { waiting: countQueuedForIndex(db), already: true }
      rebuilding = true
      try {
        await index.rebuild() // its reply asks for every row, which starts the pump
        await writer.call('queueAll', {}) // the pump would do this later; doing it now gives the count for the reply
      } catch (error) {
        rebuilding = false
        throw error
      }
      const waiting = countQueuedForIndex(db)
      rebuilding = waiting > 0
      return { waiting }
    },
    async removeGone(withinMs) {
      if (!settings) return true // the writing thread deletes the file
      const removal = (async () => {
        for (;;) {
          const ids = findGoneFromIndex(db, BATCH_ROWS)
          if (ids.length === 0) return true
          await index.remove(ids)
          await writer.call('indexed', { sent: ids.map((id) => ({ id, hash: undefined })) })
        }
      })().catch((error: unknown) => {
        onTrouble(MemoryError.from(error).message)
        return false // they stay in the queue
      })
      return Promise.race([removal, new Promise<false>((resolve) => setTimeout(resolve, withinMs, false).unref())])
    },
    async close() {
      clearInterval(timer)
      pump.stop()
      await index.close()
    },
  }
}
