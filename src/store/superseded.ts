/** Memories replaced by a newer one on the same subject. They are no longer shown; their ids still resolve. */
import type { Database } from './database.ts'

export interface Telling {
  id: number
  session: number
  project: string
  title: string
  createdAt: number
  standing: boolean
}

/** Memories of the project's other sessions whose titles share this one's longest words, at most `limit`. */
export function findRivals(
  db: Database,
  by: { project: string; session: number; title: string; limit: number },
): Telling[] {
  const words = tellingWords(by.title)
  if (words.length === 0) return []
  const match = `title : (${words.map((word) => `"${word}"`).join(' OR ')}) AND scope : p${Buffer.from(by.project).toString('hex')}`
  return findRows(
    db,
    `SELECT ${COLUMNS} FROM (
       SELECT rowid FROM observations_fts WHERE observations_fts MATCH @match ORDER BY rank LIMIT @limit
     ) f JOIN observations o ON o.id = f.rowid
     WHERE o.session_id <> @session AND o.chosen = 0`,
    { match, limit: by.limit, session: by.session },
  )
}

/** What the older one superseded now points to the newer one too, so that one step leads to the current memory. */
export function putSuperseded(db: Database, by: { older: number; newer: number; at: number }): void {
  db.run(
    `UPDATE observations SET superseded_by = @newer, dropped_at_epoch = coalesce(dropped_at_epoch, @at)
     WHERE (id = @older OR superseded_by = @older) AND chosen = 0`,
    by,
  )
}

/** Brings back rows that this session superseded: its own row may be gone or say something else by now. */
export function reviveSuperseded(db: Database, session: number): Telling[] {
  return findRows(
    db,
    `UPDATE observations SET superseded_by = NULL, dropped_at_epoch = NULL
     WHERE superseded_by IN (SELECT id FROM observations WHERE session_id = @session)
     RETURNING ${COLUMNS}`,
    { session },
  )
}

// 4 words: titles about the same subject share them, and few others do
const MAX_WORDS = 4

function tellingWords(title: string): string[] {
  const words = [...new Set(title.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])]
  return words.sort((a, b) => b.length - a.length).slice(0, MAX_WORDS)
}

const COLUMNS = 'id, session_id AS session, project, title, created_at_epoch AS createdAt, standing'

function findRows(db: Database, sql: string, by: Record<string, string | number>): Telling[] {
  return db
    .all<Omit<Telling, 'standing'> & { standing: number }>(sql, by)
    .map((row) => ({ ...row, standing: row.standing === 1 }))
}
