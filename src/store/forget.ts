/**
 * Forgetting by key: rows are deleted, hashes of their keys stay, so that no transcript, journal or import brings them
 * back. A key names one thing; the journal uses the same keys, and repeating it changes nothing. What may be made anew
 * under the same key (a summary, a session that goes on) is kept out only of copies older than its tombstone.
 *
 *   <key>               an observation, or an event with its prompt and all that was said in it
 *   memory:<key>        the same observation, if its key begins like one of the other forms: a session may be called so
 *   event:<key>         the event alone: memories made from it stay, and are never derived again
 *   said:<turn>         the passages of a turn
 *   passage:<number>    the passages of an event known only by its number
 *   words:<mark>        what a hook said and a transcript may say again, see hook-words.ts
 *   change:<key>        the former words of a memory that a person edited; the memory stays
 *   read:<number>       what the read gate noted about a read
 *   summary:<session>   a session's summary; a new one is made from what is left
 *   first:<session>     the prompt a session is listed by
 *   session:<session>   the session itself, if it is over, with what it was told
 *   project:<id>        the project itself, if nothing belongs to it any more
 */
import type { Database } from './database.ts'
import { eventNumber } from './event-number.ts'
import { markWaiting } from './events.ts'
import { deleteObservation } from './observations.ts'
import { forgetSaid, SAID } from './passages.ts'
import { deleteSummary } from './summaries.ts'
import { hashKey, isForgotten, putTombstone } from './tombstones.ts'
import { forgetChanges, forgetFormerWords } from './user-changes.ts'

/** How many rows were deleted. */
export interface ForgottenRows {
  observations: number
  summaries: number
  prompts: number
  events: number
  /** Passages of what was said. */
  passages: number
  files: number
  concepts: number
  sessions: number
}

export const NOTHING_FORGOTTEN: ForgottenRows = {
  observations: 0,
  summaries: 0,
  prompts: 0,
  events: 0,
  passages: 0,
  files: 0,
  concepts: 0,
  sessions: 0,
}

type Form = 'memory' | 'event' | 'passage' | 'words' | 'change' | 'read' | 'summary' | 'first' | 'session' | 'project'
const FORM = /^(memory|event|passage|words|change|read|summary|first|session|project):/

export function keyOf(form: Form, of: string | number): string {
  return `${form}:${of}`
}

/** An observation's key begins with the name of its session. */
export function memoryKey(key: string): string {
  return FORM.test(key) ? keyOf('memory', key) : key
}

/** The tombstone of what a change replaced; the change itself stays. */
export function formerWords(change: string): string {
  return `former:${change}`
}

/** Deletes the rows and leaves tombstones. Replay calls it too, when a row may already be gone. */
export function forgetKeys(db: Database, by: { keys: readonly string[]; at: number }): ForgottenRows {
  const gone = { ...NOTHING_FORGOTTEN }
  for (const key of new Set(by.keys)) {
    const form = FORM.exec(key)?.[1] as Form | undefined // the pattern lists the forms
    if (form === undefined) forgetOne(db, { key, at: by.at, gone })
    else FORGET[form](db, { of: key.slice(form.length + 1), at: by.at, gone })
  }
  return gone
}

/** Only the keys of events and observations, as used in the journal. */
export function plainKeys(keys: Iterable<string>): Set<string> {
  return new Set([...keys].flatMap((key) => (FORM.test(key) ? (/^(?:memory|event):(.*)/s.exec(key)?.[1] ?? []) : key)))
}

/** Has this been forgotten here? What may be made anew under its key does not tell. */
export function areBuried(db: Database, keys: readonly string[]): boolean {
  return [...plainKeys(keys)].every((key) => isForgotten(db, key))
}

/** Everything that may have a tombstone once this key is forgotten. */
export function tombstonesOf(key: string): string[] {
  return [key, keyOf('passage', eventNumber(key))]
}

function forgetOne(db: Database, { key, at, gone }: { key: string; at: number; gone: ForgottenRows }): void {
  bury(db, { key, at })
  const row = db.get<{ id: number; session: number | null }>(
    'SELECT id, session_id AS session FROM observations WHERE key = @key',
    { key },
  )
  if (row) {
    deleteMemory(db, { id: row.id, key, at, gone })
    // The session's summary may repeat what was forgotten, so it is derived again from what is left.
    if (row.session !== null) markWaiting(db, { session: row.session, at: 0 })
  } else {
    deleteTraces(db, key)
    // Passages know their event by its number alone.
    if (!key.startsWith(SAID)) bury(db, { key: keyOf('passage', eventNumber(key)), at })
  }
  gone.events += deleteEvent(db, { key, at })
  gone.prompts += db.run('DELETE FROM user_prompts WHERE event_key = @key', { key }).changes
  gone.passages += forgetSaid(db, key)
}

function bury(db: Database, by: { key: string; at: number }): void {
  putTombstone(db, { hash: hashKey(by.key), at: by.at })
}

/** The row of a memory with everything that belongs to it alone. */
export function deleteMemory(db: Database, by: { id: number; key: string; at: number; gone: ForgottenRows }): void {
  const { id, key, at, gone } = by
  gone.files += count(db, 'SELECT count(*) AS n FROM observation_files WHERE observation_id = @id', id)
  gone.concepts += count(db, 'SELECT count(*) AS n FROM observation_concepts WHERE observation_id = @id', id)
  db.run('DELETE FROM injections WHERE observation_id = @id', { id })
  for (const change of forgetChanges(db, id)) bury(db, { key: keyOf('change', change), at })
  deleteObservation(db, id)
  deleteTraces(db, key)
  gone.observations += 1
}

function deleteTraces(db: Database, key: string): void {
  for (const table of ['struck_lines', 'observation_ids', 'observation_aliases'])
    db.run(`DELETE FROM ${table} WHERE key = @key`, { key })
}

interface Forgetting {
  of: string
  at: number
  gone: ForgottenRows
}

const FORGET: Record<Form, (db: Database, by: Forgetting) => void> = {
  memory: (db, { of: key, at, gone }) => forgetOne(db, { key, at, gone }),
  event(db, { of: key, at, gone }) {
    bury(db, { key, at })
    gone.events += deleteEvent(db, { key, at })
  },
  passage(db, { of: number, at, gone }) {
    bury(db, { key: keyOf('passage', number), at })
    gone.passages += db.run('DELETE FROM passages WHERE event = @number', { number: Number(number) }).changes
  },
  words: (db, { of: mark, at }) => bury(db, { key: keyOf('words', mark), at }),
  change(db, { of: key, at }) {
    bury(db, { key: formerWords(key), at })
    forgetFormerWords(db, key)
  },
  read(db, { of: number }) {
    db.run('DELETE FROM reads WHERE id = @number', { number: Number(number) })
  },
  summary(db, { of: sessionId, at, gone }) {
    bury(db, { key: keyOf('summary', sessionId), at })
    const session = findNumber(db, sessionId)
    if (session === undefined) return
    gone.summaries += count(db, 'SELECT count(*) AS n FROM session_summaries WHERE session_id = @id', session)
    deleteSummary(db, session)
    markWaiting(db, { session, at: 0 })
  },
  first(db, { of: sessionId, at }) {
    bury(db, { key: keyOf('first', sessionId), at })
    db.run('UPDATE sdk_sessions SET user_prompt = NULL WHERE claude_session_id = @sessionId', { sessionId })
  },
  session(db, { of: sessionId, at, gone }) {
    bury(db, { key: keyOf('session', sessionId), at })
    for (const table of ['injections', 'told_texts', 'reads'])
      db.run(`DELETE FROM ${table} WHERE claude_session_id = @sessionId`, { sessionId })
    // A running session keeps its row for what follows.
    const ended = `DELETE FROM sdk_sessions WHERE claude_session_id = @sessionId AND status <> 'active'`
    gone.sessions += db.run(ended, { sessionId }).changes
  },
  project(db, { of: id }) {
    db.run(
      `DELETE FROM projects WHERE id = @id AND NOT EXISTS (SELECT 1 FROM sdk_sessions WHERE project = @id)
         AND NOT EXISTS (SELECT 1 FROM observations WHERE project = @id)
         AND NOT EXISTS (SELECT 1 FROM turns WHERE project = @id)
         AND NOT EXISTS (SELECT 1 FROM session_summaries WHERE project = @id)
         AND NOT EXISTS (SELECT 1 FROM note_workspaces WHERE project = @id)`,
      { id },
    )
  },
}

/** A fork's transcript has a copy under another key, so the line's own id is remembered as well. */
function deleteEvent(db: Database, by: { key: string; at: number }): number {
  db.run('DELETE FROM known_failures WHERE event_key = @key', { key: by.key })
  const row = db.get<{ line: string | null; session: number }>(
    'DELETE FROM observation_queue WHERE event_key = @key RETURNING line_id AS line, session_id AS session',
    { key: by.key },
  )
  if (!row) return 0
  if (row.line !== null) bury(db, { key: `p:${row.line}`, at: by.at })
  markWaiting(db, { session: row.session, at: 0 })
  return 1
}

function findNumber(db: Database, sessionId: string): number | undefined {
  return db.get<{ id: number }>('SELECT id FROM sdk_sessions WHERE claude_session_id = @sessionId', { sessionId })?.id
}

function count(db: Database, sql: string, id: number): number {
  return db.get<{ n: number }>(sql, { id })?.n ?? 0
}
