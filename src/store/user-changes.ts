/**
 * What a person changed of a memory: its words, whether it is pinned, whether it is recalled. Every change keeps the
 * former values of the fields it touched, so that it can be undone, newest first. A change in the journal contains the
 * whole memory, because after a recovery the memory may not have been derived again yet.
 */
import type { Concept, ObservationDraft, ObservationSource, ObservationType } from '../memory/observation.ts'
import type { Project } from '../memory/session.ts'
import type { Database } from './database.ts'
import { parseFileLists } from './file-lists.ts'
import { findEventKeys, findObservation, putObservation, putRows, reserveId } from './observations.ts'
import { findSessionNumber, putProject } from './sessions.ts'

export const CHANGES = ['edit', 'pin', 'unpin', 'recall', 'silence'] as const
export type ChangeName = (typeof CHANGES)[number]

/** Everything a person can change, and what of it an undo brings back. */
export interface MemoryState {
  type: ObservationType
  title: string
  subtitle: string
  narrative: string
  facts: string[]
  concepts: Concept[]
  pinned: boolean
  edited: boolean
  recalled: boolean
  droppedAt: number | null
  supersededBy: number | null
}

/** As the journal stores it. */
export interface ChangeEntry {
  op: 'changed'
  /** The change's own key. */
  change: string
  what: ChangeName
  at: number
  /** The key of the change that this one takes back. */
  undoes?: string
  before: Partial<MemoryState> | null
  after: MemoryState
  memory: {
    id: number
    draft: ObservationDraft
    source: ObservationSource
    model: string | undefined
    draftHash: string | null
  }
  project: Project
  sessionId?: string
}

// 500: about 10 MB if each had replaced the longest text there is, a few hundred kB as people really edit
const UNDOABLE = 500

export interface ListedChange {
  id: number
  what: ChangeName
  at: number
  memory: { id: number; title: string } | null
  /** Which fields it changed; null when that is no longer kept. */
  fields: string[] | null
  undoneAt: number | null
  /** The later change of the same memory that has to be undone first. */
  blockedBy: number | null
}

/** undefined when there is no such memory. Follows a merged id. */
export function findState(db: Database, id: number): { id: number; state: MemoryState } | undefined {
  const one = findObservation(db, id)
  const row = one && db.get<{ at: number | null }>(DROPPED, { id: one.id })
  if (!one || !row) return undefined
  const { type, title, subtitle, narrative, facts, concepts, pinned, edited, recalled, supersededBy } = one
  return {
    id: one.id,
    state: {
      ...{ type, title, subtitle, narrative, facts, concepts, pinned },
      edited: edited === true,
      recalled: recalled !== false,
      droppedAt: row.at,
      supersededBy: supersededBy ?? null,
    },
  }
}

const DROPPED = 'SELECT dropped_at_epoch AS at FROM observations WHERE id = @id'

/** Stores the new state and what it was before; the caller journals the entry it gets, in the same transaction. */
export function putChange(
  db: Database,
  by: { id: number; what: ChangeName; key: string; at: number; before: MemoryState; after: MemoryState },
): { change: number; entry: ChangeEntry } {
  const { id, what, key, at, after } = by
  const before = changedFields(by.before, after)
  writeState(db, id, after)
  const change = insertChange(db, { key, what, id, before, at })
  return { change, entry: { ...entryOf(db, id), change: key, what, at, before, after } }
}

/** Only the fields that differ, with their former values. */
export function changedFields(before: MemoryState, after: MemoryState): Partial<MemoryState> {
  const differing = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name as keyof MemoryState]), // the same names
  )
  return Object.fromEntries(differing)
}

export interface UndoableChange {
  id: number
  key: string
  what: ChangeName
  observation: number
  before: Partial<MemoryState>
}

/** The newest that is not undone and still can be; of all memories. */
export function findNewestUndoable(db: Database): number | undefined {
  return (
    db.get<{ id: number | null }>(
      'SELECT max(id) AS id FROM user_changes WHERE before IS NOT NULL AND undone_at_epoch IS NULL',
    )?.id ?? undefined
  )
}

export function takeBack(
  db: Database,
  by: { change: UndoableChange; key: string; at: number; after: MemoryState },
): ChangeEntry {
  const { change, key, at, after } = by
  writeState(db, change.observation, after)
  setUndone(db, { key: change.key, at })
  const { what } = change
  return { ...entryOf(db, change.observation), change: key, what, at, undoes: change.key, before: null, after }
}

/** Newest first. */
export function listChanges(db: Database, by: { limit: number; id?: number | undefined }): ListedChange[] {
  return db
    .all<
      Omit<ListedChange, 'memory' | 'fields'> & { memory: number | null; title: string | null; before: string | null }
    >(
      `SELECT c.id, c.what, c.created_at_epoch AS at, o.id AS memory, o.title, c.before, c.undone_at_epoch AS undoneAt,
         (SELECT max(l.id) FROM user_changes l
          WHERE l.observation_id = c.observation_id AND l.id > c.id AND l.undone_at_epoch IS NULL) AS blockedBy
       FROM user_changes c LEFT JOIN observations o ON o.id = c.observation_id
       WHERE c.what NOT LIKE 'project %' AND (@id IS NULL OR c.id = @id) ORDER BY c.id DESC LIMIT @limit`,
      { limit: by.limit, id: by.id ?? null },
    )
    .map(({ memory, title, before, ...row }) => ({
      ...row,
      memory: memory === null ? null : { id: memory, title: title ?? '' },
      fields: before === null ? null : Object.keys(readState(before)),
    }))
}

export function findChange(db: Database, id: number): UndoableChange | undefined {
  const row = db.get<Omit<UndoableChange, 'before'> & { before: string }>(
    `SELECT id, key, what, observation_id AS observation, before FROM user_changes
     WHERE id = @id AND before IS NOT NULL AND undone_at_epoch IS NULL`,
    { id },
  )
  return row && { ...row, before: readState(row.before) }
}

/** A merged memory keeps the history of both, but not the way back: it is another memory now. */
export function moveChanges(db: Database, by: { from: number; to: number }): void {
  db.run('UPDATE user_changes SET observation_id = @to, before = NULL WHERE observation_id = @from', by)
}

/** Deletes the changes of a memory; returns their keys. */
export function forgetChanges(db: Database, observation: number): string[] {
  return db
    .all<{ key: string }>('DELETE FROM user_changes WHERE observation_id = @observation RETURNING key', { observation })
    .map(({ key }) => key)
}

/** The change stays known, so that the journal does not bring it back; its former words are gone. */
export function forgetFormerWords(db: Database, key: string): void {
  db.run('UPDATE user_changes SET before = NULL WHERE key = @key', { key })
}

export function hasChange(db: Database, { change, undoes }: ChangeEntry): boolean {
  if (!db.get(`SELECT 1 FROM sqlite_master WHERE name = 'user_changes'`)) return false // a database of an earlier version
  return undoes === undefined
    ? db.get('SELECT 1 FROM user_changes WHERE key = @change', { change }) !== undefined
    : db.get('SELECT 1 FROM user_changes WHERE key = @undoes AND undone_at_epoch IS NULL', { undoes }) === undefined
}

/** From the journal, in a recovery. A memory that is not there yet is stored as it was after the change. */
export function bringChange(db: Database, entry: ChangeEntry): void {
  const { memory, project, at, after } = entry
  const { id: home } = putProject(db, project, at)
  reserveId(db, { key: memory.draft.key, id: memory.id })
  const session = entry.sessionId === undefined ? undefined : findSessionNumber(db, entry.sessionId)
  const stored = putObservation(db, { draft: memory.draft, session, project: home, source: memory.source })
  if (stored === undefined) return
  const { id } = stored
  if (!hasOwnRow(db, memory.draft.key)) {
    // Merged into another since: that one keeps its words.
    if (entry.undoes === undefined) insertChange(db, { key: entry.change, what: entry.what, id, before: null, at })
    return
  }
  writeState(db, id, after)
  db.run('UPDATE observations SET source = @source, model = @model, draft_hash = @draftHash WHERE id = @id', {
    ...{ id, source: memory.source, model: memory.model ?? null, draftHash: memory.draftHash },
  })
  if (entry.undoes === undefined)
    insertChange(db, { key: entry.change, what: entry.what, id, before: entry.before, at })
  else setUndone(db, { key: entry.undoes, at })
}

function hasOwnRow(db: Database, key: string): boolean {
  return db.get('SELECT 1 FROM observations WHERE key = @key', { key }) !== undefined
}

function insertChange(
  db: Database,
  by: { key: string; what: ChangeName; id: number; before: Partial<MemoryState> | null; at: number },
): number {
  const row = db.get<{ id: number }>(
    `INSERT INTO user_changes (key, what, observation_id, before, created_at_epoch)
     VALUES (@key, @what, @id, @before, @at) RETURNING id`,
    { ...by, before: by.before === null ? null : JSON.stringify(by.before) },
  )
  db.run(
    `UPDATE user_changes SET before = NULL WHERE before IS NOT NULL AND id <= (
       SELECT id FROM user_changes WHERE before IS NOT NULL ORDER BY id DESC LIMIT 1 OFFSET ${UNDOABLE})`,
  )
  return row?.id ?? 0 // an insert always returns its row
}

function setUndone(db: Database, by: { key: string; at: number }): void {
  db.run('UPDATE user_changes SET undone_at_epoch = @at, before = NULL WHERE key = @key', by)
}

/** Triggers keep the keyword index right and queue the row for the vectors, in the same transaction. */
function writeState(db: Database, id: number, state: MemoryState): void {
  const row = db.get<{ project: string; at: number; files: string }>(
    `UPDATE observations SET type = @type, title = @title, subtitle = @subtitle, narrative = @narrative, facts = @facts,
       concepts = @concepts, pinned = @pinned, edited = @edited, recalled = @recalled, dropped_at_epoch = @droppedAt,
       superseded_by = (SELECT n.id FROM observations n WHERE n.id = @supersededBy)
     WHERE id = @id RETURNING project, created_at_epoch AS at, files`,
    {
      ...{ id, type: state.type, title: state.title, subtitle: state.subtitle, narrative: state.narrative },
      facts: JSON.stringify(state.facts),
      concepts: JSON.stringify(state.concepts),
      pinned: state.pinned ? 1 : 0,
      edited: state.edited ? 1 : 0,
      recalled: state.recalled ? 1 : 0,
      droppedAt: state.droppedAt,
      supersededBy: state.supersededBy,
    },
  )
  if (!row) return
  const { read, modified } = parseFileLists(row.files)
  putRows(db, id, { ...row, filesRead: read, filesModified: modified, concepts: state.concepts })
}

function entryOf(db: Database, id: number): Pick<ChangeEntry, 'op' | 'memory' | 'project'> & { sessionId?: string } {
  const row = db.get<{ turn: string | null; draftHash: string | null; root: string }>(
    `SELECT o.turn, o.draft_hash AS draftHash, p.root FROM observations o JOIN projects p ON p.id = o.project WHERE o.id = @id`,
    { id },
  )
  const one = findObservation(db, id)
  if (!one || !row) throw new Error('the memory was there a moment ago')
  const { key, type, title, subtitle, narrative, facts, concepts, filesRead, filesModified, discoveryTokens } = one
  return {
    op: 'changed',
    memory: {
      id,
      draft: {
        ...{ key, type, title, subtitle, narrative, facts, concepts, filesRead, filesModified, discoveryTokens },
        at: one.createdAt,
        eventKeys: findEventKeys(db, id),
        origin: one.origin,
        ...(row.turn === null ? {} : { turn: row.turn }),
        ...(one.agentId === undefined ? {} : { agentId: one.agentId }),
        ...(one.standing ? { standing: true as const } : {}),
      },
      source: one.source,
      model: one.model,
      draftHash: row.draftHash,
    },
    project: { id: one.project, name: one.projectName, root: row.root },
    ...(one.sessionId === undefined ? {} : { sessionId: one.sessionId }),
  }
}

function readState(json: string): Partial<MemoryState> {
  return JSON.parse(json) as Partial<MemoryState> // written by insertChange
}
