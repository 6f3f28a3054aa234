/**
 * Erasing: what was deleted is also gone from the bytes of the file. Connections overwrite what they delete (database.ts), but
 * a keyword index only marks a deleted row: its words stand in the file until the pieces of the index are merged. That is
 * done in steps, because the whole of a large index would take a minute.
 */
import type { Database } from './database.ts'

const INDEXES = ['observations_fts', 'summaries_fts', 'prompts_fts', 'passages_fts', 'notes_fts']
// 200 pages: about 50 ms a step on a laptop's disk
const STEP_PAGES = 200

/** One step after the other until every index is one piece, which holds nothing that was deleted before it was begun. */
export function* mergeIndexes(db: Database): Generator<void> {
  for (const index of INDEXES) {
    // FTS5: fewer than two changes say that there was nothing to merge.
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

/** The write-ahead log holds earlier versions of pages: it is emptied. False when somebody reads an older state just now. */
export function emptyLog(db: Database): boolean {
  return db.get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')?.busy === 0
}

/** Stands in the file's header: nothing was ever deleted in this file without being overwritten. "cmem" as a number. */
const OVERWRITES = 0x636d656d

export function markOverwriting(db: Database): void {
  db.exec(`PRAGMA application_id = ${OVERWRITES}`)
}

/** A file of an earlier version may hold deleted text in free pages: it is written anew, once. */
export function rewriteOnce(db: Database): void {
  if (db.get<{ application_id: number }>('PRAGMA application_id')?.application_id === OVERWRITES) return
  db.exec('VACUUM')
  markOverwriting(db)
}
