/**
 * What stays when its events are forgotten: what was typed in a request, its other memories, what was said in it. Until
 * there is a new backup, only the database has these rows, and no event is left to make them from again. So the
 * journal gets them together with the forgetting, as an export writes them.
 */
import { rowsOf } from './archive/export-rows.ts'
import { putRow } from './archive/import-rows.ts'
import type { ArchiveRow, RowOf } from './archive/rows.ts'
import type { Database } from './database.ts'
import { eventNumber } from './event-number.ts'
import { keyOf, plainKeys } from './forget.ts'
import { findIds } from './list-queries.ts'
import { deleteObservation } from './observations.ts'
import { forgetSaid, SAID } from './passages.ts'
import { findSessionNumber, setFirstPrompt } from './sessions.ts'
import { hashKey } from './tombstones.ts'

/** As the journal stores it. */
export interface ForgetEntry {
  op: 'forget'
  keys: string[]
  at: number
  kept?: ArchiveRow[]
}

/** For the journal, before anything is deleted. */
export function forgetEntry(db: Database, by: { keys: string[]; at: number }): ForgetEntry {
  const kept = rowsWithout(findKept(db, by.keys), new Set(by.keys))
  return { op: 'forget', ...by, ...(kept.length > 0 ? { kept } : {}) }
}

/** The rows, or what is left of them, once these keys are forgotten. */
export function rowsWithout(rows: readonly ArchiveRow[], going: ReadonlySet<string>): ArchiveRow[] {
  const plain = plainKeys(going)
  const numbers = new Set([...going].map((key) => keyOf('passage', eventNumber(key))))
  const left = rows.flatMap((row): ArchiveRow[] => {
    if (row.kind === 'prompt') return going.has(row.key) ? [] : [row]
    if (row.kind === 'observation')
      return plain.has(row.key) ? [] : [{ ...row, failures: row.failures.filter(({ event }) => !plain.has(event)) }]
    if (row.kind === 'turn') {
      const isGone = (number: string) => going.has(number) || numbers.has(number)
      const passages = row.passages.filter(({ event }) => !isGone(keyOf('passage', event)))
      return going.has(`${SAID}${row.key}`) || passages.length === 0 ? [] : [{ ...row, passages }]
    }
    if (row.kind !== 'session') return [row]
    return [going.has(keyOf('first', row.id)) ? { ...row, prompt: null } : row]
  })
  // A session and a project are there for what belongs to them.
  const sessions = new Set(left.map((row) => ('session' in row ? row.session : undefined)))
  const used = left.filter((row) => row.kind !== 'session' || sessions.has(row.id))
  const projects = new Set(used.map((row) => ('project' in row ? row.project : undefined)))
  return used.filter((row) => row.kind !== 'project' || projects.has(row.id))
}

/** Into a copy from before the forgetting: what it has of them is older. */
export function bringKept(db: Database, { kept = [], at }: ForgetEntry): void {
  const sessions = kept.flatMap((row) => (row.kind === 'session' ? [row.id] : []))
  // They obey this forgetting already, and earlier ones of the same session were over.
  const obeyed = sessions.flatMap((id) => [keyOf('session', id), keyOf('first', id)])
  const from = { tombstones: new Map(obeyed.map((key) => [hashKey(key), at] as const)), highest: {} }
  for (const row of kept) {
    if (row.kind === 'observation') dropOlder(db, row)
    if (row.kind === 'turn') forgetSaid(db, `${SAID}${row.key}`)
    putRow(db, row, from)
    const session = row.kind === 'session' ? findSessionNumber(db, row.id) : undefined
    if (row.kind === 'session' && session !== undefined && row.prompt !== null)
      setFirstPrompt(db, { session, text: row.prompt })
  }
}

/** A person's own words stay as they are: the journal has their changes. */
function dropOlder(db: Database, { key, draftHash }: RowOf<'observation'>): void {
  const older = db.get<{ id: number }>(
    'SELECT id FROM observations WHERE key = @key AND chosen = 0 AND draft_hash IS NOT @draftHash',
    { key, draftHash },
  )
  if (older) deleteObservation(db, older.id)
}

function findKept(db: Database, keys: readonly string[]): ArchiveRow[] {
  const events = [...plainKeys(keys)] // and observations
  const of = { keys, events, numbers: events.map(eventNumber) }
  const observations = rowsOf(db, 'observation', findIds(db, MEMORIES, of))
  const prompts = rowsOf(db, 'prompt', findIds(db, PROMPTS, of))
  const turns = rowsOf(db, 'turn', findIds(db, TURNS, of))
  const rows = [...observations, ...prompts, ...turns]
  const ids = rows.flatMap(({ session }) => (session === null ? [] : (findSessionNumber(db, session) ?? [])))
  const sessions = rowsOf(db, 'session', [...new Set(ids)])
  const projects = rowsOf(db, 'project', [...new Set([...sessions, ...rows].map(({ project }) => project))])
  return [...projects, ...sessions, ...rows]
}

const IN = (list: 'keys' | 'events' | 'numbers') => `IN (SELECT value FROM json_each(@${list}))`

const SESSIONS = `SELECT DISTINCT q.session_id FROM observation_queue q WHERE q.event_key ${IN('events')}`

/** Of these sessions, or of another into which one of theirs was merged. */
const MEMORIES = `SELECT o.id FROM observations o
  WHERE (o.session_id IN (${SESSIONS}) OR o.id IN (
      SELECT a.observation_id FROM sdk_sessions s JOIN observation_aliases a
        ON a.key > s.claude_session_id || ':' AND a.key < s.claude_session_id || ';'
      WHERE s.id IN (${SESSIONS})))
    AND o.key NOT ${IN('events')} AND EXISTS (SELECT 1 FROM json_each(o.event_keys) WHERE value ${IN('events')})
  ORDER BY o.id`

const PROMPTS = `SELECT id FROM user_prompts WHERE event_key ${IN('events')} AND event_key NOT ${IN('keys')} ORDER BY id`

const TURNS = `SELECT t.id FROM turns t WHERE '${SAID}' || t.key NOT ${IN('keys')}
  AND t.id IN (SELECT p.turn_id FROM passages p WHERE p.event ${IN('numbers')}) ORDER BY t.id`
