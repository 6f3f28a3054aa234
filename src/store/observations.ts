/** Observations: upserted under their key, read back whole. Files and concepts are also indexed rows. */
import { createHash } from 'node:crypto'
import type {
  Concept,
  Observation,
  ObservationDraft,
  ObservationOrigin,
  ObservationSource,
  ObservationType,
} from '../memory/observation.ts'
import type { Database } from './database.ts'
import { parseFileLists } from './file-lists.ts'
import { isForgotten } from './tombstones.ts'

export interface PutObservation {
  draft: ObservationDraft
  session: number | undefined
  project: string
  source: ObservationSource
  pinned?: boolean
  /** The draft already contains what was merged into the row; without this, such a row is left alone. */
  merged?: boolean
}

/**
 * undefined when this key was forgotten. A row that a person edited or pinned keeps its words, and so does one that a
 * model has reworded, until its local draft changes.
 */
export function putObservation(db: Database, by: PutObservation): { id: number; changed: boolean } | undefined {
  const { draft, session, project, source } = by
  if (isForgotten(db, draft.key)) return undefined
  const alias = db.get<{ id: number }>('SELECT observation_id AS id FROM observation_aliases WHERE key = @key', {
    key: draft.key,
  })
  if (alias) return { id: alias.id, changed: false }
  const row = db.get<{ id: number }>(
    `INSERT INTO observations (id, key, session_id, project, type, title, subtitle, narrative, facts, concepts, files,
                               event_keys, agent_id, discovery_tokens, source, origin, pinned, standing, turn, draft_hash, created_at_epoch)
     VALUES ((SELECT r.id FROM observation_ids r WHERE r.key = @key AND r.id NOT IN (SELECT id FROM observations)),
             @key, @session, @project, @type, @title, @subtitle, @narrative, @facts, @concepts, @files,
             @eventKeys, @agentId, @tokens, @source, @origin, @pinned, @standing, @turn, @hash, @at)
     ON CONFLICT (key) DO UPDATE SET
       project = excluded.project, type = excluded.type, title = excluded.title, subtitle = excluded.subtitle,
       narrative = excluded.narrative, facts = excluded.facts, concepts = excluded.concepts, files = excluded.files,
       event_keys = excluded.event_keys, discovery_tokens = excluded.discovery_tokens, created_at_epoch = excluded.created_at_epoch,
       draft_hash = excluded.draft_hash, source = excluded.source, model = NULL,
       origin = CASE WHEN @merge = 1 AND origin = 'untrusted' THEN origin ELSE excluded.origin END, prompt_version = NULL,
       standing = excluded.standing, turn = excluded.turn, dropped_at_epoch = NULL, superseded_by = NULL
     WHERE chosen = 0 AND draft_hash IS NOT excluded.draft_hash
       AND (@merge = 1 OR id NOT IN (SELECT observation_id FROM observation_aliases))
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
      origin: draft.origin ?? 'session',
      pinned: by.pinned ? 1 : 0,
      standing: draft.standing ? 1 : 0,
      turn: draft.turn ?? null,
      merge: by.merged ? 1 : 0,
      hash: hashDraft(draft),
      at: draft.at,
    },
  )
  if (row) {
    putRows(db, row.id, { project, ...draft })
    return { id: row.id, changed: true }
  }
  const kept = db.get<{ id: number }>('SELECT id FROM observations WHERE key = @key', { key: draft.key })
  return kept && { id: kept.id, changed: false }
}

/** Used in a recovery, from the journal: this memory had this id. */
export function reserveId(db: Database, by: { key: string; id: number }): void {
  db.run('INSERT INTO observation_ids (key, id) VALUES (@key, @id) ON CONFLICT DO NOTHING', by)
}

/** Of what is shown: failures are separate rows, written whether the rest changed or not. */
function hashDraft({ failures: _, ...draft }: ObservationDraft): string {
  return createHash('sha256').update(JSON.stringify(draft)).digest('hex').slice(0, 16)
}

export function putRows(
  db: Database,
  id: number,
  by: { project: string; at: number } & Pick<ObservationDraft, 'filesRead' | 'filesModified' | 'concepts'>,
): void {
  db.run('DELETE FROM observation_concepts WHERE observation_id = @id', { id })
  const files = new Map<string, number>()
  for (const path of by.filesRead) files.set(path, 0)
  for (const path of by.filesModified) files.set(path, 1)
  // A file that stays keeps its stored hash.
  db.run(
    'DELETE FROM observation_files WHERE observation_id = @id AND path NOT IN (SELECT value FROM json_each(@paths))',
    { id, paths: JSON.stringify([...files.keys()]) },
  )
  for (const [path, modified] of files) {
    db.run(
      `INSERT INTO observation_files (observation_id, project, path, modified, created_at_epoch)
       VALUES (@id, @project, @path, @modified, @at)
       ON CONFLICT DO UPDATE SET project = excluded.project, modified = excluded.modified, created_at_epoch = excluded.created_at_epoch`,
      { id, project: by.project, path, modified, at: by.at },
    )
  }
  for (const concept of new Set(by.concepts)) {
    db.run('INSERT INTO observation_concepts (observation_id, concept, created_at_epoch) VALUES (@id, @concept, @at)', {
      id,
      concept,
      at: by.at,
    })
  }
}

/** From now on another key, and the id it may have had, refer to this row. */
export function putAlias(db: Database, by: { key: string; observation: number; oldId?: number }): void {
  db.run(
    `INSERT INTO observation_aliases (key, observation_id, old_id) VALUES (@key, @observation, @oldId)
     ON CONFLICT (key) DO UPDATE SET observation_id = excluded.observation_id`,
    { ...by, oldId: by.oldId ?? null },
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

/** Part of the key of an observation without a local draft. */
export const MADE_BY_MODEL = ':model:'

/** Rows made from local drafts, whoever worded them since. A local run may delete those that are nobody's choice. */
export function findLocalKeys(
  db: Database,
  session: number,
): { id: number; key: string; eventKeys: string[]; chosen: boolean }[] {
  return db
    .all<{ id: number; key: string; eventKeys: string; chosen: number }>(
      `SELECT id, key, event_keys AS eventKeys, chosen FROM observations
       WHERE session_id = @session AND instr(key, @byModel) = 0 AND source <> 'user'`,
      { session, byModel: MADE_BY_MODEL },
    )
    .map((row) => ({ ...row, eventKeys: JSON.parse(row.eventKeys) as string[], chosen: row.chosen === 1 })) // written by putObservation
}

/** The same episode with a corrected beginning: the row keeps its id under the new key. */
export function rekeyObservation(db: Database, by: { id: number; key: string }): void {
  db.run('UPDATE observations SET key = @key WHERE id = @id', by)
}

export function deleteObservation(db: Database, id: number): void {
  db.run('DELETE FROM observations WHERE id = @id', { id })
}

const COLUMNS = `o.id, o.key, s.claude_session_id AS sessionId, o.project, p.name AS projectName, o.type, o.title, o.subtitle,
  o.narrative, o.facts, o.concepts, o.files, o.agent_id AS agentId, o.discovery_tokens AS discoveryTokens, o.source,
  o.origin, o.model, o.pinned, o.edited, o.recalled, o.standing, o.superseded_by AS supersededBy, o.created_at_epoch AS createdAt,
  (SELECT t.id FROM turns t WHERE t.key = o.turn) AS turnId`
const FROM = 'FROM observations o JOIN projects p ON p.id = o.project LEFT JOIN sdk_sessions s ON s.id = o.session_id'

interface ObservationRow extends MarkColumns {
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
  origin: ObservationOrigin
  model: string | null
  standing: number
  turnId: number | null
  supersededBy: number | null
  createdAt: number
}

/** By its id, or by one that was merged into it. */
export function findObservation(db: Database, id: number): Observation | undefined {
  const row = db.get<ObservationRow>(
    `SELECT ${COLUMNS} ${FROM}
     WHERE o.id = coalesce((SELECT observation_id FROM observation_aliases WHERE old_id = @id), @id)`,
    { id },
  )
  return row && toObservation(row)
}

/** In no particular order; missing ids are left out. */
export function findObservations(db: Database, ids: number[]): Observation[] {
  return db
    .all<ObservationRow>(`SELECT ${COLUMNS} ${FROM} WHERE o.id IN (SELECT value FROM json_each(@ids))`, {
      ids: JSON.stringify(ids),
    })
    .map(toObservation)
}

export function findEventKeys(db: Database, id: number): string[] {
  const row = db.get<{ keys: string }>('SELECT event_keys AS keys FROM observations WHERE id = @id', { id })
  return JSON.parse(row?.keys ?? '[]') as string[] // written by putObservation
}

/** Newest first. */
export function findRecentObservations(db: Database, by: { project: string; limit: number }): Observation[] {
  return db
    .all<ObservationRow>(
      `SELECT ${COLUMNS} ${FROM} WHERE o.project = @project AND o.dropped_at_epoch IS NULL
       ORDER BY o.created_at_epoch DESC, o.id DESC LIMIT @limit`,
      by,
    )
    .map(toObservation)
}

export type StoredDraft = ObservationDraft & { id: number; session: number | undefined }

/** Candidates for the near-duplicate rule, oldest first: local ones of the same project, type and span. */
export function findRecentDrafts(
  db: Database,
  by: { project: string; type: ObservationType; since: number; until: number },
): StoredDraft[] {
  return db
    .all<ObservationRow & { eventKeys: string; session: number | null; turn: string | null }>(
      `SELECT ${COLUMNS}, o.event_keys AS eventKeys, o.session_id AS session, o.turn ${FROM}
       WHERE o.project = @project AND o.created_at_epoch BETWEEN @since AND @until AND o.type = @type AND o.source = 'local'
       ORDER BY o.created_at_epoch, o.id LIMIT 200`,
      by,
    )
    .map(({ turn, ...row }) => ({
      ...toObservation(row),
      ...(turn === null ? {} : { turn }),
      at: row.createdAt,
      session: row.session ?? undefined,
      eventKeys: JSON.parse(row.eventKeys) as string[], // written by putObservation
    }))
}

export function findSessionObservations(db: Database, session: number): Observation[] {
  return db
    .all<ObservationRow>(
      `SELECT ${COLUMNS} ${FROM} WHERE o.session_id = @session AND o.dropped_at_epoch IS NULL ORDER BY o.created_at_epoch, o.id`,
      {
        session,
      },
    )
    .map(toObservation)
}

/** What `remember` stored in a project in this time, as one text each. */
export function findRemembered(db: Database, by: { project: string; since: number; until: number }): string[] {
  return db
    .all<{ text: string }>(
      `SELECT title || ' ' || narrative AS text FROM observations
       WHERE project = @project AND created_at_epoch BETWEEN @since AND @until AND source = 'user'`,
      by,
    )
    .map((row) => row.text)
}

/** What a person made of a memory, as stored. */
export interface MarkColumns {
  pinned: number
  edited: number
  recalled: number
}
export type Marks = Pick<Observation, 'pinned' | 'edited' | 'recalled'>

export function marksOf({ pinned, edited, recalled }: MarkColumns): Marks {
  return {
    pinned: pinned === 1,
    ...(edited === 1 ? { edited: true as const } : {}),
    ...(recalled === 0 ? { recalled: false as const } : {}),
  }
}

function toObservation(row: ObservationRow): Observation {
  const { files, agentId, standing, turnId, pinned, edited, recalled, ...rest } = row
  const { read, modified } = parseFileLists(files)
  return {
    ...rest,
    sessionId: row.sessionId ?? undefined,
    model: row.model ?? undefined,
    facts: JSON.parse(row.facts) as string[], // written by putObservation
    concepts: JSON.parse(row.concepts) as Concept[], // as above
    filesRead: read,
    filesModified: modified,
    ...marksOf({ pinned, edited, recalled }),
    supersededBy: row.supersededBy ?? undefined,
    ...(standing === 1 ? { standing: true as const } : {}),
    ...(agentId === null ? {} : { agentId }),
    ...(turnId === null ? {} : { turnId }),
  }
}
