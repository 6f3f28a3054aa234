/** Sessions whose memories can be derived again because their events are still stored. */
import type { Database } from './database.ts'

export interface Replayable {
  /** The host's id of the session. */
  session: string
  projectName: string
  /** Milliseconds. */
  at: number
}

/**
 * Oldest first, so that later sessions build on earlier ones. `gone`: sessions with memories but no events any more.
 */
export function findReplayable(
  db: Database,
  by: { projects: string[] | undefined },
): { sessions: Replayable[]; gone: number } {
  const rows = db.all<Replayable & { kept: number }>(
    `SELECT s.claude_session_id AS session, p.name AS projectName, s.last_event_epoch AS at,
            EXISTS (SELECT 1 FROM observation_queue q WHERE q.session_id = s.id AND q.event IS NOT NULL) AS kept
     FROM sdk_sessions s JOIN projects p ON p.id = s.project
     WHERE (@everywhere = 1 OR s.project IN (SELECT value FROM json_each(@projects)))
       AND (EXISTS (SELECT 1 FROM observation_queue q WHERE q.session_id = s.id)
            OR EXISTS (SELECT 1 FROM observations o WHERE o.session_id = s.id))
     ORDER BY s.started_at_epoch, s.id`,
    { everywhere: by.projects === undefined ? 1 : 0, projects: JSON.stringify(by.projects ?? []) },
  )
  const sessions = rows.filter(({ kept }) => kept === 1).map(({ kept: _, ...row }) => row)
  return { sessions, gone: rows.length - sessions.length }
}
