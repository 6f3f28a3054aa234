/** Sentences left out of a memory because the code they describe is gone. */
import type { Database } from './database.ts'

export interface OlderMemory {
  id: number
  key: string
  title: string
  subtitle: string
  narrative: string
  createdAt: number
}

/** The newest few local memories of other sessions per file; a memory of two files appears once. */
export function findOlderByFiles(
  db: Database,
  by: { project: string; session: number; paths: string[]; before: number; perFile: number },
): OlderMemory[] {
  const { project, session, paths, before, perFile } = by
  return db.all<OlderMemory>(
    `SELECT DISTINCT o.id, o.key, o.title, o.subtitle, o.narrative, o.created_at_epoch AS createdAt
     FROM json_each(@paths) w CROSS JOIN observations o WHERE o.id IN (
       SELECT observation_id FROM observation_files
       WHERE project = @project AND path = w.value AND created_at_epoch < @before
       ORDER BY created_at_epoch DESC LIMIT @perFile)
     AND o.session_id <> @session AND o.source = 'local' AND o.chosen = 0 AND o.dropped_at_epoch IS NULL`,
    { project, session, paths: JSON.stringify(paths), before, perFile },
  )
}

/** Sessions that later changed a file cited by a memory of this one, newest first. */
export function findNewerByFiles(db: Database, by: { project: string; session: number; limit: number }): number[] {
  return db
    .all<{ session: number }>(
      `SELECT o.session_id AS session, max(f.created_at_epoch) AS at
       FROM observations own
       JOIN observation_files cited ON cited.observation_id = own.id
       JOIN observation_files f ON f.project = cited.project AND f.path = cited.path AND f.created_at_epoch > cited.created_at_epoch
       JOIN observations o ON o.id = f.observation_id
       WHERE own.session_id = @session AND cited.project = @project AND f.modified = 1 AND o.session_id <> @session
       GROUP BY o.session_id ORDER BY at DESC LIMIT @limit`,
      { project: by.project, session: by.session, limit: by.limit },
    )
    .map((row) => row.session)
}

export function findStruckLines(db: Database, key: string): Set<string> {
  const rows = db.all<{ line: string }>('SELECT line FROM struck_lines WHERE key = @key', { key })
  return new Set(rows.map((row) => row.line))
}

/** Stores the memory without these lines and remembers them, so that deriving it again leaves them out too. */
export function strikeLines(db: Database, { memory, lines }: { memory: OlderMemory; lines: string[] }): void {
  for (const line of lines) {
    db.run('INSERT INTO struck_lines (key, line) VALUES (@key, @line) ON CONFLICT DO NOTHING', {
      key: memory.key,
      line,
    })
  }
  const { id, title, subtitle, narrative } = memory
  db.run('UPDATE observations SET title = @title, subtitle = @subtitle, narrative = @narrative WHERE id = @id', {
    id,
    title,
    subtitle,
    narrative,
  })
}
