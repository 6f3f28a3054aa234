/** What must be true in the end. Looks at a copy of the database, with nothing of the product between but its filter. */
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ToolCall } from '../../bench/trajectories/host-call.ts'
import type { HostToolEvent } from '../../src/capture/captured-event.ts'
import { cleanEvent } from '../../src/capture/clean.ts'
import { skipReason } from '../../src/capture/filter.ts'
import { SETTINGS } from '../../src/config.ts'
import type { MemoryEvent } from '../../src/memory/event.ts'
import { tombstonesOf } from '../../src/store/forget.ts'
import { hashKey } from '../../src/store/tombstones.ts'
import { extract } from '../../src/synthesis/extract.ts'
import type { Place } from '../support/place.ts'
import { type PlannedSession, promptIdOf } from './sessions.ts'

export interface Stored {
  db: DatabaseSync
  all<Row>(sql: string): Row[]
}

export function openCopy(place: Place): Stored {
  const copy = join(place.root, 'copy.sqlite')
  for (const suffix of ['', '-wal']) {
    const from = `${join(place.data.root, 'db.sqlite')}${suffix}`
    if (existsSync(from)) copyFileSync(from, `${copy}${suffix}`)
  }
  const db = new DatabaseSync(copy, { readOnly: true })
  return { db, all: <Row>(sql: string) => db.prepare(sql).all() as Row[] } // the caller names the columns
}

/** Keys of the calls that the product wants to keep, by its own rules. */
export function wantedKeys(sessions: readonly PlannedSession[]): string[] {
  return sessions.flatMap(({ id, calls }) =>
    calls
      .filter((call): call is ToolCall => call.kind === 'tool')
      .flatMap((call) => (isWanted(id, call) ? [`t:${call.tool_use_id}`] : [])),
  )
}

function isWanted(sessionId: string, call: ToolCall): boolean {
  const event: HostToolEvent = {
    kind: 'tool',
    host: 'claude-code',
    key: `t:${call.tool_use_id}`,
    sessionId,
    at: 0,
    origin: 'transcript',
    tool: call.tool_name,
    toolUseId: call.tool_use_id,
    input: call.tool_input,
    output: call.tool_response,
    failed: call.failed,
  }
  const clean = cleanEvent(event, () => false)
  return (
    skipReason(clean, { skipTools: SETTINGS.SKIP_TOOLS.default, subagents: SETTINGS.SUBAGENTS.default }) === undefined
  )
}

export function findLost(stored: Stored, wanted: readonly string[]): string[] {
  const kept = new Set(
    stored.all<{ key: string }>('SELECT event_key AS key FROM observation_queue').map((row) => row.key),
  )
  const forgotten = new Set(
    stored.all<{ hash: string }>('SELECT key_hash AS hash FROM tombstones').map((row) => row.hash),
  )
  return wanted.filter((key) => !kept.has(key) && !forgotten.has(hashKey(key)))
}

/**
 * What one run over all the stored events gives is what must stand there, however often a distillation was cut off and
 * begun again. (One event may belong to two observations: a command can end a fix and be a commit.)
 */
export function compareObservations(stored: Stored): { missing: string[]; doubled: string[] } {
  const forgotten = new Set(
    stored.all<{ hash: string }>('SELECT key_hash AS hash FROM tombstones').map((row) => row.hash),
  )
  const expected = new Set<string>()
  const sessions = stored.all<{ id: number; sessionId: string; root: string }>(
    'SELECT s.id, s.claude_session_id AS sessionId, p.root FROM sdk_sessions s JOIN projects p ON p.id = s.project',
  )
  for (const { id, sessionId, root } of sessions) {
    const events = stored
      .all<{ event: string }>(`SELECT event FROM observation_queue WHERE session_id = ${id} ORDER BY created_at_epoch`)
      .map((row) => JSON.parse(row.event) as MemoryEvent) // written by the store
    for (const { key } of extract(events, { sessionId, root }).observations) {
      if (!forgotten.has(hashKey(key))) expected.add(key)
    }
  }
  const keysOf = (sql: string) => stored.all<{ key: string }>(sql).map((row) => row.key)
  const observations = keysOf("SELECT key FROM observations WHERE source = 'local'")
  // An alias outlives the draft it was merged from, so that an id once shown still resolves. It is no memory of its own.
  const found = [...observations, ...keysOf('SELECT key FROM observation_aliases')]
  const there = new Set(found)
  // Another memory of a turn that was forgotten stays, though the events it was made from are gone.
  const survivors = new Set(
    stored
      .all<{ key: string; turn: string }>('SELECT key, turn FROM observations WHERE turn IS NOT NULL')
      .filter(({ turn }) => forgotten.has(hashKey(`said:${turn}`)))
      .map(({ key }) => key),
  )
  const isKnown = (key: string) => expected.has(key) || survivors.has(key)
  return {
    missing: [...expected].filter((key) => !there.has(key)),
    doubled: [...observations.filter((key) => !isKnown(key)), ...found.filter((key, i) => found.indexOf(key) !== i)],
  }
}

/**
 * Per session: how many prompts stand there, how many must, and those that must not. Events go by whole requests, so a
 * forgotten memory takes the events of prompts it was not made from, and leaves what was typed. Only a prompt that is
 * forgotten itself has all of its tombstones.
 */
export function findPromptDifferences(stored: Stored, sessions: readonly PlannedSession[]): string[] {
  const rows = stored.all<{ session: string; key: string }>(
    'SELECT s.claude_session_id AS session, p.event_key AS key FROM user_prompts p JOIN sdk_sessions s ON s.id = p.session_id',
  )
  const tombstones = new Set(
    stored.all<{ hash: string }>('SELECT key_hash AS hash FROM tombstones').map((row) => row.hash),
  )
  const isForgotten = (key: string) => tombstonesOf(key).every((one) => tombstones.has(hashKey(one)))
  return sessions.flatMap(({ id, calls }) => {
    const stands = rows.filter(({ session }) => session === id).map(({ key }) => key)
    const prompts = calls.filter((call) => call.kind === 'prompt').map((_, turn) => `p:${promptIdOf(id, turn)}`)
    const typed = prompts.filter((key) => !isForgotten(key)).length
    return [
      ...(typed === stands.length ? [] : [`${id}: ${typed} typed, ${stands.length} stored`]),
      ...prompts.flatMap((key, turn) =>
        isForgotten(key) && stands.includes(key) ? [`${id}: prompt ${turn} was forgotten and stands`] : [],
      ),
    ]
  })
}

/** Every place in which the text of a memory can stand. */
export function placesOf(place: Place, stored: Stored, word: string): string[] {
  const places: string[] = []
  const count = (sql: string) => stored.db.prepare(sql).get({ word }) as { n: number } // one column, one row
  if (count('SELECT count(*) AS n FROM observations WHERE instr(narrative || title, :word)').n > 0) places.push('row')
  if (count("SELECT count(*) AS n FROM observations_fts WHERE observations_fts MATCH '\"' || :word || '\"'").n > 0)
    places.push('search')
  const folder = join(place.data.root, 'journal')
  for (const name of readdirSync(folder))
    if (readFileSync(join(folder, name), 'utf8').includes(word)) places.push('journal')
  return places
}
