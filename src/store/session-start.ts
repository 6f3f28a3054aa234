/** Candidates for a session's beginning: each statement reads one bounded range of an index, whatever the store holds. */
import type { Database } from './database.ts'

/** Ids, newest first; of one project, or of all. */
export function findNewest(db: Database, by: { project: string | undefined; limit: number }): number[] {
  return db
    .all<{ id: number }>(
      `SELECT id FROM observations WHERE ${by.project === undefined ? '' : 'project = @project AND '}dropped_at_epoch IS NULL
       ORDER BY created_at_epoch DESC LIMIT @limit`,
      { project: by.project ?? null, limit: by.limit },
    )
    .map((row) => row.id)
}

/** Ids of the newest few memories of each file. */
export function findByFiles(db: Database, by: { project: string; paths: string[]; perFile: number }): number[] {
  return by.paths.flatMap((path) =>
    db
      .all<{ id: number }>(
        `SELECT observation_id AS id FROM observation_files WHERE project = @project AND path = @path
         ORDER BY created_at_epoch DESC LIMIT @perFile`,
        { project: by.project, path, perFile: by.perFile },
      )
      .map((row) => row.id),
  )
}
