/**
 * What memory costs and saves in tokens, from what really happened. A refused file that was read anyway saved nothing
 * and cost the text of the refusal; only files that stayed unread count as saved. All figures are estimates.
 */
import type { Database, Params } from './database.ts'

export interface Economics {
  /** Reads refused, refused files that were then read in full, and reads that were only commented on. */
  denied: number
  readAgain: number
  informed: number
  /** Negative when the gate cost more than it saved. */
  gateSavedTokens: number
  /** At session start, with prompts and after failures. */
  injectedTokens: number
  /** Used by a model to word memories. */
  synthesisTokens: number
}

export interface SessionEconomics extends Economics {
  sessionId: string
  project: string
  startedAt: number
}

/** Of a row of `reads`. */
export const SAVED_BY_READ = `CASE WHEN decision = 'informed' THEN -told_tokens
  WHEN whole_reads > 0 THEN -told_tokens - follow_up_tokens
  ELSE file_tokens - told_tokens - follow_up_tokens END`

const GATE = `count(CASE WHEN decision = 'denied' THEN 1 END) AS denied,
  count(CASE WHEN decision = 'denied' AND whole_reads > 0 THEN 1 END) AS readAgain,
  count(CASE WHEN decision = 'informed' AND told_tokens > 0 THEN 1 END) AS informed,
  coalesce(sum(${SAVED_BY_READ}), 0) AS gateSavedTokens`
/** The gate's own texts are counted in its own figure. */
const INJECTED = `coalesce(sum(tokens), 0) AS n FROM told_texts WHERE surface <> 'read'`
const SPENT = 'coalesce(sum(coalesce(settled, reserved)), 0) AS n FROM token_ledger'

type Gate = Pick<Economics, 'denied' | 'readAgain' | 'informed' | 'gateSavedTokens'>
const NO_GATE: Gate = { denied: 0, readAgain: 0, informed: 0, gateSavedTokens: 0 }

export function readEconomics(db: Database): Economics {
  const count = (sql: string) => db.get<{ n: number }>(sql)?.n ?? 0
  return {
    ...(db.get<Gate>(`SELECT ${GATE} FROM reads`) ?? NO_GATE),
    injectedTokens: count(`SELECT ${INJECTED}`),
    synthesisTokens: count(`SELECT ${SPENT}`),
  }
}

/** The latest sessions, newest first. */
export function readSessionEconomics(db: Database, limit: number): SessionEconomics[] {
  const sessions = db.all<{ id: number; sessionId: string; project: string; startedAt: number }>(
    `SELECT s.id, s.claude_session_id AS sessionId, p.name AS project, s.started_at_epoch AS startedAt
     FROM sdk_sessions s JOIN projects p ON p.id = s.project ORDER BY s.last_event_epoch DESC LIMIT @limit`,
    { limit },
  )
  return sessions.map(({ id, ...session }) => {
    const by = { sessionId: session.sessionId }
    const count = (sql: string, of: Params) => db.get<{ n: number }>(sql, of)?.n ?? 0
    return {
      ...session,
      ...(db.get<Gate>(`SELECT ${GATE} FROM reads WHERE claude_session_id = @sessionId`, by) ?? NO_GATE),
      injectedTokens: count(`SELECT ${INJECTED} AND claude_session_id = @sessionId`, by),
      synthesisTokens: count(
        `SELECT ${SPENT} WHERE batch_id IN (SELECT q.id FROM synthesis_queue q WHERE q.session_id = @id)`,
        { id },
      ),
    }
  })
}
