/**
 * Observations and notes whose current state the index does not have. Triggers fill the table; only the index pump
 * empties it. A piece of a note has its negated id and belongs to the notes of its project, so that one index serves
 * both.
 */
import type { Database } from './database.ts'
import { everyFile } from './file-lists.ts'

export interface IndexedText {
  id: number
  project: string
  title: string
  subtitle: string
  narrative: string
  facts: string[]
  files: string[]
}

/** Oldest first. */
export function findQueuedForIndex(db: Database, limit: number): number[] {
  return db
    .all<{ id: number }>('SELECT observation_id AS id FROM index_queue ORDER BY observation_id LIMIT @limit', { limit })
    .map((row) => row.id)
}

export function countQueuedForIndex(db: Database): number {
  return db.get<{ n: number }>('SELECT count(*) AS n FROM index_queue')?.n ?? 0
}

/** Deleted memories that may still have vectors. Dropped ones are not among them. */
export function findGoneFromIndex(db: Database, limit: number): number[] {
  return db
    .all<{ id: number }>(
      `SELECT observation_id AS id FROM index_queue WHERE observation_id > 0
       AND observation_id NOT IN (SELECT id FROM observations) LIMIT @limit`,
      { limit },
    )
    .map((row) => row.id)
}

/** The index's name for the notes of a project. */
export function notesOf(project: string): string {
  return `${project}#notes`
}

/** Of these ids, the ones that can be found: without forgotten and dropped rows. */
export function findTextsToIndex(db: Database, ids: number[]): IndexedText[] {
  return [...findNoteTexts(db, ids), ...findObservationTexts(db, ids)]
}

function findNoteTexts(db: Database, ids: number[]): IndexedText[] {
  const notes = ids.filter((id) => id < 0).map((id) => -id)
  if (notes.length === 0) return []
  return db
    .all<{ id: number; project: string; heading: string; text: string }>(
      `SELECT c.id, w.project, c.heading, c.text
       FROM note_chunks c JOIN note_files f ON f.id = c.file_id JOIN note_workspaces w ON w.id = f.workspace_id
       WHERE c.id IN (SELECT value FROM json_each(@ids)) ORDER BY c.id`,
      { ids: JSON.stringify(notes) },
    )
    .map(({ id, project, heading, text }) => ({
      ...{ id: -id, project: notesOf(project), title: heading, subtitle: '', narrative: text },
      ...{ facts: [], files: [] },
    }))
}

function findObservationTexts(db: Database, ids: number[]): IndexedText[] {
  return db
    .all<{ [Name in keyof IndexedText]: Name extends 'id' ? number : string }>(
      `SELECT id, project, title, subtitle, narrative, facts, files
       FROM observations
       WHERE id IN (SELECT value FROM json_each(@ids)) AND dropped_at_epoch IS NULL
       ORDER BY id`,
      { ids: JSON.stringify(ids) },
    )
    .map((row) => ({ ...row, facts: JSON.parse(row.facts) as string[], files: everyFile(row.files) })) // see putObservation
}

export function removeQueuedForIndex(db: Database, ids: number[]): void {
  db.run('DELETE FROM index_queue WHERE observation_id IN (SELECT value FROM json_each(@ids))', {
    ids: JSON.stringify(ids),
  })
}

/** For rebuilding an empty index: dropped rows need not be removed from it. */
export function queueAllForIndex(db: Database): void {
  db.run(`INSERT INTO index_queue (observation_id)
          SELECT id FROM observations
          WHERE dropped_at_epoch IS NULL AND id NOT IN (SELECT observation_id FROM index_queue)
          UNION ALL SELECT -id FROM note_chunks WHERE -id NOT IN (SELECT observation_id FROM index_queue)`)
}
