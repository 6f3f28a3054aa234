/**
 * Erasing: removes deleted content from the bytes of the file. Connections overwrite what they delete (database.ts),
 * but a keyword index only marks a deleted row: its words stay in the file until the index's segments are merged. That
 * is done in steps, because merging a large index at once would take a minute.
 */
import type { Database } from './database.ts'

const INDEXES = ['observations_fts', 'summaries_fts', 'prompts_fts', 'passages_fts', 'notes_fts']
// 200 pages: about 50 ms a step on a laptop's disk
const STEP_PAGES = 200

/** Steps until every index is one segment, which contains nothing deleted before the merge began. */
export function* mergeIndexes(db: Database): Generator<void> {
  for (const index of INDEXES) {
    // FTS5: fewer than two changes mean that nothing was left to merge.
    while (mergeStep(db, index) >= 2) yield
  }
}

function mergeStep(db: Database, index: string): number {
  const before = totalChanges(db)
  db.run(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ${-STEP_PAGES})`)
  return totalChanges(db) - before
}

function totalChanges(db: Database): number {
  return db.get<{ n: number }>('SELECT total_changes() AS n')?.n ?? 0
}

/**
 * Empties the write-ahead log, which contains earlier versions of pages. False while a reader still uses an older
 * state.
 */
export function emptyLog(db: Database): boolean {
  return db.get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')?.busy === 0
}

/** A mark in the file header: everything ever deleted in this file was overwritten. "cmem" as a number. */
const OVERWRITES = 0x636d656d

export function markOverwriting(db: Database): void {
  db.exec(`PRAGMA application_id = ${OVERWRITES}`)
}

/** A file of an earlier version may have deleted text in free pages: it is rewritten once. */
export function rewriteOnce(db: Database): void {
  if (db.get<{ application_id: number }>('PRAGMA application_id')?.application_id === OVERWRITES) return
  db.exec('VACUUM')
  markOverwriting(db)
}
