/**
 * The inbox of new memories. A memory waits in it from the day it was made until a person has decided: kept, edited,
 * pinned or silenced. The decisions that change a memory are known from the memory itself; only those that do not are
 * stored here, and so is the time from which memories are gathered.
 */
import type { Observation } from '../memory/observation.ts'
import type { Database } from './database.ts'
import { findObservations } from './observations.ts'

/** undefined: nobody has ever switched the inbox on. */
export function findReviewStart(db: Database): number | undefined {
  return db.get<{ since: number }>('SELECT since_epoch AS since FROM review_start')?.since
}

/** The first call counts; a later one leaves the start where it is. */
export function beginReview(db: Database, since: number): void {
  db.run('INSERT INTO review_start (one, since_epoch) VALUES (1, @since) ON CONFLICT DO NOTHING', { since })
}

/** Everything before it counts as looked at. */
export function moveReviewStart(db: Database, since: number): void {
  db.run(
    'INSERT INTO review_start (one, since_epoch) VALUES (1, @since) ON CONFLICT DO UPDATE SET since_epoch = excluded.since_epoch',
    { since },
  )
}

export function putReviewed(db: Database, ids: readonly number[]): void {
  db.run(
    `INSERT INTO reviewed (observation_id) SELECT o.id FROM observations o WHERE o.id IN (SELECT value FROM json_each(@ids))
     ON CONFLICT DO NOTHING`,
    { ids: JSON.stringify(ids) },
  )
}

/** They wait again. */
export function takeBackReviewed(db: Database, ids: readonly number[]): void {
  db.run('DELETE FROM reviewed WHERE observation_id IN (SELECT value FROM json_each(@ids))', {
    ids: JSON.stringify(ids),
  })
}

const WAITING = `FROM observations o WHERE o.created_at_epoch >= @since AND o.dropped_at_epoch IS NULL
  AND o.chosen = 0 AND o.recalled = 1 AND NOT EXISTS (SELECT 1 FROM reviewed r WHERE r.observation_id = o.id)`

/** Newest first. */
export function findUnreviewed(db: Database, by: { since: number; limit: number }): Observation[] {
  const ids = db.all<{ id: number }>(
    `SELECT o.id ${WAITING} ORDER BY o.created_at_epoch DESC, o.id DESC LIMIT @limit`,
    by,
  )
  const found = new Map(
    findObservations(
      db,
      ids.map(({ id }) => id),
    ).map((one) => [one.id, one]),
  )
  return ids.flatMap(({ id }) => found.get(id) ?? [])
}

export function countUnreviewed(db: Database, by: { since: number }): number {
  return db.get<{ n: number }>(`SELECT count(*) AS n ${WAITING}`, by)?.n ?? 0
}
