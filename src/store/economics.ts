/**
 * What memory costs and what it saves, in tokens, from what really happened. A refused file that was read after all has
 * saved nothing and cost what was said of it; only one that stayed unread counts. Every figure is an estimate.
 */
import type { Database, Params } from './database.ts'

export interface Economics {
  /** Reads the gate refused, how many of these files were read whole afterwards, and reads it only commented. */
  denied: number
  readAgain: number
  informed: number
  /** Below zero when the gate cost more than it saved. */
  gateSavedTokens: number
  /** At session start, beside prompts and after failures. */
  injectedTokens: number
  /** By a model, to word memories. */
  synthesisTokens: number
}

export interface SessionEconomics extends Economics {
  sessionId: string
  project: string
  startedAt: number
}

const GATE = `count(CASE WHEN decision = 'denied' THEN 1 END) AS denied,
  count(CASE WHEN decision = 'denied' AND whole_reads > 0 THEN 1 END) AS readAgain,
  count(CASE WHEN decision = 'informed' AND told_tokens > 0 THEN 1 END) AS informed,
  coalesce(sum(CASE WHEN decision = 'informed' THEN -told_tokens
                    WHEN whole_reads > 0 THEN -told_tokens - follow_up_tokens
                    ELSE file_tokens - told_tokens - follow_up_tokens END), 0) AS gateSavedTokens`
/** What the gate told is in its own figure. */
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
