/**
 * Converts tool events of earlier versions, which stored the host's own format, to ours. Runs at every start, because
 * an old backup or journal can bring such rows back; an index of only these rows shows at once when there are none.
 */
import type { Json, ToolEvent } from '../memory/event.ts'
import type { Database } from './database.ts'

/** Rows per transaction: an interrupted start continues where it stopped. */
const BATCH = 500

/** `parse` knows the host's formats; undefined leaves a row as it is. Returns how many rows were changed. */
export function upgradeToolEvents(db: Database, parse: (stored: Json) => ToolEvent | undefined): number {
  let changed = 0
  let after = 0
  for (;;) {
    const rows = db.all<{ id: number; event: string }>(
      `SELECT id, event FROM observation_queue
       WHERE id > @after AND kind = 'tool' AND event IS NOT NULL AND json_type(event, '$.call') IS NULL
       ORDER BY id LIMIT @limit`,
      { after, limit: BATCH },
    )
    const last = rows.at(-1)
    if (last === undefined) return changed
    db.transaction(() => {
      for (const { id, event } of rows) {
        const kept = parse(JSON.parse(event) as Json) // written by putEvent
        if (kept === undefined) continue
        db.run('UPDATE observation_queue SET event = @event WHERE id = @id', { id, event: JSON.stringify(kept) })
        changed += 1
      }
    })
    after = last.id
  }
}
