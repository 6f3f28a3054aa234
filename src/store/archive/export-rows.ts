/**
 * Everything a person's memory consists of, as rows for an export, one at a time. Left out: what is derived (keyword
 * index, vectors, counts, notes, which are files), what belongs to this machine (how far transcripts are read, hashes
 * keyed with this folder's token), and the books (what agents were told, what models cost).
 */
import type { Concept } from '../../memory/observation.ts'
import type { Database, Params } from '../database.ts'
import { parseFileLists } from '../file-lists.ts'
import { inflateText } from '../passages.ts'
import {
  type ArchiveHead,
  type ArchiveRow,
  FORMAT,
  NUMBERED,
  type Numbered,
  ROW_KINDS,
  type RowKind,
  type RowOf,
} from './rows.ts'

export interface ExportFilter {
  /** Ids; undefined: all. */
  projects?: string[] | undefined
  /** Milliseconds. */
  since?: number | undefined
}

/** What is chosen of a table: by its project and its time. */
const OF = `(@everywhere = 1 OR x.project IN (SELECT value FROM json_each(@projects)))`
const IN = `${OF} AND x.created_at_epoch >= @since`

/** Also sessions of other projects, and older ones, of which something chosen is a part. */
const SESSIONS = `SELECT x.id FROM sdk_sessions x WHERE ${OF} AND x.last_event_epoch >= @since
  UNION SELECT x.session_id FROM observations x WHERE ${IN} AND x.session_id IS NOT NULL
  UNION SELECT x.session_id FROM session_summaries x WHERE ${IN}
  UNION SELECT x.session_id FROM user_prompts x WHERE ${IN}
  UNION SELECT x.session_id FROM turns x WHERE ${IN}`
const OBSERVED = `SELECT x.key FROM observations x WHERE ${IN}`

/** Without filters no table is searched for what it is a part of. */
const unlessAll = (condition: string) => `(@all = 1 OR ${condition})`

interface Source<Kind extends RowKind> {
  from: string
  columns: string
  order: string
  row: (row: never, db: Database) => Omit<RowOf<Kind>, 'kind'>
}

const bool = (value: unknown) => value === 1
const list = (json: string) => JSON.parse(json) as string[] // written by the store

const SOURCES: { [Kind in RowKind]: Source<Kind> } = {
  // All of them, whatever the filter: a hash does not say which project it was.
  forgotten: {
    from: 'tombstones x',
    columns: 'x.key_hash AS hash, x.created_at_epoch AS at',
    order: 'x.key_hash',
    row: (row) => row,
  },
  // One that has not ended is a state of this machine.
  paused: {
    from: 'pauses x WHERE x.to_epoch IS NOT NULL',
    columns: 'x.from_epoch AS "from", x.to_epoch AS "to"',
    order: 'x.from_epoch',
    row: (row) => row,
  },
  project: {
    from: `projects x WHERE ${unlessAll(
      `(@since < 0 AND x.id IN (SELECT value FROM json_each(@projects)))
       OR x.id IN (SELECT s.project FROM sdk_sessions s WHERE s.id IN (${SESSIONS}))
       OR x.id IN (SELECT x.project FROM observations x WHERE ${IN})
       OR x.id IN (SELECT x.project FROM turns x WHERE ${IN})
       OR x.id IN (SELECT x.project FROM session_summaries x WHERE ${IN})
       OR x.id IN (SELECT x.project FROM user_prompts x WHERE ${IN})`,
    )}`,
    columns: `x.id, x.name, x.root, x.created_at_epoch AS at, x.renamed,
      (SELECT json_group_array(alias) FROM (SELECT alias FROM project_aliases WHERE project = x.id ORDER BY alias)) AS aliases`,
    order: 'x.created_at_epoch, x.id',
    row: (row: { id: string; name: string; root: string; at: number; renamed: number; aliases: string }) => ({
      ...row,
      renamed: bool(row.renamed),
      aliases: list(row.aliases),
    }),
  },
  session: {
    from: `sdk_sessions x WHERE ${unlessAll(`x.id IN (${SESSIONS})`)}`,
    columns: `x.id AS number, x.claude_session_id AS id, x.project, x.cwd, x.transcript_path AS transcript, x.entrypoint,
      x.user_prompt AS prompt, x.started_at_epoch AS startedAt, x.last_event_epoch AS lastEventAt,
      x.completed_at_epoch AS completedAt, x.status, x.checkout, x.extract_from_epoch AS extractFrom,
      x.resume_at_epoch AS resumeAt`,
    order: 'x.id',
    row: (row) => row,
  },
  event: {
    from: `observation_queue x JOIN sdk_sessions s ON s.id = x.session_id
      WHERE ${unlessAll(`${OF.replace('x.project', 's.project')} AND x.created_at_epoch >= @since`)}`,
    columns: `x.event_key AS key, s.claude_session_id AS session, x.kind AS what, x.tool_name AS tool,
      x.created_at_epoch AS at, x.origin, x.line_id AS line, x.event`,
    order: 'x.id',
    row: (row: Omit<RowOf<'event'>, 'kind' | 'event'> & { event: string | null }) => ({
      ...row,
      event: row.event === null ? null : (JSON.parse(row.event) as RowOf<'event'>['event']), // written by putEvent
    }),
  },
  observation: {
    from: `observations x LEFT JOIN sdk_sessions s ON s.id = x.session_id WHERE ${unlessAll(IN)}`,
    columns: `x.id, x.key, s.claude_session_id AS session, x.project, x.type, x.title, x.subtitle, x.narrative, x.facts,
      x.concepts, x.files, x.event_keys AS events, x.turn, x.agent_id AS agent, x.discovery_tokens AS tokens, x.source,
      x.origin, x.model, x.prompt_version AS promptVersion, x.draft_hash AS draftHash, x.pinned, x.edited, x.recalled,
      x.standing, x.dropped_at_epoch AS droppedAt, x.head, x.branch, x.committed, x.created_at_epoch AS at`,
    order: 'x.id',
    row: observationRow,
  },
  superseded: {
    from: `observations x JOIN observations n ON n.id = x.superseded_by
      WHERE x.superseded_by IS NOT NULL AND ${unlessAll(`(${IN}) AND n.key IN (${OBSERVED})`)}`,
    columns: 'x.key, n.key AS by',
    order: 'x.id',
    row: (row) => row,
  },
  struck: {
    from: `struck_lines x WHERE ${unlessAll(`x.key IN (${OBSERVED})`)}`,
    columns: 'x.key, x.line',
    order: 'x.key, x.line',
    row: (row) => row,
  },
  reserved: {
    from: `observation_ids x WHERE ${unlessAll(`x.key IN (${OBSERVED})`)}`,
    columns: 'x.key, x.id',
    order: 'x.key',
    row: (row) => row,
  },
  summary: {
    from: `session_summaries x JOIN sdk_sessions s ON s.id = x.session_id WHERE ${unlessAll(IN)}`,
    columns: `x.id, s.claude_session_id AS session, x.project, x.request, x.investigated, x.learned, x.completed,
      x.next_steps AS nextSteps, x.notes, x.files_read AS filesRead, x.files_edited AS filesEdited,
      x.discovery_tokens AS tokens, x.model, x.prompt_version AS promptVersion, x.draft_hash AS draftHash,
      x.created_at_epoch AS at`,
    order: 'x.id',
    row: (
      row: Omit<RowOf<'summary'>, 'kind' | 'filesRead' | 'filesEdited'> & Record<'filesRead' | 'filesEdited', string>,
    ) => ({
      ...row,
      filesRead: list(row.filesRead),
      filesEdited: list(row.filesEdited),
    }),
  },
  prompt: {
    from: `user_prompts x JOIN sdk_sessions s ON s.id = x.session_id WHERE ${unlessAll(IN)}`,
    columns: `x.id, x.event_key AS key, s.claude_session_id AS session, x.project, x.prompt_text AS text,
      x.created_at_epoch AS at`,
    order: 'x.id',
    row: (row) => row,
  },
  turn: {
    from: `turns x JOIN sdk_sessions s ON s.id = x.session_id WHERE ${unlessAll(IN)}`,
    columns: `x.id, x.key, s.claude_session_id AS session, x.project, x.files, x.created_at_epoch AS at`,
    order: 'x.id',
    row: (row: Omit<RowOf<'turn'>, 'kind' | 'files' | 'passages'> & { files: string }, db) => ({
      ...row,
      files: list(row.files),
      passages: db
        .all<Omit<RowOf<'turn'>['passages'][number], 'text'> & { text: Uint8Array }>(
          `SELECT id, event, part, kind AS who, text, created_at_epoch AS at FROM passages WHERE turn_id = @id ORDER BY id`,
          { id: row.id },
        )
        .map((passage) => ({ ...passage, text: inflateText(passage.text) })),
    }),
  },
  change: {
    from: `user_changes x LEFT JOIN observations o ON o.id = x.observation_id
      WHERE ${unlessAll(`o.key IN (${OBSERVED})`)}`,
    columns: `x.id, x.key, x.what, o.key AS memory, x.before, x.undone_at_epoch AS undoneAt, x.created_at_epoch AS at`,
    order: 'x.id',
    row: (row: Omit<RowOf<'change'>, 'kind' | 'before'> & { before: string | null }, db) => ({
      ...row,
      before: row.before === null ? null : withKey(db, JSON.parse(row.before) as FormerState), // written by insertChange
    }),
  },
}

/** `{}` for an export of everything. */
export function exportHead(db: Database, filter: ExportFilter): ArchiveHead {
  const params = paramsOf(filter)
  const count = (kind: RowKind) => {
    const sql = `SELECT count(*) AS n FROM ${SOURCES[kind].from}`
    return db.get<{ n: number }>(sql, onlyNamed(sql, params))?.n ?? 0
  }
  const highest = (kind: Numbered) => {
    const sql = `SELECT max(x.id) AS n FROM ${SOURCES[kind].from}`
    return db.get<{ n: number | null }>(sql, onlyNamed(sql, params))?.n ?? 0
  }
  return {
    kind: 'claude-mem export',
    format: FORMAT,
    counts: Object.fromEntries(ROW_KINDS.map((kind) => [kind, count(kind)])),
    highest: Object.fromEntries(NUMBERED.map((kind) => [kind, highest(kind)])),
    ...(params.all === 1 ? {} : { only: { projects: filter.projects ?? null, since: filter.since ?? null } }),
  }
}

/** In the order of the file. The connection belongs to the caller, who has begun a transaction: one state, however long it takes. */
export function* exportRows(db: Database, filter: ExportFilter): Generator<ArchiveRow> {
  const params = paramsOf(filter)
  for (const kind of ROW_KINDS) {
    const { columns, from, order, row } = SOURCES[kind]
    const sql = `SELECT ${columns} FROM ${from} ORDER BY ${order}`
    for (const found of db.each(sql, onlyNamed(sql, params))) yield { kind, ...row(found as never, db) } as ArchiveRow // each source gives the fields of its kind
  }
}

/** Rows with these ids, of a table that has them. */
export function rowsOf<Kind extends 'project' | Exclude<Numbered, 'change'>>(
  db: Database,
  kind: Kind,
  ids: readonly (number | string)[],
): RowOf<Kind>[] {
  if (ids.length === 0) return []
  const { columns, from, order, row } = SOURCES[kind]
  const sql = `SELECT ${columns} FROM ${from} AND x.id IN (SELECT value FROM json_each(@ids)) ORDER BY ${order}`
  const params = { ...paramsOf({}), ids: JSON.stringify(ids) }
  return db
    .all(sql, onlyNamed(sql, params))
    .map((found) => ({ kind, ...row(found as never, db) }) as unknown as RowOf<Kind>) // as in exportRows
}

interface ObservationColumns extends Record<'id' | 'pinned' | 'edited' | 'recalled' | 'standing', number> {
  facts: string
  concepts: string
  files: string
  events: string
  committed: number | null
}

function observationRow({ files, ...row }: ObservationColumns, db: Database): Omit<RowOf<'observation'>, 'kind'> {
  const { read, modified } = parseFileLists(files)
  const by = { id: row.id }
  const rest = row as unknown as Omit<RowOf<'observation'>, 'kind'> // the other columns are as they are exported
  return {
    ...rest,
    facts: list(row.facts),
    concepts: list(row.concepts) as Concept[],
    filesRead: read,
    filesModified: modified,
    seen: db.all(
      `SELECT path, blob, size, mtime_ms AS mtimeMs FROM observation_files
       WHERE observation_id = @id AND blob IS NOT NULL ORDER BY path`,
      by,
    ),
    events: list(row.events),
    pinned: bool(row.pinned),
    edited: bool(row.edited),
    recalled: bool(row.recalled),
    standing: bool(row.standing),
    committed: row.committed === null ? null : bool(row.committed),
    aliases: db.all('SELECT key, old_id AS id FROM observation_aliases WHERE observation_id = @id ORDER BY key', by),
    failures: db
      .all<Omit<RowOf<'observation'>['failures'][number], 'targets'> & { targets: string }>(
        `SELECT event_key AS event, project, error, file, program, targets, command, fixed_by AS fixedBy, fix,
           failed_at_epoch AS failedAt, passed_at_epoch AS passedAt
         FROM known_failures WHERE observation_id = @id ORDER BY event_key`,
        by,
      )
      .map((failure) => ({ ...failure, targets: list(failure.targets) })),
  }
}

type FormerState = NonNullable<RowOf<'change'>['before']>

/** An id means nothing elsewhere. */
function withKey(db: Database, { supersededBy, ...state }: FormerState): FormerState {
  if (supersededBy === undefined) return state
  const newer = db.get<{ key: string }>('SELECT key FROM observations WHERE id = @id', { id: Number(supersededBy) })
  return { ...state, supersededBy: newer?.key ?? null }
}

function paramsOf({ projects, since }: ExportFilter): Params {
  return {
    all: projects === undefined && since === undefined ? 1 : 0,
    everywhere: projects === undefined ? 1 : 0,
    projects: JSON.stringify(projects ?? []),
    since: since ?? -1,
  }
}

/** A statement takes exactly what it names. */
function onlyNamed(sql: string, params: Params): Params {
  return Object.fromEntries(Object.entries(params).filter(([name]) => sql.includes(`@${name}`)))
}
