/** Observations: upserted under their key, read back whole. Files and concepts also stand as indexed rows. */
import type {
  Concept,
  Observation,
  ObservationDraft,
  ObservationSource,
  ObservationType,
} from '../memory/observation.ts'
import type { Database } from './database.ts'
import { markWaiting } from './events.ts'
import { hashKey, isForgotten, putTombstone } from './tombstones.ts'

export interface PutObservation {
  draft: ObservationDraft
  session: number | undefined
  project: string
  source: ObservationSource
  pinned?: boolean
  /** The draft already contains what was merged into the row; without this, a row others were merged into stays. */
  merged?: boolean
}

/** The id, or undefined when this key was forgotten. A row that a person edited or pinned keeps its words. */
export function putObservation(db: Database, by: PutObservation): number | undefined {
  const { draft, session, project, source } = by
  if (isForgotten(db, draft.key)) return undefined
  const alias = db.get<{ id: number }>('SELECT observation_id AS id FROM observation_aliases WHERE key = @key', {
    key: draft.key,
  })
  if (alias) return alias.id
  const row = db.get<{ id: number }>(
    `INSERT INTO observations (key, session_id, project, type, title, subtitle, narrative, facts, concepts, files,
                               event_keys, agent_id, discovery_tokens, source, pinned, created_at_epoch)
     VALUES (@key, @session, @project, @type, @title, @subtitle, @narrative, @facts, @concepts, @files,
             @eventKeys, @agentId, @tokens, @source, @pinned, @at)
     ON CONFLICT (key) DO UPDATE SET
       type = excluded.type, title = excluded.title, subtitle = excluded.subtitle, narrative = excluded.narrative,
       facts = excluded.facts, concepts = excluded.concepts, files = excluded.files, event_keys = excluded.event_keys,
       discovery_tokens = excluded.discovery_tokens, created_at_epoch = excluded.created_at_epoch
     WHERE pinned = 0 AND source = excluded.source AND (@merge = 1 OR id NOT IN (SELECT observation_id FROM observation_aliases))
     RETURNING id`,
    {
      key: draft.key,
      session: session ?? null,
      project,
      type: draft.type,
      title: draft.title,
      subtitle: draft.subtitle,
      narrative: draft.narrative,
      facts: JSON.stringify(draft.facts),
      concepts: JSON.stringify(draft.concepts),
      files: JSON.stringify({ read: draft.filesRead, modified: draft.filesModified }),
      eventKeys: JSON.stringify(draft.eventKeys),
      agentId: draft.agentId ?? null,
      tokens: draft.discoveryTokens,
      source,
      pinned: by.pinned ? 1 : 0,
      merge: by.merged ? 1 : 0,
      at: draft.at,
    },
  )
  if (!row) return db.get<{ id: number }>('SELECT id FROM observations WHERE key = @key', { key: draft.key })?.id
  putRows(db, row.id, project, draft)
  return row.id
}

function putRows(db: Database, id: number, project: string, draft: ObservationDraft): void {
  db.run('DELETE FROM observation_files WHERE observation_id = @id', { id })
  db.run('DELETE FROM observation_concepts WHERE observation_id = @id', { id })
  const files = new Map<string, number>()
  for (const path of draft.filesRead) files.set(path, 0)
  for (const path of draft.filesModified) files.set(path, 1)
  for (const [path, modified] of files) {
    db.run(
      `INSERT INTO observation_files (observation_id, project, path, modified, created_at_epoch)
       VALUES (@id, @project, @path, @modified, @at)`,
      { id, project, path, modified, at: draft.at },
    )
  }
  for (const concept of new Set(draft.concepts)) {
    db.run('INSERT INTO observation_concepts (observation_id, concept, created_at_epoch) VALUES (@id, @concept, @at)', {
      id,
      concept,
      at: draft.at,
    })
  }
}

/** A newer draft of the same thing joined an older row: its key resolves there from now on. */
export function putAlias(db: Database, by: { key: string; observation: number }): void {
  db.run(
    'INSERT INTO observation_aliases (key, observation_id) VALUES (@key, @observation) ON CONFLICT (key) DO NOTHING',
    by,
  )
}

export function hasObservationKey(db: Database, key: string): boolean {
  return (
    db.get(
      `SELECT 1 FROM observations WHERE key = @key UNION ALL SELECT 1 FROM observation_aliases WHERE key = @key LIMIT 1`,
      { key },
    ) !== undefined
  )
}

/** Rows a local run may replace: made locally, not pinned, not merged into by another session. */
export function findLocalKeys(db: Database, session: number): { id: number; key: string; eventKeys: string[] }[] {
  return db
    .all<{ id: number; key: string; eventKeys: string }>(
      `SELECT id, key, event_keys AS eventKeys FROM observations
       WHERE session_id = @session AND source = 'local' AND pinned = 0`,
      { session },
    )
    .map((row) => ({ ...row, eventKeys: JSON.parse(row.eventKeys) as string[] })) // written by putObservation
}

/** The same episode, now known to begin earlier or later: the row keeps its id under the new key. */
export function rekeyObservation(db: Database, by: { id: number; key: string }): void {
  db.run('UPDATE observations SET key = @key WHERE id = @id', by)
}

export function deleteObservation(db: Database, id: number): void {
  db.run('DELETE FROM observations WHERE id = @id', { id })
}

const COLUMNS = `o.id, o.key, s.claude_session_id AS sessionId, o.project, p.name AS projectName, o.type, o.title, o.subtitle,
  o.narrative, o.facts, o.concepts, o.files, o.agent_id AS agentId, o.discovery_tokens AS discoveryTokens, o.source,
  o.pinned, o.created_at_epoch AS createdAt`
const FROM = 'FROM observations o JOIN projects p ON p.id = o.project LEFT JOIN sdk_sessions s ON s.id = o.session_id'

interface ObservationRow {
  id: number
  key: string
  sessionId: string | null
  project: string
  projectName: string
  type: ObservationType
  title: string
  subtitle: string
  narrative: string
  facts: string
  concepts: string
  files: string
  agentId: string | null
  discoveryTokens: number
  source: ObservationSource
  pinned: number
  createdAt: number
}

export function findObservation(db: Database, id: number): Observation | undefined {
  const row = db.get<ObservationRow>(`SELECT ${COLUMNS} ${FROM} WHERE o.id = @id`, { id })
  return row && toObservation(row)
}

/** Newest first. */
export function findRecentObservations(db: Database, by: { project: string; limit: number }): Observation[] {
  return db
    .all<ObservationRow>(
      `SELECT ${COLUMNS} ${FROM} WHERE o.project = @project ORDER BY o.created_at_epoch DESC, o.id DESC LIMIT @limit`,
      by,
    )
    .map(toObservation)
}

export type StoredDraft = ObservationDraft & { id: number; session: number | undefined }

/** Candidates for the near-duplicate rule, oldest first: local ones of one project, type and span. */
export function findRecentDrafts(
  db: Database,
  by: { project: string; type: ObservationType; since: number; until: number },
): StoredDraft[] {
  return db
    .all<ObservationRow & { eventKeys: string; session: number | null }>(
      `SELECT ${COLUMNS}, o.event_keys AS eventKeys, o.session_id AS session ${FROM}
       WHERE o.project = @project AND o.created_at_epoch BETWEEN @since AND @until AND o.type = @type AND o.source = 'local'
       ORDER BY o.created_at_epoch, o.id LIMIT 200`,
      by,
    )
    .map((row) => ({
      ...toObservation(row),
      at: row.createdAt,
      session: row.session ?? undefined,
      eventKeys: JSON.parse(row.eventKeys) as string[], // written by putObservation
    }))
}

export function findSessionObservations(db: Database, session: number): Observation[] {
  return db
    .all<ObservationRow>(`SELECT ${COLUMNS} ${FROM} WHERE o.session_id = @session ORDER BY o.created_at_epoch, o.id`, {
      session,
    })
    .map(toObservation)
}

/** `match` is FTS5 syntax that the caller built; best first. Title words weigh most, file names least. */
export function matchObservations(
  db: Database,
  by: { match: string; project: string | null; limit: number },
): (Observation & { rank: number })[] {
  return db
    .all<ObservationRow & { rank: number }>(
      `SELECT ${COLUMNS}, bm25(observations_fts, 4.0, 2.0, 1.0, 1.5, 0.5, 1.0) AS rank
       FROM observations_fts JOIN observations o ON o.id = observations_fts.rowid
       JOIN projects p ON p.id = o.project LEFT JOIN sdk_sessions s ON s.id = o.session_id
       WHERE observations_fts MATCH @match AND (@project IS NULL OR o.project = @project)
       ORDER BY rank, o.created_at_epoch DESC LIMIT @limit`,
      by,
    )
    .map((row) => ({ ...toObservation(row), rank: row.rank }))
}

export interface ForgetReceipt {
  id: number
  observations: number
  events: number
  prompts: number
  files: number
  concepts: number
}

/** Keys to bury: the observation's own, those merged into it, and the events it was made from. */
export function keysToForget(db: Database, id: number): string[] | undefined {
  const row = db.get<{ key: string; eventKeys: string }>(
    'SELECT key, event_keys AS eventKeys FROM observations WHERE id = @id',
    { id },
  )
  if (!row) return undefined
  const aliases = db.all<{ key: string }>('SELECT key FROM observation_aliases WHERE observation_id = @id', { id })
  return [row.key, ...aliases.map((alias) => alias.key), ...(JSON.parse(row.eventKeys) as string[])] // see putObservation
}

/** Removes the rows and leaves tombstones. Replay calls it too, where a row may be gone already. */
export function forgetKeys(db: Database, by: { keys: string[]; at: number }): Omit<ForgetReceipt, 'id'> {
  const receipt = { observations: 0, events: 0, prompts: 0, files: 0, concepts: 0 }
  for (const key of new Set(by.keys)) {
    putTombstone(db, { hash: hashKey(key), at: by.at })
    const row = db.get<{ id: number; session: number | null }>(
      'SELECT id, session_id AS session FROM observations WHERE key = @key',
      { key },
    )
    if (row) {
      receipt.files += count(db, 'SELECT count(*) AS n FROM observation_files WHERE observation_id = @id', row.id)
      receipt.concepts += count(db, 'SELECT count(*) AS n FROM observation_concepts WHERE observation_id = @id', row.id)
      deleteObservation(db, row.id)
      receipt.observations += 1
      // The session's summary may repeat what was forgotten: it is made anew from what is left.
      if (row.session !== null) markWaiting(db, { session: row.session, at: 0 })
    }
    receipt.events += db.run('DELETE FROM observation_queue WHERE event_key = @key', { key }).changes
    receipt.prompts += db.run('DELETE FROM user_prompts WHERE event_key = @key', { key }).changes
  }
  return receipt
}

function count(db: Database, sql: string, id: number): number {
  return db.get<{ n: number }>(sql, { id })?.n ?? 0
}

function toObservation(row: ObservationRow): Observation {
  const files = JSON.parse(row.files) as { read: string[]; modified: string[] } // written by putObservation
  const { files: _, agentId, ...rest } = row
  return {
    ...rest,
    sessionId: row.sessionId ?? undefined,
    facts: JSON.parse(row.facts) as string[], // as above
    concepts: JSON.parse(row.concepts) as Concept[], // as above
    filesRead: files.read,
    filesModified: files.modified,
    pinned: row.pinned === 1,
    ...(agentId === null ? {} : { agentId }),
  }
}
