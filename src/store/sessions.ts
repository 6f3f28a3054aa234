/** Projects and sessions: created by the first event that names them, kept up to date by every later one. */
import { MemoryError } from '../memory/error.ts'
import type { Project, Session, SessionStatus } from '../memory/session.ts'
import { INTERRUPTED_AFTER_MS } from '../memory/session.ts'
import type { Database } from './database.ts'

/** Returns it as it is known here: events of a merged project belong to the one it was merged into. */
export function putProject(db: Database, project: Project, now: number): Project {
  const known = knownAs(db, project)
  if (known.id !== project.id) return known
  db.run(
    `INSERT INTO projects (id, name, root, created_at_epoch) VALUES (@id, @name, @root, @now)
     ON CONFLICT (id) DO UPDATE SET name = iif(renamed = 1, name, excluded.name), root = excluded.root
     WHERE root <> excluded.root OR (renamed = 0 AND name <> excluded.name)`,
    { id: project.id, name: project.name, root: project.root, now },
  )
  return known
}

/**
 * The same place under the id and name it has here: those of the project it was merged into, and a name that a person
 * gave. The root stays the one on disk.
 */
export function knownAs(db: Database, project: Project): Project {
  const row = db.get<{ id: string; name: string }>(
    `SELECT id, name FROM projects WHERE (id = @id AND renamed = 1)
       OR id = (SELECT a.project FROM project_aliases a WHERE a.alias = @id)`,
    { id: project.id },
  )
  return row ? { ...row, root: project.root } : project
}

/** Other folders may belong to it than its own root. */
export function hasAliases(db: Database, id: string): boolean {
  return db.get('SELECT 1 FROM project_aliases WHERE project = @id LIMIT 1', { id }) !== undefined
}

/** The project that once had this root: a deleted folder keeps its memories. */
export function findProjectByRoot(db: Database, root: string): Project | undefined {
  return db.get<Project & object>(
    'SELECT id, name, root FROM projects WHERE root = @root ORDER BY created_at_epoch LIMIT 1',
    {
      root,
    },
  )
}

/** By id or alias, else every project of that name: a name can be shared. */
export function findProjects(db: Database, nameOrId: string): Project[] {
  const byId = db.get<Project & object>(
    `SELECT id, name, root FROM projects
     WHERE id = coalesce((SELECT a.project FROM project_aliases a WHERE a.alias = @nameOrId), @nameOrId)`,
    { nameOrId },
  )
  return byId ? [byId] : db.all<Project>('SELECT id, name, root FROM projects WHERE name = @nameOrId', { nameOrId })
}

/** All of them: a person has dozens. */
export function listProjects(db: Database): Project[] {
  return db.all<Project>('SELECT id, name, root FROM projects')
}

export interface SessionSeen {
  sessionId: string
  project: string
  cwd: string
  transcriptPath: string | undefined
  entrypoint: string
  at: number
}

/** Returns our own number for the session. A session with events after its end is active again. */
export function putSession(db: Database, seen: SessionSeen): number {
  const { sessionId, project, cwd, transcriptPath, entrypoint, at } = seen
  const row = db.get<{ id: number }>(
    `INSERT INTO sdk_sessions (claude_session_id, project, cwd, transcript_path, entrypoint, started_at_epoch, last_event_epoch)
     VALUES (@sessionId, @project, @cwd, @transcriptPath, @entrypoint, @at, @at)
     ON CONFLICT (claude_session_id) DO UPDATE SET
       transcript_path = coalesce(excluded.transcript_path, transcript_path),
       started_at_epoch = min(started_at_epoch, excluded.started_at_epoch),
       status = CASE WHEN excluded.last_event_epoch > coalesce(completed_at_epoch, last_event_epoch) THEN 'active' ELSE status END,
       completed_at_epoch = CASE WHEN excluded.last_event_epoch > completed_at_epoch THEN NULL ELSE completed_at_epoch END,
       last_event_epoch = max(last_event_epoch, excluded.last_event_epoch)
     RETURNING id`,
    { sessionId, project, cwd, transcriptPath: transcriptPath ?? null, entrypoint, at },
  )
  return row?.id ?? 0 // an upsert always returns its row
}

export function endSession(db: Database, by: { session: number; at: number; status: SessionStatus }): void {
  db.run(
    `UPDATE sdk_sessions SET status = @status, completed_at_epoch = @at, last_event_epoch = max(last_event_epoch, @at)
     WHERE id = @session`,
    by,
  )
}

export function setFirstPrompt(db: Database, by: { session: number; text: string }): void {
  db.run('UPDATE sdk_sessions SET user_prompt = @text WHERE id = @session AND user_prompt IS NULL', by)
}

export function setContextOwed(db: Database, by: { session: number; owed: boolean }): void {
  db.run('UPDATE sdk_sessions SET context_owed = @owed WHERE id = @session', {
    session: by.session,
    owed: by.owed ? 1 : 0,
  })
}

export function isContextOwed(db: Database, sessionId: string): boolean {
  const row = db.get<{ context_owed: number }>(
    'SELECT context_owed FROM sdk_sessions WHERE claude_session_id = @sessionId',
    { sessionId },
  )
  return row?.context_owed === 1
}

export function findSessionNumber(db: Database, sessionId: string): number | undefined {
  return db.get<{ id: number }>('SELECT id FROM sdk_sessions WHERE claude_session_id = @sessionId', { sessionId })?.id
}

const SESSION_COLUMNS = `claude_session_id AS id, project, cwd, transcript_path AS transcriptPath,
  started_at_epoch AS startedAt, last_event_epoch AS lastEventAt, completed_at_epoch AS endedAt, status`

export function findSession(db: Database, sessionId: string): Session | undefined {
  return db.get<Session & object>(`SELECT ${SESSION_COLUMNS} FROM sdk_sessions WHERE claude_session_id = @sessionId`, {
    sessionId,
  })
}

export function findSessionByNumber(db: Database, number: number): Session | undefined {
  return db.get<Session & object>(`SELECT ${SESSION_COLUMNS} FROM sdk_sessions WHERE id = @number`, { number })
}

/** As people name one: `S12`, the number every list shows, or its id. Throws `not_found`. */
export function getNamedSession(db: Database, named: string): { number: number; id: string } {
  const [, digits] = /^S(\d{1,9})$/i.exec(named) ?? []
  const found = db.get<{ number: number; id: string }>(
    'SELECT id AS number, claude_session_id AS id FROM sdk_sessions WHERE id = @number OR claude_session_id = @named',
    { number: digits === undefined ? null : Number(digits), named },
  )
  if (found) return found
  throw new MemoryError('not_found', `There is no session ${named}.`, { subject: 'session' })
}

/** Sessions whose transcript may contain more than the hooks delivered: not ended, or ended since `since`. */
export function findSessionsToReconcile(db: Database, since: number): Session[] {
  return db.all<Session>(
    `SELECT ${SESSION_COLUMNS} FROM sdk_sessions
     WHERE transcript_path IS NOT NULL AND (status = 'active' OR last_event_epoch >= @since)
     ORDER BY last_event_epoch DESC`,
    { since },
  )
}

/** When the latest event of any session happened. */
export function findLastEventTime(db: Database): number | undefined {
  return db.get<{ at: number | null }>('SELECT max(last_event_epoch) AS at FROM sdk_sessions')?.at ?? undefined
}

/** Live: an event in the last hour and no end. The worker stays up for these. */
export function countLiveSessions(db: Database, now: number): number {
  const row = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM sdk_sessions WHERE status = 'active' AND last_event_epoch > @since`,
    { since: now - 60 * 60 * 1000 },
  )
  return row?.n ?? 0
}

export function markInterrupted(db: Database, now: number): number {
  return db.run(
    `UPDATE sdk_sessions SET status = 'interrupted' WHERE status = 'active' AND last_event_epoch < @before`,
    { before: now - INTERRUPTED_AFTER_MS },
  ).changes
}

/** Imported sessions have no SessionEnd; those quiet since before `before` are over. */
export function closeOldSessions(db: Database, by: { sessions: number[]; before: number }): void {
  for (const session of by.sessions) {
    db.run(
      `UPDATE sdk_sessions SET status = 'completed', completed_at_epoch = last_event_epoch
       WHERE id = @session AND status = 'active' AND last_event_epoch < @before`,
      { session, before: by.before },
    )
  }
}

/** Of the project's latest sessions that have one, newest first. */
export function findLastTranscripts(db: Database, by: { project: string; limit: number }): string[] {
  return db
    .all<{ path: string }>(
      `SELECT transcript_path AS path FROM sdk_sessions WHERE project = @project AND transcript_path IS NOT NULL
       ORDER BY started_at_epoch DESC LIMIT @limit`,
      by,
    )
    .map(({ path }) => path)
}
