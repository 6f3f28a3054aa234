/** The writing thread's part of indexing: takes confirmed rows off the queue, unless they changed meanwhile. */
import { rowHash } from '../../index/chunks.ts'
import type { Database } from '../../store/database.ts'
import { findTextsToIndex, removeQueuedForIndex } from '../../store/index-queue.ts'
import type { Indexed } from '../process/index-pump.ts'

export function settleIndexed(db: Database, sent: Indexed[]): void {
  db.transaction(() => {
    const ids = sent.map((one) => one.id)
    const now = new Map(findTextsToIndex(db, ids).map((row) => [row.id, rowHash(row)]))
    removeQueuedForIndex(
      db,
      sent.filter((one) => now.get(one.id) === one.hash).map((one) => one.id),
    )
  })
}
