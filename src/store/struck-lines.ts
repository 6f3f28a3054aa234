/** Sentences that are left out of a memory because the code they speak of is gone. */
import type { Database } from './database.ts'

export interface OlderMemory {
  id: number
  key: string
  narrative: string
  createdAt: number
}

/** Of each file the newest few local memories of other sessions; one that cites two of them comes once. */
export function findOlderByFiles(
  db: Database,
  by: { project: string; session: number; paths: string[]; before: number; perFile: number },
): OlderMemory[] {
  return db.all<OlderMemory>(
    `SELECT DISTINCT o.id, o.key, o.narrative, o.created_at_epoch AS createdAt
     FROM json_each(@paths) w CROSS JOIN observations o WHERE o.id IN (
       SELECT observation_id FROM observation_files
       WHERE project = @project AND path = w.value AND created_at_epoch < @before
       ORDER BY created_at_epoch DESC LIMIT @perFile)
     AND o.session_id <> @session AND o.source = 'local' AND o.pinned = 0 AND o.dropped_at_epoch IS NULL`,
    { ...by, paths: JSON.stringify(by.paths) },
  )
}

export function findStruckLines(db: Database, key: string): Set<string> {
  const rows = db.all<{ line: string }>('SELECT line FROM struck_lines WHERE key = @key', { key })
  return new Set(rows.map((row) => row.line))
}

/** Remembered, so that deriving the memory again leaves them out too. */
export function strikeLines(
  db: Database,
  by: { memory: Pick<OlderMemory, 'id' | 'key'>; lines: string[]; narrative: string },
): void {
  for (const line of by.lines) {
    db.run('INSERT INTO struck_lines (key, line) VALUES (@key, @line) ON CONFLICT DO NOTHING', {
      key: by.memory.key,
      line,
    })
  }
  db.run('UPDATE observations SET narrative = @narrative WHERE id = @id', { id: by.memory.id, narrative: by.narrative })
}
