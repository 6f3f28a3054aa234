import { describe, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { deleteObservation, putObservation } from './observations.ts'
import {
  beginReview,
  countUnreviewed,
  findReviewStart,
  findUnreviewed,
  moveReviewStart,
  putReviewed,
  takeBackReviewed,
} from './reviews.ts'
import { draft, memoryDatabase, PROJECT, someSession, T0 } from './store.fixture.ts'

const HOUR_MS = 3_600_000

/** Memories 1 to 4, an hour apart. */
function four(): Database {
  const db = memoryDatabase()
  const session = someSession(db)
  for (let n = 0; n < 4; n++)
    putObservation(db, {
      draft: draft(`k${n}`, { at: T0 + n * HOUR_MS, title: `Memory ${n}` }),
      ...{ session, project: PROJECT.id, source: 'local' },
    })
  return db
}
const waiting = (db: Database) => findUnreviewed(db, { since: findReviewStart(db) ?? 0, limit: 10 }).map(({ id }) => id)

describe('the inbox', () => {
  it('begins once, and gathers what was made from then on, newest first', () => {
    const db = four()
    expect(findReviewStart(db)).toBeUndefined()
    beginReview(db, T0 + HOUR_MS)
    beginReview(db, T0 + 3 * HOUR_MS)
    expect(findReviewStart(db)).toBe(T0 + HOUR_MS)
    expect(waiting(db)).toEqual([4, 3, 2])
    expect(countUnreviewed(db, { since: T0 + HOUR_MS })).toBe(3)
  })

  it('lets go what a person decided about, in whatever way', () => {
    const db = four()
    beginReview(db, T0)
    putReviewed(db, [1, 1, 999])
    db.exec('UPDATE observations SET edited = 1 WHERE id = 2; UPDATE observations SET recalled = 0 WHERE id = 3')
    expect(waiting(db)).toEqual([4])
    takeBackReviewed(db, [1])
    expect(waiting(db)).toEqual([4, 1])
  })

  it('leaves out what a newer memory replaced, and forgets what was forgotten', () => {
    const db = four()
    beginReview(db, T0)
    db.exec('UPDATE observations SET dropped_at_epoch = 5 WHERE id = 4')
    putReviewed(db, [3])
    deleteObservation(db, 3)
    expect(waiting(db)).toEqual([2, 1])
    expect(db.all('SELECT * FROM reviewed')).toEqual([])
  })

  it('is empty once everything was looked at, and its start can be put back', () => {
    const db = four()
    beginReview(db, T0)
    moveReviewStart(db, T0 + 10 * HOUR_MS)
    expect(waiting(db)).toEqual([])
    moveReviewStart(db, T0)
    expect(waiting(db)).toHaveLength(4)
  })
})
