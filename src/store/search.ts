/**
 * What search needs from the store: ids that match words, how common words are, and the text of candidates. `match` is
 * always FTS5 syntax that the caller built from quoted words.
 */
import type { ObservationType } from '../memory/observation.ts'
import type { Database, Params } from './database.ts'
import { inflateText } from './passages.ts'

export type MemoryKind = 'observation' | 'summary' | 'prompt' | 'passage' | 'note'

/** Absent = no restriction. Lists are alternatives, except that all `concepts` must match. */
export interface Filter {
  projects?: string[] | undefined
  hidden?: string[] | undefined
  types?: ObservationType[] | undefined
  concepts?: string[] | undefined
  /** A path, the end of one (`total.js`) or a folder (`src/cart/`). */
  files?: string[] | undefined
  /** Its number. Notes are of no session. */
  session?: number | undefined
  /** Restricts notes to these workspaces; other kinds have none. */
  workspaces?: number[] | undefined
  /** Without the prompts that agents are still working on. */
  answered?: boolean | undefined
  from?: number | undefined
  to?: number | undefined
}

/** What scoring needs of a memory of any kind. */
export interface Candidate {
  kind: MemoryKind
  id: number
  project: string
  session: number | null
  /** The turn it was made from or said in; null if not stored. */
  turn: number | null
  createdAt: number
  type: ObservationType | null
  title: string
  subtitle: string
  body: string
  files: string
}

/**
 * Title words weigh most, file names and parts of identifiers least. The last column is the scope and scores nothing.
 */
const RANK = {
  observation: 'bm25(observations_fts, 2.5, 1.5, 1.0, 1.0, 0.3, 0.5, 0.5, 0.0)',
  summary: 'bm25(summaries_fts, 2.0, 1.0, 1.2, 1.2, 1.0, 1.0)',
  prompt: 'bm25(prompts_fts)',
  passage: 'bm25(passages_fts, 1.0, 0.5, 0.0)',
  note: 'bm25(notes_fts, 2.0, 1.0, 1.0, 0.5, 0.0)',
}
const INDEX = {
  observation: 'observations_fts',
  summary: 'summaries_fts',
  prompt: 'prompts_fts',
  passage: 'passages_fts',
  note: 'notes_fts',
}
const TABLE = {
  observation: 'observations',
  summary: 'session_summaries',
  prompt: 'user_prompts',
  passage: 'passage_rows',
  note: 'note_rows',
}

/** Columns a query may match; the scope column is internal, and summaries and prompts have none. */
const WORD_COLUMNS: Partial<Record<MemoryKind, string>> = {
  observation: '{title subtitle narrative facts concepts files parts}',
  passage: '{words parts}',
  note: '{heading path words parts}',
}

export interface WordRank {
  kind: MemoryKind
  match: string
  filter: Filter
  limit: number
  /** Projects, matched in the index. */
  scope?: string[] | undefined
  /** Only ids above this one. */
  after?: number | undefined
}

/** Best first, at most `limit`; the same query always gives the same order. */
export function rankByWords(db: Database, by: WordRank): { id: number; rank: number }[] {
  const { kind, filter, limit, after } = by
  const match = inScope(kind, by.match, by.scope)
  const passing = where(kind, filter)
  return db
    .allAsLists<[number, number]>(
      `SELECT f.rowid AS id, ${RANK[kind]} AS rank FROM ${INDEX[kind]} f
       ${passing.sql === '' ? '' : `JOIN ${TABLE[kind]} o ON o.id = f.rowid`}
       WHERE ${INDEX[kind]} MATCH @match ${after === undefined ? '' : 'AND f.rowid > @after'} ${passing.sql}
       ORDER BY rank, f.rowid DESC LIMIT @limit`,
      { match, limit, ...(after === undefined ? {} : { after }), ...passing.params },
    )
    .map(([id, rank]) => ({ id, rank }))
}

/** Those of `ids` that also match. */
export function matchAmong(db: Database, by: { kind: MemoryKind; match: string; ids: number[] }): number[] {
  const index = INDEX[by.kind]
  return db
    .all<{ id: number }>(
      `SELECT rowid AS id FROM ${index} WHERE ${index} MATCH @match AND rowid IN (SELECT value FROM json_each(@ids))`,
      { match: inScope(by.kind, by.match), ids: JSON.stringify(by.ids) },
    )
    .map((row) => row.id)
}

/** Those of `ids` that exist, are not dropped and pass the filter. */
export function filterObservations(db: Database, by: { ids: number[]; filter: Filter }): Set<number> {
  const passing = where('observation', by.filter)
  const rows = db.all<{ id: number }>(
    `SELECT o.id FROM observations o WHERE o.id IN (SELECT value FROM json_each(@ids)) AND o.dropped_at_epoch IS NULL
     ${passing.sql}`,
    { ids: JSON.stringify(by.ids), ...passing.params },
  )
  return new Set(rows.map((row) => row.id))
}

/** Those of `ids` that exist and pass the filter. */
export function filterNotes(db: Database, by: { ids: number[]; filter: Filter }): Set<number> {
  const passing = where('note', by.filter)
  const rows = db.all<{ id: number }>(
    `SELECT o.id FROM note_rows o WHERE o.id IN (SELECT value FROM json_each(@ids)) ${passing.sql}`,
    { ids: JSON.stringify(by.ids), ...passing.params },
  )
  return new Set(rows.map((row) => row.id))
}

/** Kinds whose words are counted: their indexes have a vocabulary and a scope. */
export type CountedKind = 'observation' | 'passage' | 'note'
const VOCABULARY = { observation: 'observations_vocab', passage: 'passages_vocab', note: 'notes_vocab' }
const KEPT_IN = { observation: 'observations', passage: 'passages', note: 'note_chunks' }

/** Differs after every change that this connection made or can see of others. */
export function changeMark(db: Database): string {
  const own = db.get<{ n: number }>('SELECT total_changes() AS n')?.n
  return `${own} ${db.get<{ data_version: number }>('PRAGMA data_version')?.data_version}`
}

/** How many rows of this kind contain this stem. */
export function countStem(db: Database, kind: CountedKind, stem: string): number {
  return db.get<{ n: number }>(`SELECT doc AS n FROM ${VOCABULARY[kind]} WHERE term = @stem`, { stem })?.n ?? 0
}

/** Stems of the index between two words. */
export function findStems(
  db: Database,
  kind: CountedKind,
  by: { from: string; below: string; limit: number },
): string[] {
  return db
    .all<{ stem: string }>(
      `SELECT term AS stem FROM ${VOCABULARY[kind]} WHERE term >= @from AND term < @below LIMIT @limit`,
      by,
    )
    .map(({ stem }) => stem)
}

/** How many of this kind match, counted up to `most`; inside these projects, if given. */
export function countMatches(
  db: Database,
  kind: CountedKind,
  by: { match: string; projects: string[] | undefined; most: number },
): number {
  const row = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM ${INDEX[kind]} WHERE ${INDEX[kind]} MATCH @match LIMIT @most)`,
    { match: inScope(kind, by.match, by.projects), most: by.most },
  )
  return row?.n ?? 0
}

/** An upper bound of their number, close to it. Costs nothing. */
export function lastId(db: Database, kind: CountedKind): number {
  return db.get<{ id: number | null }>(`SELECT max(id) AS id FROM ${KEPT_IN[kind]}`)?.id ?? 0
}

export function countInProject(db: Database, kind: CountedKind, project: string): number {
  return db.get<{ n: number }>(`SELECT count(*) AS n FROM ${TABLE[kind]} WHERE project = @project`, { project })?.n ?? 0
}

/** The newest of a project, for statistics about its typical memory. */
export function newestIds(
  db: Database,
  kind: CountedKind,
  by: { project: string | undefined; limit: number },
): number[] {
  const where = by.project === undefined ? '' : 'WHERE project = @project'
  // Passages and notes have no index by time; their ids give the same order.
  const order = kind === 'observation' ? 'created_at_epoch DESC, id DESC' : 'id DESC'
  return db
    .all<{ id: number }>(`SELECT id FROM ${TABLE[kind]} ${where} ORDER BY ${order} LIMIT @limit`, {
      ...(by.project === undefined ? {} : { project: by.project }),
      limit: by.limit,
    })
    .map((row) => row.id)
}

/** The visible memories made from these turns. */
export function findMadeOf(db: Database, turns: readonly number[]): number[] {
  return db
    .all<{ id: number }>(
      `SELECT o.id FROM turns t JOIN observations o ON o.turn = t.key
       WHERE t.id IN (SELECT value FROM json_each(@turns)) AND o.dropped_at_epoch IS NULL`,
      { turns: JSON.stringify(turns) },
    )
    .map((row) => row.id)
}

/** Per text: more would cost time and say little. */
const MAX_CHARACTERS = 20_000
/** `substr` counts every character, so it is used only where needed. */
const beginning = (text: string) => `iif(octet_length(${text}) > @most, substr(${text}, 1, @most), ${text})`

const CANDIDATES = {
  observation: `SELECT o.id, o.project, o.session_id AS session, o.created_at_epoch AS createdAt,
      (SELECT t.id FROM turns t WHERE t.key = o.turn) AS turn,
      o.type, o.title, o.subtitle, ${beginning('o.narrative')}, ${beginning('o.facts')}, o.files
    FROM observations o WHERE o.id IN (SELECT value FROM json_each(@ids)) AND o.dropped_at_epoch IS NULL`,
  summary: `SELECT u.id, u.project, u.session_id AS session, u.created_at_epoch AS createdAt,
      NULL AS turn, NULL AS type, u.request AS title, u.completed AS subtitle,
      ${beginning('u.investigated')}, ${beginning('u.learned || char(10) || u.next_steps || char(10) || u.notes')}, u.files_edited AS files
    FROM session_summaries u WHERE u.id IN (SELECT value FROM json_each(@ids))`,
  prompt: `SELECT u.id, u.project, u.session_id AS session, u.created_at_epoch AS createdAt,
      (SELECT p.turn_id FROM passages p WHERE p.event = event_number(u.event_key) LIMIT 1) AS turn, NULL AS type, '' AS title, '' AS subtitle, ${beginning('u.prompt_text')}, NULL, '' AS files
    FROM user_prompts u WHERE u.id IN (SELECT value FROM json_each(@ids))`,
  passage: `SELECT u.id, t.project, t.session_id AS session, u.created_at_epoch AS createdAt,
      u.turn_id AS turn, NULL AS type, '' AS title, '' AS subtitle, u.text AS body, NULL, '' AS files
    FROM passages u JOIN turns t ON t.id = u.turn_id WHERE u.id IN (SELECT value FROM json_each(@ids))`,
  note: `SELECT u.id, w.project, NULL AS session, f.created_at_epoch AS createdAt, NULL AS turn, NULL AS type,
      u.heading AS title, f.path AS subtitle, u.text AS body, NULL, '' AS files
    FROM note_chunks u JOIN note_files f ON f.id = u.file_id JOIN note_workspaces w ON w.id = f.workspace_id
    WHERE u.id IN (SELECT value FROM json_each(@ids))`,
}

type CandidateRow = [
  id: number,
  project: string,
  session: number | null,
  createdAt: number,
  turn: number | null,
  type: ObservationType | null,
  title: string,
  subtitle: string,
  body: string | Uint8Array,
  more: string | null,
  files: string,
]

/**
 * In no particular order; missing rows are left out. Lists in `body` and `files` are JSON; a body longer than `most`
 * characters is cut.
 */
export function loadCandidates(db: Database, by: { kind: MemoryKind; ids: number[]; most?: number }): Candidate[] {
  const { kind, most = MAX_CHARACTERS } = by
  if (by.ids.length === 0) return []
  return db
    .allAsLists<CandidateRow>(CANDIDATES[kind], {
      ids: JSON.stringify(by.ids),
      ...(kind === 'passage' || kind === 'note' ? {} : { most }), // these are short
    })
    .map(([id, project, session, createdAt, turn, type, title, subtitle, text, more, files]) => {
      const words = typeof text === 'string' ? text : inflateText(text)
      const body = more === null ? words : `${words}\n${more}`.slice(0, most)
      return { kind, id, project, session, turn, createdAt, type, title, subtitle, body, files }
    })
}

export interface Listing {
  kind: MemoryKind
  filter: Filter
  match?: string | undefined
  order: 'newest' | 'oldest'
  limit: number
  offset: number
}

/** What passes the filter and, if given, matches, newest (or oldest) first. */
export function listMemories(db: Database, by: Listing): { id: number; createdAt: number }[] {
  const { kind, filter, match } = by
  const direction = by.order === 'newest' ? 'DESC' : 'ASC'
  const matching = match === undefined ? undefined : inScope(kind, match, filter.projects)
  const passing = where(kind, filter)
  return db.all<{ id: number; createdAt: number }>(
    `SELECT o.id, o.created_at_epoch AS createdAt FROM ${TABLE[kind]} o
     WHERE ${kind === 'observation' ? 'o.dropped_at_epoch IS NULL' : '1'} ${passing.sql} ${drive(kind, filter)}
     ${matching === undefined ? '' : `AND o.id IN (SELECT rowid FROM ${INDEX[kind]} WHERE ${INDEX[kind]} MATCH @matching)`}
     ORDER BY o.created_at_epoch ${direction}, o.id ${direction} LIMIT @limit OFFSET @offset`,
    { limit: by.limit, offset: by.offset, ...(matching === undefined ? {} : { matching }), ...passing.params },
  )
}

/** The scope has one token per project, so that the index itself can exclude the others. */
function inScope(kind: MemoryKind, match: string, projects?: string[]): string {
  const columns = WORD_COLUMNS[kind]
  if (columns === undefined) return match
  const words = `${columns} : (${match})`
  if (projects === undefined) return words
  const tokens = projects.map((id) => `p${Buffer.from(id).toString('hex')}`).join(' OR ') || 'none'
  return `scope : (${tokens}) AND ${words}`
}

interface Condition {
  sql: string
  params: Params
}
const NEVER: Condition = { sql: '0', params: {} }

/**
 * Conditions on the row `o`, with their values. Only observations have types, concepts and files: such a filter
 * excludes all other kinds.
 */
function where(kind: MemoryKind, filter: Filter): Condition {
  const { projects, hidden, types, concepts, files, session, workspaces, answered, from, to } = filter
  const own = (sql: string, params: Params) => (kind === 'observation' ? { sql, params } : NEVER)
  const conditions = [
    projects && {
      sql: 'o.project IN (SELECT value FROM json_each(@projects))',
      params: { projects: JSON.stringify(projects) },
    },
    hidden && {
      sql: 'o.project NOT IN (SELECT value FROM json_each(@hidden))',
      params: { hidden: JSON.stringify(hidden) },
    },
    types && own('o.type IN (SELECT value FROM json_each(@types))', { types: JSON.stringify(types) }),
    concepts &&
      own(
        `NOT EXISTS (SELECT 1 FROM json_each(@concepts) w WHERE NOT EXISTS
          (SELECT 1 FROM observation_concepts c WHERE c.observation_id = o.id AND c.concept = w.value))`,
        { concepts: JSON.stringify(concepts) },
      ),
    files &&
      own(
        `EXISTS (SELECT 1 FROM observation_files f, json_each(@files) w WHERE f.observation_id = o.id AND ${FILE_FITS})`,
        { files: JSON.stringify(files) },
      ),
    session !== undefined && (kind === 'note' ? NEVER : { sql: 'o.session_id = @session', params: { session } }),
    workspaces &&
      kind === 'note' && {
        sql: 'o.workspace_id IN (SELECT value FROM json_each(@workspaces))',
        params: { workspaces: JSON.stringify(workspaces) },
      },
    answered && kind === 'prompt' && { sql: `o.id NOT IN (${STILL_WORKED_ON})`, params: {} },
    from !== undefined && { sql: 'o.created_at_epoch >= @from', params: { from } },
    to !== undefined && { sql: 'o.created_at_epoch <= @to', params: { to } },
  ].filter((condition): condition is Condition => typeof condition === 'object')
  return {
    sql: conditions.map(({ sql }) => `AND ${sql}`).join(' '),
    params: Object.assign({}, ...conditions.map(({ params }) => params)),
  }
}

/** The prompts that agents are working on: they hold what an agent searches for, and are no answer. */
const STILL_WORKED_ON = `SELECT u.id FROM sdk_sessions s JOIN user_prompts u ON u.session_id = s.id
  JOIN observation_queue e ON e.event_key = u.event_key
  WHERE s.status = 'active' AND NOT EXISTS (SELECT 1 FROM observation_queue q
    WHERE q.session_id = s.id AND q.created_at_epoch > u.created_at_epoch AND q.kind IN ('stopped', 'prompt'))`

/** A whole path, the end of one after a slash, or everything in a folder. */
const FILE_FITS = `(f.path = w.value OR substr(f.path, -length(w.value) - 1) = '/' || w.value
  OR substr(f.path, 1, length(rtrim(w.value, '/')) + 1) = rtrim(w.value, '/') || '/')`

/** The last part of a path; must be written exactly as in idx_observation_files_name to use that index. */
const fileName = (path: string) => `replace(${path}, rtrim(${path}, replace(${path}, '/', '')), '')`

/** If few rows pass a filter, the listing starts from those instead of walking through all. */
function drive(kind: MemoryKind, filter: Filter): string {
  if (kind !== 'observation' || !filter.files) return ''
  const projects = filter.projects ? '@projects' : '(SELECT json_group_array(id) FROM projects)'
  // This join order lets the index find a folder; SQLite's own choice reads every file of the project.
  return `AND o.id IN (
    SELECT f.observation_id FROM observation_files f, json_each(@files) w
    WHERE ${fileName('f.path')} = ${fileName('w.value')}
    UNION SELECT f.observation_id FROM json_each(@files) w
    CROSS JOIN json_each(${projects}) p
    CROSS JOIN observation_files f
    WHERE f.project = p.value AND f.path >= rtrim(w.value, '/') || '/' AND f.path < rtrim(w.value, '/') || '0')`
}
