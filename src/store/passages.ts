/** Passages of turns as stored: each text deflated, its words in a keyword index without text. */
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Passage, PassageDraft, PassageKind, TurnDraft } from '../memory/passage.ts'
import type { Database } from './database.ts'
import { eventNumber } from './event-number.ts'
import { isForgotten } from './tombstones.ts'

interface Kept {
  id: number
  event: number
  part: number
  turn: string
  project: string
  kind: number
  checksum: number
}

/** Stored as numbers; the two most common take no space at all. Append only. */
const KINDS: readonly PassageKind[] = [
  'user',
  'agent',
  'commit',
  'pull_request',
  'plan',
  'answer',
  'report',
  'compaction',
]

/**
 * Replaces what a session says. Unchanged rows stay, and so do passages of events that are no longer stored: `read` are
 * the keys of those that are.
 */
export function putTurns(
  db: Database,
  by: { session: number; project: string; turns: readonly TurnDraft[]; read: ReadonlySet<string> },
): void {
  const kept = new Map(findKept(db, by.session).map((row) => [placeOf(row), row]))
  for (const turn of by.turns) {
    const project = turn.project ?? by.project
    if (isForgotten(db, saidIn(turn.key))) continue
    const id = putTurn(db, { turn, session: by.session, project })
    for (const draft of turn.passages) {
      const place = placeOf({ event: eventNumber(draft.eventKey), part: draft.part })
      const known = kept.get(place)
      kept.delete(place)
      if (known && isSame(known, { draft, turn: turn.key, project })) continue
      if (known) deletePassage(db, known.id)
      insertPassage(db, { draft, turn: id, project })
    }
  }
  const read = new Set([...by.read].map(eventNumber))
  for (const row of kept.values()) if (read.has(row.event)) deletePassage(db, row.id)
  db.run(
    `DELETE FROM turns WHERE session_id = @session AND NOT EXISTS (SELECT 1 FROM passages p WHERE p.turn_id = turns.id)`,
    { session: by.session },
  )
}

function findKept(db: Database, session: number): Kept[] {
  return db.all<Kept>(
    `SELECT p.id, p.event, p.part, t.key AS turn, t.project, p.kind, p.checksum
     FROM turns t JOIN passages p ON p.turn_id = t.id WHERE t.session_id = @session`,
    { session },
  )
}

function placeOf({ event, part }: { event: number; part: number }): string {
  return `${part} ${event}`
}

function isSame(known: Kept, by: { draft: PassageDraft; turn: string; project: string }): boolean {
  return (
    known.turn === by.turn &&
    known.project === by.project &&
    known.kind === KINDS.indexOf(by.draft.kind) &&
    known.checksum === crc32(by.draft.text)
  )
}

function putTurn(db: Database, { turn, ...by }: { turn: TurnDraft; session: number; project: string }): number {
  const row = db.get<{ id: number }>(
    `INSERT INTO turns (key, session_id, project, files, created_at_epoch) VALUES (@key, @session, @project, @files, @at)
     ON CONFLICT (key) DO UPDATE SET project = excluded.project, files = excluded.files, created_at_epoch = excluded.created_at_epoch
     RETURNING id`,
    { key: turn.key, ...by, files: JSON.stringify(turn.files), at: turn.at },
  )
  return row?.id ?? 0 // an upsert always returns its row
}

function insertPassage(
  db: Database,
  { draft, turn, project }: { draft: PassageDraft; turn: number; project: string },
): void {
  const { eventKey, part, kind, text, at } = draft
  const row = db.get<{ id: number }>(
    `INSERT INTO passages (turn_id, event, part, kind, text, checksum, created_at_epoch)
     VALUES (@turn, @event, @part, @kind, @text, @checksum, @at) ON CONFLICT DO NOTHING RETURNING id`,
    {
      turn,
      event: eventNumber(eventKey),
      part,
      kind: KINDS.indexOf(kind),
      text: deflateRawSync(text),
      checksum: crc32(text),
      at,
    },
  )
  // Another session, which this one was forked from, already has it.
  if (row === undefined) return
  db.run(
    `INSERT INTO passages_fts (rowid, words, parts, scope) VALUES (@id, @text, identifier_parts(@text), 'p' || lower(hex(@project)))`,
    { id: row.id, text, project },
  )
}

function deletePassage(db: Database, id: number): void {
  db.run('DELETE FROM passages WHERE id = @id', { id })
}

interface PassageRow {
  id: number
  turn: number
  kind: number
  text: Uint8Array
  createdAt: number
}

const SELECT = 'SELECT id, turn_id AS turn, kind, text, created_at_epoch AS createdAt FROM passages'

/** In no particular order. */
export function findPassages(db: Database, ids: readonly number[]): Passage[] {
  if (ids.length === 0) return []
  return db
    .all<PassageRow>(`${SELECT} WHERE id IN (SELECT value FROM json_each(@ids))`, { ids: JSON.stringify(ids) })
    .map(toPassage)
}

export interface Turn {
  id: number
  sessionId: string
  project: string
  projectName: string
  files: string[]
  createdAt: number
}

export function findTurn(db: Database, id: number): Turn | undefined {
  const row = db.get<Omit<Turn, 'files'> & { files: string }>(
    `SELECT t.id, s.claude_session_id AS sessionId, t.project, p.name AS projectName, t.files, t.created_at_epoch AS createdAt
     FROM turns t JOIN sdk_sessions s ON s.id = t.session_id JOIN projects p ON p.id = t.project WHERE t.id = @id`,
    { id },
  )
  return row && { ...row, files: JSON.parse(row.files) as string[] } // written by putTurn
}

/** All of a turn, as it was said. */
export function findSaid(db: Database, turn: number): Passage[] {
  return db.all<PassageRow>(`${SELECT} WHERE turn_id = @turn ORDER BY created_at_epoch, id`, { turn }).map(toPassage)
}

function toPassage(row: PassageRow): Passage {
  return { ...row, kind: KINDS[row.kind] ?? 'agent', text: inflateText(row.text) }
}

export function inflateText(text: Uint8Array): string {
  return inflateRawSync(text).toString('utf8')
}

/** The keys that stand for everything said in the turns of these memories. */
export function saidAround(db: Database, keys: readonly string[]): string[] {
  // A memory's key is that of its turn, or begins with it.
  const beginnings = keys.flatMap((key) => key.split(':').map((_, at, parts) => parts.slice(0, at + 1).join(':')))
  return db
    .all<{ key: string }>('SELECT key FROM turns WHERE key IN (SELECT value FROM json_each(@beginnings))', {
      beginnings: JSON.stringify(beginnings),
    })
    .map(({ key }) => saidIn(key))
}

function saidIn(turn: string): string {
  return `${SAID}${turn}`
}

export const SAID = 'said:'

/** Deletes what was said in an event or a whole turn. Returns how many passages. */
export function forgetSaid(db: Database, key: string): number {
  if (!key.startsWith(SAID)) return db.run('DELETE FROM passages WHERE event = event_number(@key)', { key }).changes
  const turn = key.slice(SAID.length)
  const gone = db.run('DELETE FROM passages WHERE turn_id = (SELECT id FROM turns WHERE key = @turn)', { turn }).changes
  db.run('DELETE FROM turns WHERE key = @turn', { turn })
  return gone
}

/** Returns how many went. */
export function purgePassages(db: Database, before: number): number {
  const gone = db.run('DELETE FROM passages WHERE created_at_epoch < @before', { before }).changes
  if (gone > 0) db.run('DELETE FROM turns WHERE NOT EXISTS (SELECT 1 FROM passages p WHERE p.turn_id = turns.id)')
  return gone
}
