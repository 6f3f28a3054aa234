/** What the read gate told each session about each file: once per file, until the session is compacted. */
import type { Database } from './database.ts'

export interface GatedRead {
  sessionId: string
  project: string
  /** As observations name it: relative to the project root if inside. */
  path: string
  /** `informed` with nothing told: the session asked for the file's outline itself, see `putLook`. */
  decision: 'denied' | 'informed'
  fileTokens: number
  toldTokens: number
}

export function putGatedRead(db: Database, read: GatedRead, at: number): void {
  db.run(
    `INSERT INTO reads (claude_session_id, project, path, decision, file_tokens, told_tokens, created_at_epoch)
     VALUES (@sessionId, @project, @path, @decision, @fileTokens, @toldTokens, @at)`,
    {
      sessionId: read.sessionId,
      project: read.project,
      path: read.path,
      decision: read.decision,
      fileTokens: read.fileTokens,
      toldTokens: read.toldTokens,
      at,
    },
  )
}

/** True while what the session was told about this file is still in its context. */
export function wasToldOfFile(db: Database, by: { sessionId: string; path: string }): boolean {
  return (
    db.get(
      'SELECT 1 FROM reads WHERE claude_session_id = @sessionId AND path = @path AND in_context = 1 LIMIT 1',
      by,
    ) !== undefined
  )
}

/**
 * The session looked at a file's outline without having read the file. Stored like a gate message with nothing told: it
 * is what the gate wants, and the file is not refused afterwards. False when there already is an entry for this file.
 */
export function putLook(
  db: Database,
  look: { sessionId: string; project: string; path: string; file: string; fileTokens: number },
  at: number,
): boolean {
  const { sessionId, path, file } = look
  const known = db.get(
    `SELECT 1 FROM reads WHERE claude_session_id = @sessionId AND path = @path
     UNION ALL
     SELECT 1 FROM observation_queue q JOIN sdk_sessions s ON s.id = q.session_id
     WHERE s.claude_session_id = @sessionId AND q.kind = 'tool' AND q.event ->> '$.call.act' = 'read'
       AND q.event ->> '$.call.file' = @file LIMIT 1`,
    { sessionId, path, file },
  )
  if (known) return false
  putGatedRead(db, { ...look, decision: 'informed', toldTokens: 0 }, at)
  return true
}

/**
 * Not every outline replaced a read, so only this share of their savings may be spent on refusals. A tenth: refusals
 * then cost nothing as long as one in ten outlines replaced a read.
 */
const LOOK_SHARE = 0.1

/**
 * How many tokens refusals may cost in a project before they are a loss: what refusals saved there, minus what they
 * cost, plus a share of what outlines saved. A file counts as unread only once its session is over.
 */
export function refusalBalance(db: Database, project: string): number {
  const found = db.get<{ tokens: number }>(
    `SELECT coalesce(sum(CASE
         WHEN r.decision = 'denied' THEN iif(r.whole_reads = 0 AND s.status <> 'active', r.file_tokens, 0)
           - r.told_tokens - r.follow_up_tokens
         WHEN r.told_tokens = 0 AND r.whole_reads = 0 AND s.status <> 'active'
           THEN max(0, r.file_tokens - r.follow_up_tokens) * @share
         ELSE 0 END), 0) AS tokens
     FROM reads r LEFT JOIN sdk_sessions s ON s.claude_session_id = r.claude_session_id
     WHERE r.project = @project`,
    { project, share: LOOK_SHARE },
  )
  return Math.floor(found?.tokens ?? 0) // an aggregate always has its row
}

/** Files the session was told about, as the store names them. */
export function findToldPaths(db: Database, sessionId: string): string[] {
  const rows = db.all<{ path: string }>(
    'SELECT DISTINCT path FROM reads WHERE claude_session_id = @sessionId AND in_context = 1',
    { sessionId },
  )
  return rows.map(({ path }) => path)
}

/** The session was compacted: what it was told is no longer in its context. */
export function clearToldFiles(db: Database, sessionId: string): void {
  db.run('UPDATE reads SET in_context = 0 WHERE claude_session_id = @sessionId AND in_context = 1', { sessionId })
}

/** What happened next in the session. Without a path it belongs to the last file the session was told about. */
export function putFollowUp(
  db: Database,
  by: { sessionId: string; path: string | undefined; whole: boolean; tokens: number },
): void {
  db.run(
    `UPDATE reads SET whole_reads = whole_reads + @whole, follow_up_tokens = follow_up_tokens + @tokens
     WHERE id = (SELECT id FROM reads WHERE claude_session_id = @sessionId AND path = coalesce(@path, path)
                 ORDER BY id DESC LIMIT 1)`,
    { sessionId: by.sessionId, path: by.path ?? null, whole: by.whole ? 1 : 0, tokens: by.whole ? 0 : by.tokens },
  )
}

/** Deletes entries older than `before`, like the ledger's. */
export function purgeReads(db: Database, before: number): number {
  return db.run('DELETE FROM reads WHERE created_at_epoch < @before', { before }).changes
}
