/** What the read gate told which session about which file. One file is told of once, until the session is compacted. */
import type { Database } from './database.ts'

export interface GatedRead {
  sessionId: string
  project: string
  /** As observations name it: relative to the project's root where it lies inside. */
  path: string
  decision: 'denied' | 'informed'
  fileTokens: number
  toldTokens: number
}

export function putGatedRead(db: Database, read: GatedRead, at: number): void {
  db.run(
    `INSERT INTO reads (claude_session_id, project, path, decision, file_tokens, told_tokens, created_at_epoch)
     VALUES (@sessionId, @project, @path, @decision, @fileTokens, @toldTokens, @at)`,
    { ...read, at },
  )
}

/** True while the session has what it was told of this file before it. */
export function wasToldOfFile(db: Database, by: { sessionId: string; path: string }): boolean {
  return (
    db.get(
      'SELECT 1 FROM reads WHERE claude_session_id = @sessionId AND path = @path AND in_context = 1 LIMIT 1',
      by,
    ) !== undefined
  )
}

/** The session was compacted: what it was told is gone from its context. */
export function clearToldFiles(db: Database, sessionId: string): void {
  db.run('UPDATE reads SET in_context = 0 WHERE claude_session_id = @sessionId AND in_context = 1', { sessionId })
}

/** What happened next in the session. Without a path it belongs to the file the session was told of last. */
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

/** Older than `before`, together with the ledger's entries of that time. */
export function purgeReads(db: Database, before: number): number {
  return db.run('DELETE FROM reads WHERE created_at_epoch < @before', { before }).changes
}
