/** What was injected into which session, why, and at what cost. */
import type { Database, Params } from './database.ts'
import { findCompactedAt } from './events.ts'

export interface Injection {
  /** The observation's id; for a piece of a note its id negated. */
  observation: number
  score: number
  parts: Record<string, number>
  tokens: number
}

export interface InjectionRow extends Injection {
  sessionId: string
  /** null: the session is not kept. */
  session: number | null
  surface: string
  title: string | null
  at: number
}

export interface Telling {
  sessionId: string
  surface: string
  /** Of the whole text as sent. */
  tokens: number
  injections: Injection[]
}

export function putInjections(db: Database, by: Telling & { at: number }): void {
  const { sessionId, surface, at } = by
  db.transaction(() => {
    db.run(
      `INSERT INTO told_texts (claude_session_id, surface, tokens, created_at_epoch)
       VALUES (@sessionId, @surface, @tokens, @at)`,
      { sessionId, surface, at, tokens: by.tokens },
    )
    for (const { observation, score, parts, tokens } of by.injections) {
      db.run(
        `INSERT INTO injections (claude_session_id, surface, observation_id, score, parts, tokens, created_at_epoch)
         VALUES (@sessionId, @surface, @observation, @score, @parts, @tokens, @at)`,
        { sessionId, surface, at, observation, score, parts: JSON.stringify(parts), tokens },
      )
    }
  })
}

export interface ToldSession {
  /** What it was told, and memories of its own work. */
  told: ReadonlySet<number>
  /** Those of them that only had an entry in its session-start index, with its tokens. */
  indexed: ReadonlyMap<number, number>
}

/** What the session still has in its context, since it last began. */
export function findTold(db: Database, sessionId: string): ToldSession {
  const rows = db.all<{ id: number; indexed: 0 | 1; tokens: number }>(
    `WITH began(at) AS (SELECT max(@compactedAt, coalesce(max(created_at_epoch), 0)) FROM injections
       WHERE claude_session_id = @sessionId AND surface = 'session_start')
     SELECT observation_id AS id, min(surface = 'session_start') AS indexed, max(tokens) AS tokens FROM injections, began
     WHERE claude_session_id = @sessionId AND created_at_epoch >= began.at GROUP BY observation_id
     UNION ALL SELECT o.id, 0, 0 FROM observations o, began JOIN sdk_sessions s ON s.id = o.session_id
     WHERE s.claude_session_id = @sessionId AND o.created_at_epoch >= began.at`,
    { sessionId, compactedAt: findCompactedAt(db, sessionId) },
  )
  const own = new Set(rows.filter(({ indexed }) => indexed === 0).map(({ id }) => id))
  return {
    told: new Set(rows.map(({ id }) => id)),
    indexed: new Map(rows.filter(({ id }) => !own.has(id)).map(({ id, tokens }) => [id, tokens])),
  }
}

/** True if the session was told of one of these after a failed call. */
export function hasToldFailure(db: Database, by: { sessionId: string; observations: number[] }): boolean {
  return (
    db.get(
      `SELECT 1 FROM injections WHERE claude_session_id = @sessionId AND surface = 'failure'
       AND observation_id IN (SELECT value FROM json_each(@observations)) LIMIT 1`,
      { sessionId: by.sessionId, observations: JSON.stringify(by.observations) },
    ) !== undefined
  )
}

const SESSION_OR_LATEST = `coalesce(@sessionId,
  (SELECT claude_session_id FROM told_texts ORDER BY created_at_epoch DESC, id DESC LIMIT 1))`

export interface ToldText extends Omit<Telling, 'injections'> {
  at: number
}

/** Oldest first; without a session, those of the session last told something. */
export function findTexts(db: Database, sessionId: string | undefined): ToldText[] {
  return db.all<ToldText>(
    `SELECT claude_session_id AS sessionId, surface, tokens, created_at_epoch AS at FROM told_texts
     WHERE claude_session_id = ${SESSION_OR_LATEST} ORDER BY created_at_epoch, id`,
    { sessionId: sessionId ?? null },
  )
}

/** Newest first; without a session, those of the session last told something. */
export function findInjections(db: Database, by: { sessionId: string | undefined; limit: number }): InjectionRow[] {
  return readInjections(db, `i.claude_session_id = ${SESSION_OR_LATEST}`, {
    sessionId: by.sessionId ?? null,
    limit: by.limit,
  })
}

/** One memory, in every session or in this one. */
export interface ToldOf {
  observation: number
  sessionId: string | undefined
}

/** What was told under an id that was merged into it counts too. */
const OF_MEMORY = `i.observation_id IN (SELECT @observation UNION ALL
    SELECT old_id FROM observation_aliases WHERE observation_id = @observation AND old_id IS NOT NULL)
  AND (@sessionId IS NULL OR i.claude_session_id = @sessionId)`

/** Newest first. */
export function findTellings(db: Database, by: ToldOf & { limit: number }): InjectionRow[] {
  return readInjections(db, OF_MEMORY, { ...ofMemory(by), limit: by.limit })
}

/** How often it was told, and what its own lines cost: unasked, and by the read gate. */
export function sumTellings(db: Database, by: ToldOf): { count: number; tokens: number; gateTokens: number } {
  const sum = db.get<{ count: number; tokens: number; gateTokens: number }>(
    `SELECT count(*) AS count, coalesce(sum(iif(i.surface = 'read', 0, i.tokens)), 0) AS tokens,
       coalesce(sum(iif(i.surface = 'read', i.tokens, 0)), 0) AS gateTokens FROM injections i WHERE ${OF_MEMORY}`,
    ofMemory(by),
  )
  return sum ?? { count: 0, tokens: 0, gateTokens: 0 } // an aggregate always has its row
}

const ofMemory = ({ observation, sessionId }: ToldOf): Params => ({ observation, sessionId: sessionId ?? null })

function readInjections(db: Database, where: string, params: Params): InjectionRow[] {
  return db
    .all<Omit<InjectionRow, 'parts'> & { parts: string }>(
      `SELECT i.claude_session_id AS sessionId, s.id AS session, i.surface, i.observation_id AS observation,
              coalesce(o.title, n.title) AS title, i.score, i.parts, i.tokens, i.created_at_epoch AS at
       FROM injections i LEFT JOIN observations o ON o.id = i.observation_id
       LEFT JOIN sdk_sessions s ON s.claude_session_id = i.claude_session_id
       LEFT JOIN (SELECT c.id, f.path || '#L' || c.start_line || '-L' || c.end_line AS title
                  FROM note_chunks c JOIN note_files f ON f.id = c.file_id) n ON n.id = -i.observation_id
       WHERE ${where}
       ORDER BY i.created_at_epoch DESC, i.id LIMIT @limit`,
      params,
    )
    .map((row) => ({ ...row, parts: JSON.parse(row.parts) as Record<string, number> })) // written by putInjections
}

/** Deletes entries older than `before`: the ledger explains the present and is not an archive. */
export function purgeInjections(db: Database, before: number): number {
  db.run('DELETE FROM told_texts WHERE created_at_epoch < @before', { before })
  return db.run('DELETE FROM injections WHERE created_at_epoch < @before', { before }).changes
}
