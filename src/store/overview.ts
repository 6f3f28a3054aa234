/** Figures for the status page: what is stored, what is waiting, and the age of the oldest waiting event. */
import type { Database } from './database.ts'

export interface Overview {
  observations: number
  summaries: number
  prompts: number
  sessions: number
  activeSessions: number
  projects: number
  events: number
  /** Sessions with events that are not distilled yet. */
  waitingSessions: number
  /** Milliseconds; undefined when nothing waits. */
  oldestWaitingAt: number | undefined
}

export function readOverview(db: Database): Overview {
  const count = (sql: string) => db.get<{ n: number }>(sql)?.n ?? 0
  const waiting = db.get<{ n: number; oldest: number | null }>(
    `SELECT count(*) AS n, min(extract_from_epoch) AS oldest FROM sdk_sessions WHERE extract_from_epoch IS NOT NULL`,
  )
  return {
    observations: count('SELECT coalesce(sum(n), 0) AS n FROM observation_counts'),
    summaries: count('SELECT count(*) AS n FROM session_summaries'),
    prompts: count('SELECT count(*) AS n FROM user_prompts'),
    sessions: count('SELECT count(*) AS n FROM sdk_sessions'),
    activeSessions: count(`SELECT count(*) AS n FROM sdk_sessions WHERE status = 'active'`),
    projects: count('SELECT count(*) AS n FROM projects'),
    events: count('SELECT count(*) AS n FROM observation_queue'),
    waitingSessions: waiting?.n ?? 0,
    oldestWaitingAt: waiting?.oldest ?? undefined,
  }
}
