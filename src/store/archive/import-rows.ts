/**
 * Puts the rows of an export into the memory. What is there stays as it is; what was forgotten here stays forgotten; an
 * id is kept if nobody has it. Putting a row a second time changes nothing, so an import that was cut off is simply
 * repeated.
 */
import { crc32, deflateRawSync } from 'node:zlib'
import type { Database, Params } from '../database.ts'
import { formerWords, keyOf, tombstonesOf } from '../forget.ts'
import { hasObservationKey, putRows } from '../observations.ts'
import { SAID } from '../passages.ts'
import { putSeenFiles } from '../seen-files.ts'
import { findSessionNumber, knownAs } from '../sessions.ts'
import { isForgotten, isForgottenLater, type OtherTombstones, putTombstone } from '../tombstones.ts'
import { cleanRow } from './clean-row.ts'
import type { ArchiveHead, ArchiveRow, Numbered, RowKind, RowOf } from './rows.ts'

export type Standing =
  | { is: 'new' | 'known' | 'forgotten' }
  /** It names a row that is neither here nor in the file. */
  | { is: 'homeless'; why: string }

/** `renumbered`: the id it had is another's here. */
export type Put = Standing & { renumbered?: boolean }

/** What the file says of itself. */
export interface ImportedFrom {
  /** What had been forgotten when it was made. */
  tombstones: OtherTombstones
  /** The highest number of each kind: who has to take another one gets a number above it, not one that comes later. */
  highest: ArchiveHead['highest']
}

interface Placing<Kind extends RowKind> {
  standing: (db: Database, row: RowOf<Kind>, from: ImportedFrom) => 'new' | 'known' | 'forgotten'
  /** Only for a new row. Returns the id it got, where ids are shown to people, or what it lacks. */
  put: (db: Database, row: RowOf<Kind>, from: ImportedFrom) => number | string | undefined
}

/** Whether it would be stored, judged by the row alone. */
export function standingOf(db: Database, row: ArchiveRow, from: ImportedFrom): Standing['is'] {
  return placingOf(row).standing(db, row as never, from) // by its own kind
}

/** Without private parts and secrets. */
export function putRow(db: Database, row: ArchiveRow, from: ImportedFrom): Put {
  const placing = placingOf(row)
  const is = placing.standing(db, row as never, from) // by its own kind
  if (is !== 'new') return { is }
  const got = placing.put(db, cleanRow(row) as never, from)
  if (typeof got === 'string') return { is: 'homeless', why: got }
  const had = 'number' in row ? row.number : 'id' in row ? row.id : null
  return { is, ...(got !== undefined && had !== null && got !== had ? { renumbered: true } : {}) }
}

function placingOf<Row extends ArchiveRow>(row: Row): Placing<Row['kind']> {
  return PLACINGS[row.kind] as unknown as Placing<Row['kind']> // one for each kind
}

const PLACINGS: { [Kind in RowKind]: Placing<Kind> } = {
  forgotten: {
    standing: (db, { hash, at }) =>
      ifThere(db, 'SELECT 1 FROM tombstones WHERE key_hash = @hash AND created_at_epoch >= @at', { hash, at }),
    put: (db, { hash, at }) => void putTombstone(db, { hash, at }),
  },
  paused: {
    standing: (db, { from }) => ifThere(db, 'SELECT 1 FROM pauses WHERE from_epoch = @from', { from }),
    put: (db, { from, to }) =>
      void db.run('INSERT INTO pauses (from_epoch, to_epoch) VALUES (@from, @to)', { from, to }),
  },
  project: {
    standing: (db, { id }) => (homeOf(db, id) === undefined ? 'new' : 'known'),
    put(db, { id, name, root, at, renamed, aliases }) {
      db.run(
        'INSERT INTO projects (id, name, root, created_at_epoch, renamed) VALUES (@id, @name, @root, @at, @renamed)',
        { id, name, root, at, renamed: renamed ? 1 : 0 },
      )
      for (const alias of aliases) {
        // One that is a project here would be merged into this one.
        if (homeOf(db, alias) !== undefined) continue
        db.run('INSERT INTO project_aliases (alias, project) VALUES (@alias, @id)', { alias, id })
      }
      return undefined
    },
  },
  session: {
    standing(db, { id }, from) {
      if (findSessionNumber(db, id) !== undefined) return 'known'
      return isForgottenLater(db, keyOf('session', id), from.tombstones) ? 'forgotten' : 'new'
    },
    put(db, row, from) {
      const project = homeOf(db, row.project)
      if (project === undefined) return noProject(row.project)
      const { number, id, cwd, transcript, entrypoint, startedAt, lastEventAt, completedAt, status, checkout } = row
      const prompt = isForgottenLater(db, keyOf('first', id), from.tombstones) ? null : row.prompt
      return insert(
        db,
        `INSERT INTO sdk_sessions (id, claude_session_id, project, cwd, transcript_path, entrypoint, user_prompt,
           started_at_epoch, last_event_epoch, completed_at_epoch, status, checkout, resume_at_epoch)
         VALUES (${FREE('sdk_sessions', 'number')}, @id, @project, @cwd, @transcript, @entrypoint, @prompt,
           @startedAt, @lastEventAt, @completedAt, @status, @checkout, @resumeAt) RETURNING id`,
        {
          ...{ number, id, project, cwd, transcript, entrypoint, prompt, startedAt, lastEventAt, completedAt, status },
          ...{ checkout, resumeAt: row.resumeAt, ...above(from, 'session') },
        },
      )
    },
  },
  event: {
    standing(db, { key, line }) {
      if (isForgotten(db, key) || (line !== null && isForgotten(db, `p:${line}`))) return 'forgotten'
      return ifThere(
        db,
        `SELECT 1 FROM observation_queue WHERE event_key = @key UNION ALL
         SELECT 1 FROM observation_queue WHERE line_id = @line LIMIT 1`,
        { key, line },
      )
    },
    put(db, { key, session: id, what, tool, at, origin, line, event }) {
      const session = findSessionNumber(db, id)
      if (session === undefined) return noSession(id)
      db.run(
        `INSERT INTO observation_queue (event_key, session_id, kind, tool_name, created_at_epoch, origin, line_id, event)
         VALUES (@key, @session, @what, @tool, @at, @origin, @line, @event)`,
        { key, session, what, tool, at, origin, line, event: event === null ? null : JSON.stringify(event) },
      )
      return undefined
    },
  },
  observation: {
    standing: (db, { key }) => (isForgotten(db, key) ? 'forgotten' : hasObservationKey(db, key) ? 'known' : 'new'),
    put: putObservationRow,
  },
  superseded: {
    standing: (db, { key, by }) =>
      ifThere(
        db,
        `SELECT 1 FROM observations o WHERE o.key = @key AND (o.superseded_by IS NOT NULL OR o.dropped_at_epoch IS NULL
           OR @by NOT IN (SELECT key FROM observations))`,
        { key, by },
      ),
    put: (db, { key, by }) =>
      void db.run(
        'UPDATE observations SET superseded_by = (SELECT n.id FROM observations n WHERE n.key = @by) WHERE key = @key',
        { key, by },
      ),
  },
  struck: {
    standing: (db, { key, line }) =>
      isForgotten(db, key)
        ? 'forgotten'
        : ifThere(db, 'SELECT 1 FROM struck_lines WHERE key = @key AND line = @line', { key, line }),
    put: (db, { key, line }) => void db.run('INSERT INTO struck_lines (key, line) VALUES (@key, @line)', { key, line }),
  },
  reserved: {
    standing: (db, { key, id }) =>
      isForgotten(db, key)
        ? 'forgotten'
        : ifThere(db, 'SELECT 1 FROM observation_ids WHERE key = @key OR id = @id', { key, id }),
    put: (db, { key, id }) => void db.run('INSERT INTO observation_ids (key, id) VALUES (@key, @id)', { key, id }),
  },
  summary: {
    standing(db, { session }, from) {
      if (isForgottenLater(db, keyOf('summary', session), from.tombstones)) return 'forgotten'
      return ifThere(
        db,
        `SELECT 1 FROM session_summaries u JOIN sdk_sessions s ON s.id = u.session_id WHERE s.claude_session_id = @session`,
        { session },
      )
    },
    put(db, { kind: _, project: given, session: id, filesRead, filesEdited, ...row }, from) {
      const [project, session] = [homeOf(db, given), findSessionNumber(db, id)]
      if (project === undefined) return noProject(given)
      if (session === undefined) return noSession(id)
      return insert(
        db,
        `INSERT INTO session_summaries (id, session_id, project, request, investigated, learned, completed, next_steps,
           notes, files_read, files_edited, discovery_tokens, model, prompt_version, draft_hash, created_at_epoch)
         VALUES (${FREE('session_summaries')}, @session, @project, @request, @investigated, @learned, @completed,
           @nextSteps, @notes, @filesRead, @filesEdited, @tokens, @model, @promptVersion, @draftHash, @at) RETURNING id`,
        {
          ...{ ...row, project, session, ...above(from, 'summary') },
          filesRead: JSON.stringify(filesRead),
          filesEdited: JSON.stringify(filesEdited),
        },
      )
    },
  },
  prompt: {
    // Of an event that was forgotten alone, what was typed stays.
    standing: (db, { key }) =>
      tombstonesOf(key).every((one) => isForgotten(db, one))
        ? 'forgotten'
        : ifThere(db, 'SELECT 1 FROM user_prompts WHERE event_key = @key', { key }),
    put(db, { id, key, session: sessionId, project: given, text, at }, from) {
      const [project, session] = [homeOf(db, given), findSessionNumber(db, sessionId)]
      if (project === undefined) return noProject(given)
      if (session === undefined) return noSession(sessionId)
      return insert(
        db,
        `INSERT INTO user_prompts (id, event_key, session_id, project, prompt_text, created_at_epoch)
         VALUES (${FREE('user_prompts')}, @key, @session, @project, @text, @at) RETURNING id`,
        { id, key, session, project, text, at, ...above(from, 'prompt') },
      )
    },
  },
  turn: {
    standing: (db, { key }) =>
      isForgotten(db, `${SAID}${key}`) ? 'forgotten' : ifThere(db, 'SELECT 1 FROM turns WHERE key = @key', { key }),
    put: putTurnRow,
  },
  change: {
    standing: (db, { key }) =>
      isForgotten(db, keyOf('change', key))
        ? 'forgotten'
        : ifThere(db, 'SELECT 1 FROM user_changes WHERE key = @key', { key }),
    put(db, { id, key, what, memory, before: given, undoneAt, at }, from) {
      const observation = memory === null ? null : observationOf(db, memory)
      // Among the changes of another history it has no place in the order of undoing.
      const isPlaced = ifThere(db, 'SELECT 1 FROM user_changes WHERE id = @id', { id }) === 'new'
      const words = observation === null || !isPlaced || isForgotten(db, formerWords(key)) ? null : given
      const before = words === null ? null : JSON.stringify(withId(db, words))
      return insert(
        db,
        `INSERT INTO user_changes (id, key, what, observation_id, before, undone_at_epoch, created_at_epoch)
         VALUES (${FREE('user_changes')}, @key, @what, @observation, @before, @undoneAt, @at) RETURNING id`,
        { id, key, what, observation, before, undoneAt, at, ...above(from, 'change') },
      )
    },
  },
}

/** The sessions an export left in the middle of their work go on from there. */
export function putWaiting(db: Database, by: { session: string; from: number }): void {
  db.run(
    `UPDATE sdk_sessions SET extract_from_epoch = min(coalesce(extract_from_epoch, @from), @from)
     WHERE claude_session_id = @session`,
    by,
  )
}

function putObservationRow(db: Database, row: RowOf<'observation'>, from: ImportedFrom): number | string {
  const project = homeOf(db, row.project)
  if (project === undefined) return noProject(row.project)
  const { id, key, type, title, subtitle, narrative, facts, concepts, filesRead, filesModified, at } = row
  const { turn, agent, tokens, source, origin, model, promptVersion, draftHash, droppedAt, head, branch } = row
  const mark = (value: boolean) => (value ? 1 : 0)
  const got = insert(
    db,
    `INSERT INTO observations (id, key, session_id, project, type, title, subtitle, narrative, facts, concepts, files,
       event_keys, turn, agent_id, discovery_tokens, source, origin, model, prompt_version, draft_hash, pinned, edited,
       recalled, standing, dropped_at_epoch, head, branch, committed, created_at_epoch)
     VALUES (iif(EXISTS (SELECT 1 FROM observations WHERE id = @id)
           OR EXISTS (SELECT 1 FROM observation_aliases WHERE old_id = @id)
           OR EXISTS (SELECT 1 FROM observation_ids WHERE id = @id AND key <> @key), ${NEXT('observations')}, @id),
       @key, @session, @project, @type, @title, @subtitle, @narrative, @facts, @concepts, @files, @events, @turn, @agent,
       @tokens, @source, @origin, @model, @promptVersion, @draftHash, @pinned, @edited, @recalled, @standing, @droppedAt,
       @head, @branch, @committed, @at) RETURNING id`,
    {
      ...{ id, key, project, type, title, subtitle, narrative, turn, agent, tokens, source, origin, model },
      ...{ promptVersion, draftHash, droppedAt, head, branch, at, ...above(from, 'observation') },
      session: row.session === null ? null : (findSessionNumber(db, row.session) ?? null),
      facts: JSON.stringify(facts),
      concepts: JSON.stringify(concepts),
      files: JSON.stringify({ read: filesRead, modified: filesModified }),
      events: JSON.stringify(row.events),
      pinned: mark(row.pinned),
      edited: mark(row.edited),
      recalled: mark(row.recalled),
      standing: mark(row.standing),
      committed: row.committed === null ? null : mark(row.committed),
    },
  )
  putRows(db, got, { project, at, filesRead, filesModified, concepts })
  putSeenFiles(db, got, row.seen)
  for (const alias of row.aliases) putAliasRow(db, { observation: got, ...alias })
  for (const failure of row.failures) putFailureRow(db, { observation: got, failure })
  return got
}

function putAliasRow(db: Database, { observation, key, id }: { observation: number; key: string; id: number | null }) {
  if (isForgotten(db, key)) return
  db.run(
    `INSERT INTO observation_aliases (key, observation_id, old_id)
     VALUES (@key, @observation, iif(@id IN (SELECT id FROM observations), NULL, @id)) ON CONFLICT DO NOTHING`,
    { key, observation, id },
  )
}

function putFailureRow(db: Database, by: { observation: number; failure: RowOf<'observation'>['failures'][number] }) {
  const { targets, project, ...failure } = by.failure
  const home = homeOf(db, project)
  if (home === undefined || isForgotten(db, failure.event)) return
  db.run(
    `INSERT INTO known_failures (event_key, observation_id, project, error, file, program, targets, command, fixed_by, fix,
       failed_at_epoch, passed_at_epoch)
     VALUES (@event, @observation, @project, @error, @file, @program, @targets, @command, @fixedBy, @fix, @failedAt, @passedAt)
     ON CONFLICT DO NOTHING`,
    { ...failure, observation: by.observation, project: home, targets: JSON.stringify(targets) },
  )
}

function putTurnRow(db: Database, row: RowOf<'turn'>, from: ImportedFrom): number | string {
  const [project, session] = [homeOf(db, row.project), findSessionNumber(db, row.session)]
  if (project === undefined) return noProject(row.project)
  if (session === undefined) return noSession(row.session)
  const { id, key, files, at } = row
  const turn = insert(
    db,
    `INSERT INTO turns (id, key, session_id, project, files, created_at_epoch)
     VALUES (${FREE('turns')}, @key, @session, @project, @files, @at) RETURNING id`,
    { id, key, session, project, files: JSON.stringify(files), at, ...above(from, 'turn') },
  )
  for (const passage of row.passages) putPassageRow(db, { turn, project, passage })
  return turn
}

function putPassageRow(
  db: Database,
  { turn, project, passage }: { turn: number; project: string; passage: RowOf<'turn'>['passages'][number] },
) {
  const { id, event, part, who, text, at } = passage
  if (isForgotten(db, keyOf('passage', event))) return
  const row = db.get<{ id: number }>(
    `INSERT INTO passages (id, turn_id, event, part, kind, text, checksum, created_at_epoch)
     VALUES (iif(EXISTS (SELECT 1 FROM passages WHERE id = @id), NULL, @id), @turn, @event, @part, @who, @deflated, @checksum, @at)
     ON CONFLICT (event, part) DO NOTHING RETURNING id`,
    { id, turn, event, part, who, deflated: deflateRawSync(text), checksum: crc32(text), at },
  )
  if (row === undefined) return
  db.run(
    `INSERT INTO passages_fts (rowid, words, parts, scope) VALUES (@id, @text, identifier_parts(@text), 'p' || lower(hex(@project)))`,
    { id: row.id, text, project },
  )
}

/** SQL: the given id, or a higher one if somebody has it. Takes `@above`. */
function FREE(table: string, name = 'id'): string {
  return `iif(EXISTS (SELECT 1 FROM ${table} WHERE id = @${name}), ${NEXT(table)}, @${name})`
}

function NEXT(table: string): string {
  return `max(@above, (SELECT max(id) FROM ${table})) + 1`
}

function above({ highest }: ImportedFrom, kind: Numbered): { above: number } {
  return { above: highest[kind] ?? 0 }
}

function insert(db: Database, sql: string, params: Params): number {
  return db.get<{ id: number }>(sql, params)?.id ?? 0 // an insert always returns its row
}

function ifThere(db: Database, sql: string, params: Params): 'new' | 'known' {
  return db.get(sql, params) === undefined ? 'new' : 'known'
}

/** The id of the project as it is known here; undefined when it is not. */
function homeOf(db: Database, project: string): string | undefined {
  const { id } = knownAs(db, { id: project, name: '', root: '' })
  return db.get('SELECT 1 FROM projects WHERE id = @id', { id }) === undefined ? undefined : id
}

function observationOf(db: Database, key: string): number | null {
  return db.get<{ id: number }>('SELECT id FROM observations WHERE key = @key', { key })?.id ?? null
}

function withId(db: Database, before: NonNullable<RowOf<'change'>['before']>): Record<string, unknown> {
  const { supersededBy, ...state } = before
  if (supersededBy === undefined) return state
  return { ...state, supersededBy: typeof supersededBy === 'string' ? observationOf(db, supersededBy) : null }
}

const noProject = (id: string) => `its project ${id} is not there`
const noSession = (id: string) => `its session ${id} is not there`
