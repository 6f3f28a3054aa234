/** Candidates for a session's beginning: each statement reads one bounded range of an index, whatever the store holds. */
import type { ObservationType } from '../memory/observation.ts'
import type { Database } from './database.ts'

/** What ranking needs of a memory; its text is read only when it is shown. */
export interface Glimpse {
  id: number
  project: string
  session: number | null
  createdAt: number
  type: ObservationType
  title: string
  /** Changed ones first. */
  files: string[]
}

type Row = Omit<Glimpse, 'files'> & { files: string }

const COLUMNS = 'o.id, o.project, o.session_id AS session, o.created_at_epoch AS createdAt, o.type, o.title, o.files'

/** The newest of a project, newest first. */
export function findNewest(db: Database, by: { project: string; limit: number }): Glimpse[] {
  return db
    .all<Row>(
      `SELECT ${COLUMNS} FROM observations o WHERE o.project = @project AND o.dropped_at_epoch IS NULL
       ORDER BY o.created_at_epoch DESC, o.id DESC LIMIT @limit`,
      by,
    )
    .map(toGlimpse)
}

/** Ids of the newest few memories of each file; one that names two of them comes twice. */
export function findByFiles(db: Database, by: { project: string; paths: string[]; perFile: number }): number[] {
  return db
    .all<{ id: number }>(
      `SELECT o.id FROM json_each(@paths) w CROSS JOIN observations o WHERE o.id IN (
         SELECT observation_id FROM observation_files WHERE project = @project AND path = w.value
         ORDER BY created_at_epoch DESC LIMIT @perFile)`,
      { project: by.project, paths: JSON.stringify(by.paths), perFile: by.perFile },
    )
    .map((row) => row.id)
}

/** In no particular order; what is gone or dropped is left out. */
export function findGlimpses(db: Database, ids: number[]): Glimpse[] {
  if (ids.length === 0) return []
  return db
    .all<Row>(
      `SELECT ${COLUMNS} FROM observations o
       WHERE o.id IN (SELECT value FROM json_each(@ids)) AND o.dropped_at_epoch IS NULL`,
      { ids: JSON.stringify(ids) },
    )
    .map(toGlimpse)
}

function toGlimpse(row: Row): Glimpse {
  const files = JSON.parse(row.files) as { read: string[]; modified: string[] } // written by putObservation
  const more = files.read.filter((path) => !files.modified.includes(path))
  return Object.assign(row, { files: [...files.modified, ...more] })
}
