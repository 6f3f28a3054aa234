/**
 * Takes the doctor's probes out again as if they had never been: rows, keywords and the number of the prompt. No
 * tombstone is left, because nothing can bring a probe back: it has no transcript, and it leaves the journal first.
 */
import { PROBE_SESSIONS } from '../memory/probe.ts'
import type { Database } from './database.ts'
import { doomedSession } from './doomed-rows.ts'
import { forgetKeys, keyOf, tombstonesOf } from './forget.ts'
import { endSession } from './sessions.ts'
import { hashKey, isForgotten } from './tombstones.ts'

export interface StoredProbe {
  session: number
  project: string
  at: number
  /** Of everything that belongs to it. */
  keys: string[]
}

export function findProbes(db: Database): StoredProbe[] {
  const sessions = db.all<{ session: number; project: string; at: number }>(
    `SELECT id AS session, project, started_at_epoch AS at FROM sdk_sessions
     WHERE substr(claude_session_id, 1, length(@prefix)) = @prefix ORDER BY id DESC`,
    { prefix: PROBE_SESSIONS },
  )
  return sessions.map((one) => ({ ...one, keys: doomedSession(db, one.session)?.keys ?? [] }))
}

/** Call in a transaction. */
export function deleteProbe(db: Database, { session, project, at, keys }: StoredProbe): void {
  const prompts = db.all<{ id: number }>('SELECT id FROM user_prompts WHERE session_id = @session ORDER BY id DESC', {
    session,
  })
  endSession(db, { session, at, status: 'completed' }) // only an ended session is deleted
  const left = keys.flatMap(tombstonesOf)
  const known = new Set(left.filter((key) => isForgotten(db, key)))
  forgetKeys(db, { keys: [...keys, keyOf('project', project)], at })
  for (const key of left)
    if (!known.has(key)) db.run('DELETE FROM tombstones WHERE key_hash = @hash', { hash: hashKey(key) })
  // Nobody has seen its number; one given to somebody else meanwhile stays.
  for (const { id } of prompts) {
    db.run(`UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'user_prompts' AND seq = @id`, { id })
  }
  db.run(`DELETE FROM sqlite_sequence WHERE name = 'user_prompts' AND seq = 0`)
}
