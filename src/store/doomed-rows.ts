/**
 * What is deleted with a memory, a prompt or a session: the keys of all that belongs to it (see forget.ts for their
 * forms). Only reads.
 */
import type { Database } from './database.ts'
import { keyOf, memoryKey } from './forget.ts'
import { findIds, findTexts } from './list-queries.ts'
import { SAID, saidAround } from './passages.ts'

export interface Doomed {
  keys: string[]
  /** Numbers of the sessions that lose something. */
  sessions: number[]
  /** The memories, newest first. */
  observations: number[]
  prompts: number[]
}

/** Keys to forget with a memory: its own, those merged into it, its source events and what was said around it. */
export function keysToForget(db: Database, id: number): string[] | undefined {
  const row = db.get<{ key: string; eventKeys: string }>(
    'SELECT key, event_keys AS eventKeys FROM observations WHERE id = @id',
    { id },
  )
  if (!row) return undefined
  const aliases = db.all<{ key: string }>('SELECT key FROM observation_aliases WHERE observation_id = @id', { id })
  const keys = [row.key, ...aliases.map((alias) => alias.key)]
  return [...keys.map(memoryKey), ...(JSON.parse(row.eventKeys) as string[]), ...saidAround(db, keys)] // see putObservation
}

export function doomedMemories(db: Database, by: { ids: number[]; withPrompts: boolean }): Doomed | undefined {
  const keys = new Set<string>()
  for (const id of by.ids) {
    const own = keysToForget(db, id)
    if (!own) return undefined
    for (const key of own) keys.add(key)
  }
  const sessions = sessionsOf(db, by.ids)
  const going = [...keys]
  const prompts = by.withPrompts ? promptsOf(db, turnsIn(going)) : []
  for (const { key } of prompts) keys.add(key)
  const ids = prompts.map(({ id }) => id)
  if (by.withPrompts) for (const key of tellingOf(db, { sessions, prompts: ids })) keys.add(key)
  return { keys: [...keys], sessions, observations: by.ids, prompts: ids }
}

/** The prompt, what was said in its turn, and the turn's memories, which may begin with its words. */
export function doomedPrompt(db: Database, id: number): Doomed | undefined {
  const prompt = db.get<{ key: string; session: number }>(
    'SELECT event_key AS key, session_id AS session FROM user_prompts WHERE id = @id',
    { id },
  )
  if (!prompt) return undefined
  const made = findIds(
    db,
    `SELECT id FROM observations WHERE session_id = @session AND (EXISTS (SELECT 1 FROM json_each(event_keys) WHERE value = @key)
       OR turn IN (SELECT t.key FROM passages p JOIN turns t ON t.id = p.turn_id WHERE p.event = event_number(@key)))`,
    prompt,
  )
  const memories = doomedMemories(db, { ids: made, withPrompts: false })
  const keys = [...(memories?.keys ?? []), prompt.key, ...tellingOf(db, { sessions: [prompt.session], prompts: [id] })]
  return { keys, sessions: [prompt.session], observations: made, prompts: [id] }
}

export function doomedSession(db: Database, session: number): Doomed | undefined {
  const row = db.get<{ id: string }>('SELECT claude_session_id AS id FROM sdk_sessions WHERE id = @session', {
    session,
  })
  if (!row) return undefined
  const of = { sessions: [session] }
  const observations = findIds(db, `SELECT id FROM observations WHERE session_id IN (${SESSIONS}) ORDER BY id DESC`, of)
  const prompts = findIds(db, `SELECT id FROM user_prompts WHERE session_id IN (${SESSIONS})`, of)
  const keys = [
    ...observations.flatMap((id) => keysToForget(db, id) ?? []),
    ...findTexts(db, `SELECT event_key AS text FROM observation_queue WHERE session_id IN (${SESSIONS})`, of),
    ...findTexts(db, `SELECT event_key AS text FROM user_prompts WHERE session_id IN (${SESSIONS})`, of),
    ...findTexts(db, `SELECT '${SAID}' || key AS text FROM turns WHERE session_id IN (${SESSIONS})`, of),
    ...['summary', 'first', 'session'].map((form) => `${form}:${row.id}`),
  ]
  return { keys, sessions: [session], observations, prompts }
}

/** Turns of which everything said is deleted. */
export function turnsIn(keys: readonly string[]): string[] {
  return keys.filter((key) => key.startsWith(SAID)).map((key) => key.slice(SAID.length))
}

/** What people typed in these turns. */
export function promptsOf(db: Database, turns: readonly string[]): { id: number; key: string }[] {
  return db.all<{ id: number; key: string }>(
    `SELECT u.id, u.event_key AS key FROM user_prompts u
     WHERE u.session_id IN (SELECT session_id FROM turns WHERE key IN (SELECT value FROM json_each(@turns)))
     AND event_number(u.event_key) IN (
       SELECT p.event FROM passages p JOIN turns t ON t.id = p.turn_id WHERE t.key IN (SELECT value FROM json_each(@turns)))`,
    { turns: JSON.stringify(turns) },
  )
}

/** What describes a session as a whole: summary, title, the result of a compaction, and the prompt it is listed by. */
function tellingOf(db: Database, by: { sessions: number[]; prompts: number[] }): string[] {
  const records = findTexts(
    db,
    `SELECT event_key AS text FROM observation_queue WHERE session_id IN (${SESSIONS}) AND kind IN ('titled', 'compacted')`,
    by,
  )
  const names = findTexts(db, `SELECT claude_session_id AS text FROM sdk_sessions WHERE id IN (${SESSIONS})`, by)
  const listed = findTexts(
    db,
    `SELECT s.claude_session_id AS text FROM user_prompts u JOIN sdk_sessions s ON s.id = u.session_id
     WHERE u.id IN (SELECT value FROM json_each(@prompts)) AND substr(s.user_prompt, 1, length(u.prompt_text)) = u.prompt_text`,
    by,
  )
  return [...records, ...names.map((name) => keyOf('summary', name)), ...listed.map((name) => keyOf('first', name))]
}

export function sessionsOf(db: Database, observations: readonly number[]): number[] {
  return findIds(
    db,
    `SELECT DISTINCT session_id AS id FROM observations
     WHERE id IN (SELECT value FROM json_each(@ids)) AND session_id IS NOT NULL`,
    { ids: observations },
  )
}

const SESSIONS = 'SELECT value FROM json_each(@sessions)'
