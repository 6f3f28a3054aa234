/** How far each transcript has been read, the private words of a session, and when capture was paused. */
import type { Database } from './database.ts'

export function findCursor(db: Database, path: string): number {
  return db.get<{ offset: number }>('SELECT offset FROM transcript_cursors WHERE path = @path', { path })?.offset ?? 0
}

export function putCursor(db: Database, by: { path: string; offset: number; at: number }): void {
  db.run(
    `INSERT INTO transcript_cursors (path, offset, read_at_epoch) VALUES (@path, @offset, @at)
     ON CONFLICT (path) DO UPDATE SET offset = excluded.offset, read_at_epoch = excluded.read_at_epoch`,
    by,
  )
}

export function putPrivateToken(db: Database, by: { session: number; hash: string }): void {
  db.run('INSERT INTO private_tokens (session_id, token_hash) VALUES (@session, @hash) ON CONFLICT DO NOTHING', by)
}

export function findPrivateTokens(db: Database, session: number): Set<string> {
  const rows = db.all<{ hash: string }>('SELECT token_hash AS hash FROM private_tokens WHERE session_id = @session', {
    session,
  })
  return new Set(rows.map((row) => row.hash))
}

export function startPause(db: Database, at: number): void {
  if (isPausedAt(db, at)) return
  db.run('INSERT INTO pauses (from_epoch, to_epoch) VALUES (@at, NULL)', { at })
}

export function endPause(db: Database, at: number): void {
  db.run('UPDATE pauses SET to_epoch = @at WHERE to_epoch IS NULL AND from_epoch <= @at', { at })
}

export function isPausedAt(db: Database, at: number): boolean {
  return (
    db.get('SELECT 1 FROM pauses WHERE from_epoch <= @at AND (to_epoch IS NULL OR to_epoch > @at) LIMIT 1', { at }) !==
    undefined
  )
}
