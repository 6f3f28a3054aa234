/**
 * A hook may deliver words under a key of its own: a prompt to which the host gave no id, the last words of a turn. The
 * transcript has the same words under another key, and may be read only after they were forgotten. So a forgetting
 * also marks them by session, minute and two bytes of a hash: enough to tell them from what else was said in that
 * minute, too little to compute a text from. More would make guesses surer.
 */
import { createHash } from 'node:crypto'
import type { MemoryEvent } from '../memory/event.ts'
import type { Database } from './database.ts'
import { findRows } from './list-queries.ts'
import { PROMPT_CHARACTERS } from './prompts.ts'
import { findForgotten } from './tombstones.ts'

/** The marks of these events, as keys to forget. A prompt whose line was read is known by that. */
export function hookWordsOf(db: Database, events: Iterable<string>): string[] {
  return findRows<Words>(
    db,
    `SELECT s.claude_session_id AS session, q.created_at_epoch AS at,
       coalesce(json_extract(q.event, '$.text'), u.prompt_text) AS text
     FROM observation_queue q JOIN sdk_sessions s ON s.id = q.session_id
     LEFT JOIN user_prompts u ON u.event_key = q.event_key
     WHERE q.event_key IN (SELECT value FROM json_each(@events)) AND q.origin = 'hook' AND q.line_id IS NULL
       AND q.kind IN ('prompt', 'stopped', 'subagent_stopped', 'reported') AND substr(q.event_key, 1, 2) = 'e:'
       AND text <> ''`,
    { events: [...events] },
  ).map(({ session, text, at }) => markOf({ session, minute: minuteOf(at), hash: hashOf(text) }))
}

/** When a hook's words that this event of a transcript repeats were forgotten. */
export function findForgottenWords(db: Database, event: MemoryEvent): number | undefined {
  if (event.origin !== 'transcript') return undefined
  if (event.kind !== 'prompt' && event.kind !== 'assistant_text' && event.kind !== 'reported') return undefined
  const { sessionId: session, text, at } = event
  const hash = hashOf(text)
  for (const minute of [0, -1, 1].map((more) => minuteOf(at) + more)) {
    const found = findForgotten(db, markOf({ session, minute, hash }))
    if (found !== undefined) return found
  }
  return undefined
}

interface Words {
  session: string
  text: string
  at: number
}

function minuteOf(at: number): number {
  return Math.floor(at / 60_000)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text.slice(0, PROMPT_CHARACTERS)).digest('hex').slice(0, 4)
}

function markOf({ session, minute, hash }: { session: string; minute: number; hash: string }): string {
  return `words:${session}:${minute}:${hash}`
}
