/**
 * What a request to forget covers, and what stays although it may mention the same things. Only reads; it only decides
 * what belongs together.
 */
import type { Database } from './database.ts'
import { doomedFile, type OfFile } from './doomed-file.ts'
import { doomedMatches, type Matching } from './doomed-matches.ts'
import {
  type Doomed,
  doomedMemories,
  doomedPrompt,
  doomedSession,
  promptsOf,
  sessionsOf,
  turnsIn,
} from './doomed-rows.ts'
import { hasPurgedEvents } from './events.ts'
import { keyOf } from './forget.ts'
import { findIds } from './list-queries.ts'

export type Wish =
  | { kind: 'memories'; ids: number[]; withPrompts: boolean }
  | { kind: 'prompt'; id: number }
  /** Its number. */
  | { kind: 'session'; session: number }
  | OfFile
  | Matching

/** undefined when nothing has this id. */
export function findDoomed(db: Database, wish: Wish): Doomed | undefined {
  switch (wish.kind) {
    case 'memories':
      return doomedMemories(db, wish)
    case 'prompt':
      return doomedPrompt(db, wish.id)
    case 'session':
      return doomedSession(db, wish.session)
    case 'file':
      return doomedFile(db, wish)
    case 'matching':
      return doomedMatches(db, wish)
  }
}

/** The sessions it is about, if the wish names any: more of them may still stand in their transcripts. */
export function findNamedSessions(db: Database, wish: Wish): number[] {
  switch (wish.kind) {
    case 'memories':
      return sessionsOf(db, wish.ids)
    case 'prompt':
      return findIds(db, 'SELECT session_id AS id FROM user_prompts WHERE id = @id', { id: wish.id })
    case 'session':
      return [wish.session]
    default:
      return []
  }
}

/** What stays although it may quote these memories. */
export interface LeftBehind {
  /** Other memories of the same turns. */
  memories: number[]
  prompts: number
  /** Of sessions whose first events are no longer stored, so that the summary cannot be derived again. */
  summaries: number
}

export function findLeftBehind(db: Database, { keys, sessions, observations }: Doomed): LeftBehind {
  const going = new Set(keys)
  const stays = promptsOf(db, turnsIn(keys)).filter(({ key }) => !going.has(key))
  return {
    memories: findIds(
      db,
      `SELECT id FROM observations WHERE turn IN (SELECT value FROM json_each(@turns))
         AND id NOT IN (SELECT value FROM json_each(@ids)) AND dropped_at_epoch IS NULL ORDER BY id`,
      { turns: turnsIn(keys), ids: observations },
    ),
    prompts: stays.length,
    summaries: summarized(db, sessions).filter(
      ({ session, sessionId }) => hasPurgedEvents(db, session) && !going.has(keyOf('summary', sessionId)),
    ).length,
  }
}

/** The first few of what will be deleted, for a person to recognise. */
export function findTitles(
  db: Database,
  { observations, prompts }: Doomed,
  limit: number,
): { kind: 'memory' | 'prompt'; id: number; title: string }[] {
  return db.all(
    `SELECT 'memory' AS kind, id, title FROM observations WHERE id IN (SELECT value FROM json_each(@observations))
     UNION ALL SELECT 'prompt', id, substr(prompt_text, 1, 200) FROM user_prompts WHERE id IN (SELECT value FROM json_each(@prompts))
     LIMIT @limit`,
    { observations: JSON.stringify(observations), prompts: JSON.stringify(prompts), limit },
  )
}

function summarized(db: Database, sessions: readonly number[]): { session: number; sessionId: string }[] {
  return db.all(
    `SELECT s.id AS session, s.claude_session_id AS sessionId FROM sdk_sessions s JOIN session_summaries u ON u.session_id = s.id
     WHERE s.id IN (SELECT value FROM json_each(@sessions))`,
    { sessions: JSON.stringify(sessions) },
  )
}
