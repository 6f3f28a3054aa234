/**
 * Clearing away what is too old or too much, where a person has set a limit. Never what a person chose (pinned, edited,
 * written by them) nor a rule of theirs, and nothing that could be derived again: a session counts only when its events
 * are no longer stored. Their keys stay and do what tombstones do, so that importing its transcript again brings nothing
 * back; only a memory that was imported itself has no such key and gets a tombstone.
 */
import type { Database } from './database.ts'
import { deleteMemory, NOTHING_FORGOTTEN } from './forget.ts'
import { findIds } from './list-queries.ts'
import { purgePassages } from './passages.ts'
import { deleteSummary } from './summaries.ts'
import { hashKey, putTombstone } from './tombstones.ts'

export interface Cleared {
  observations: number
  summaries: number
  prompts: number
  passages: number
}

/** The oldest `most` memories from before `before`. */
export function findTooOld(db: Database, by: { before: number; most: number }): number[] {
  return findIds(
    db,
    `SELECT o.id FROM observations o WHERE o.created_at_epoch < @before AND ${CLEARABLE}
     ORDER BY o.created_at_epoch LIMIT @most`,
    by,
  )
}

/** In every project with more than `keep`, its oldest ones beyond that; `most` of each at a time. */
export function findTooMany(db: Database, by: { keep: number; before: number; most: number }): number[] {
  const full = db.all<{ project: string; over: number }>(
    'SELECT project, sum(n) - @keep AS over FROM observation_counts GROUP BY project HAVING over > 0',
    { keep: by.keep },
  )
  return full.flatMap(({ project, over }) =>
    findIds(
      db,
      `SELECT o.id FROM observations o WHERE o.project = @project AND o.created_at_epoch < @before AND ${CLEARABLE}
       ORDER BY o.created_at_epoch LIMIT @most`,
      { project, before: by.before, most: Math.min(over, by.most) },
    ),
  )
}

const CLEARABLE = `o.chosen = 0 AND o.standing = 0
  AND NOT EXISTS (SELECT 1 FROM observation_queue q WHERE q.session_id = o.session_id AND q.event IS NOT NULL)`

export function clearMemories(db: Database, by: { ids: number[]; at: number }): number {
  const gone = { ...NOTHING_FORGOTTEN }
  for (const id of by.ids) {
    const row = db.get<{ key: string; source: string }>('SELECT key, source FROM observations WHERE id = @id', { id })
    if (!row) continue
    if (row.source === 'import') putTombstone(db, { hash: hashKey(row.key), at: by.at })
    deleteMemory(db, { id, key: row.key, at: by.at, gone })
  }
  return gone.observations
}

/** What else tells of that time: prompts, summaries and what was said. */
export function clearWords(db: Database, before: number): Omit<Cleared, 'observations'> {
  const over = `SELECT s.id FROM sdk_sessions s WHERE s.last_event_epoch < @before AND s.status <> 'active'
    AND NOT EXISTS (SELECT 1 FROM observation_queue q WHERE q.session_id = s.id AND q.event IS NOT NULL)`
  const summarized = findIds(
    db,
    `SELECT session_id AS id FROM session_summaries WHERE created_at_epoch < @before AND session_id IN (${over})`,
    { before },
  )
  for (const session of summarized) deleteSummary(db, session)
  const typed = `created_at_epoch < @before AND session_id IN (${over})`
  const prompts = db.run(`DELETE FROM user_prompts WHERE ${typed}`, { before }).changes
  db.run(`UPDATE sdk_sessions SET user_prompt = NULL WHERE user_prompt IS NOT NULL AND id IN (${over})`, { before })
  return { summaries: summarized.length, prompts, passages: purgePassages(db, before) }
}
