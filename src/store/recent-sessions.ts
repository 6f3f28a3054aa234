/** The latest sessions, for "what have we been working on". */
import type { SessionStatus } from '../memory/session.ts'
import type { Database } from './database.ts'

export interface RecentSession {
  number: number
  sessionId: string
  project: string
  projectName: string
  startedAt: number
  status: SessionStatus
}

/** Latest activity first, including sessions that moved here. `projects` undefined means all but the hidden ones. */
export function findRecentSessions(
  db: Database,
  by: { projects: string[] | undefined; hidden: string[]; limit: number },
): RecentSession[] {
  return db.all<RecentSession>(
    `SELECT s.id AS number, s.claude_session_id AS sessionId, s.project, p.name AS projectName,
            s.started_at_epoch AS startedAt, s.status
     FROM sdk_sessions s JOIN projects p ON p.id = s.project
     WHERE (@projects IS NULL OR s.project IN (SELECT value FROM json_each(@projects)) OR s.id IN (
         SELECT session_id FROM session_summaries WHERE project IN (SELECT value FROM json_each(@projects))))
       AND s.project NOT IN (SELECT value FROM json_each(@hidden))
     ORDER BY s.last_event_epoch DESC, s.id DESC LIMIT @limit`,
    {
      projects: by.projects === undefined ? null : JSON.stringify(by.projects),
      hidden: JSON.stringify(by.hidden),
      limit: by.limit,
    },
  )
}
