/**
 * Spans of events waiting for a model. Survives restarts; after three failures a span is skipped, visibly and
 * retryably.
 */
import type { Database } from './database.ts'

const MAX_ATTEMPTS = 3

export interface Batch {
  id: number
  session: number
  sessionId: string
  project: string
  projectName: string
  root: string
  from: number
  to: number
  final: boolean
  attempts: number
}

/** Widens the session's waiting span, or starts one. */
export function enqueueBatch(
  db: Database,
  by: { session: number; from: number; to: number; final: boolean; dueAt: number; at: number },
): void {
  db.run(
    `INSERT INTO synthesis_queue (session_id, from_epoch, to_epoch, final, due_at_epoch, created_at_epoch)
     VALUES (@session, @from, @to, @final, @dueAt, @at)
     ON CONFLICT (session_id) WHERE status = 'waiting' AND attempts = 0 DO UPDATE SET
       from_epoch = min(from_epoch, excluded.from_epoch), to_epoch = max(to_epoch, excluded.to_epoch),
       final = max(final, excluded.final), due_at_epoch = max(due_at_epoch, excluded.due_at_epoch)`,
    { ...by, final: by.final ? 1 : 0 },
  )
}

/** The due span that has waited longest. */
export function findDueBatch(db: Database, now: number): Batch | undefined {
  const row = db.get<BatchRow>(
    `${SELECT} WHERE q.status = 'waiting' AND q.due_at_epoch <= @now ORDER BY q.due_at_epoch, q.id LIMIT 1`,
    { now },
  )
  return row && { ...row, final: row.final === 1 }
}

/** The session's waiting span that was never tried. */
export function findBatch(db: Database, session: number): Batch | undefined {
  const row = db.get<BatchRow>(`${SELECT} WHERE q.status = 'waiting' AND q.attempts = 0 AND q.session_id = @session`, {
    session,
  })
  return row && { ...row, final: row.final === 1 }
}

type BatchRow = Omit<Batch, 'final'> & { final: number }

const SELECT = `SELECT q.id, q.session_id AS session, s.claude_session_id AS sessionId, s.project, p.name AS projectName,
    coalesce(s.checkout, p.root) AS root, q.from_epoch AS "from", q.to_epoch AS "to", q.final, q.attempts
  FROM synthesis_queue q JOIN sdk_sessions s ON s.id = q.session_id JOIN projects p ON p.id = s.project`

/** Open sessions that went quiet with a summary no model has worded and no span waiting. */
export function findQuietSessions(db: Database, by: { before: number; since: number }): { id: number; at: number }[] {
  return db.all<{ id: number; at: number }>(
    `SELECT s.id, s.last_event_epoch AS at FROM sdk_sessions s JOIN session_summaries u ON u.session_id = s.id
     WHERE s.last_event_epoch BETWEEN @since AND @before AND u.model IS NULL AND s.extract_from_epoch IS NULL
     AND NOT EXISTS (SELECT 1 FROM synthesis_queue q WHERE q.session_id = s.id AND q.to_epoch >= s.last_event_epoch
                     AND (q.final = 1 OR q.status = 'waiting'))`,
    by,
  )
}

/** The asked part is done. If a later turn widened the span meanwhile, its new part stays in the queue. */
export function finishBatch(db: Database, asked: Pick<Batch, 'id' | 'from' | 'to' | 'final'>): void {
  const by = { id: asked.id, from: asked.from, to: asked.to, final: asked.final ? 1 : 0 }
  db.run(
    `UPDATE synthesis_queue SET last_error = NULL,
       status = CASE WHEN from_epoch >= @from AND to_epoch <= @to AND final <= @final THEN 'done' ELSE 'waiting' END,
       from_epoch = CASE WHEN from_epoch >= @from AND to_epoch > @to THEN @to + 1 ELSE from_epoch END WHERE id = @id`,
    by,
  )
}

/** Tries again at `retryAt`, or skips the span after its last attempt. */
export function failBatch(db: Database, by: { id: number; error: string; retryAt: number }): void {
  db.run(
    `UPDATE synthesis_queue SET attempts = attempts + 1, last_error = @error, due_at_epoch = @retryAt,
       status = CASE WHEN attempts + 1 >= ${MAX_ATTEMPTS} THEN 'skipped' ELSE 'waiting' END WHERE id = @id`,
    by,
  )
}

/** Not its own fault: it waits without losing an attempt. */
export function postponeBatch(db: Database, by: { id: number; until: number; error: string }): void {
  db.run('UPDATE synthesis_queue SET due_at_epoch = @until, last_error = @error WHERE id = @id', by)
}

/**
 * What stops every call (no budget, no login, no network) applies to all waiting spans, not just the one that failed.
 */
export function postponeAll(db: Database, by: { until: number; error: string }): void {
  db.run(
    `UPDATE synthesis_queue SET due_at_epoch = @until, last_error = @error
     WHERE status = 'waiting' AND due_at_epoch < @until`,
    by,
  )
}

/** Makes postponed spans due at once: somebody may have fixed the cause. Returns how many. */
export function wakeBatches(db: Database, at: number): number {
  return db.run(
    `UPDATE synthesis_queue SET due_at_epoch = @at, last_error = NULL
     WHERE status = 'waiting' AND due_at_epoch > @at AND last_error IS NOT NULL`,
    { at },
  ).changes
}

/** Gives skipped spans their three attempts back; those of one session are joined. Returns how many. */
export function retrySkipped(db: Database, at: number): number {
  return db.transaction(() => {
    const skipped = db.all<{ id: number; session: number; from: number; to: number; final: number }>(
      `SELECT id, session_id AS session, from_epoch AS "from", to_epoch AS "to", final FROM synthesis_queue
       WHERE status = 'skipped'`,
    )
    for (const { id, final, ...span } of skipped) {
      db.run('DELETE FROM synthesis_queue WHERE id = @id', { id })
      enqueueBatch(db, { ...span, final: final === 1, dueAt: at, at })
    }
    return skipped.length
  })
}

export interface SynthesisCounts {
  waiting: number
  skipped: number
  lastError: string | undefined
}

export function countBatches(db: Database): SynthesisCounts {
  const row = db.get<{ waiting: number | null; skipped: number | null }>(
    `SELECT sum(status = 'waiting') AS waiting, sum(status = 'skipped') AS skipped FROM synthesis_queue WHERE status <> 'done'`,
  )
  const last = db.get<{ error: string }>(
    `SELECT last_error AS error FROM synthesis_queue WHERE last_error IS NOT NULL ORDER BY due_at_epoch DESC LIMIT 1`,
  )
  return { waiting: row?.waiting ?? 0, skipped: row?.skipped ?? 0, lastError: last?.error }
}
