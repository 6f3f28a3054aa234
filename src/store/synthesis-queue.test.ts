import { describe, expect, it } from 'vitest'
import { memoryDatabase, someSession, T0 } from './store.fixture.ts'
import {
  countBatches,
  enqueueBatch,
  failBatch,
  findBatch,
  findDueBatch,
  postponeAll,
  postponeBatch,
  wakeBatches,
} from './synthesis-queue.ts'

const HOUR_MS = 3_600_000

function stage() {
  const db = memoryDatabase()
  const enqueue = (sessionId: string, dueAt: number) => {
    const session = someSession(db, sessionId)
    enqueueBatch(db, { session, from: T0, to: T0 + 1, final: false, dueAt, at: T0 })
    return findBatch(db, session)?.id ?? 0
  }
  const due = (now: number) =>
    db.all('SELECT 1 FROM synthesis_queue WHERE due_at_epoch <= @now AND status = @waiting', {
      now,
      waiting: 'waiting',
    }).length
  return { db, enqueue, due }
}

describe('what every call fails by', () => {
  it('puts off all that wait, and takes no attempt from them', () => {
    const { db, enqueue, due } = stage()
    for (const name of ['a', 'b', 'c']) enqueue(name, T0)
    postponeAll(db, { until: T0 + HOUR_MS, error: 'expired_login' })
    expect(due(T0 + HOUR_MS - 1)).toBe(0)
    expect(findDueBatch(db, T0 + HOUR_MS)).toMatchObject({ attempts: 0 })
    expect(countBatches(db)).toMatchObject({ waiting: 3, skipped: 0, lastError: 'expired_login' })
  })

  it('brings nothing forward that was to wait longer', () => {
    const { db, enqueue, due } = stage()
    const id = enqueue('a', T0)
    postponeBatch(db, { id, until: T0 + 2 * HOUR_MS, error: 'over_budget' })
    postponeAll(db, { until: T0 + HOUR_MS, error: 'no_network' })
    expect(due(T0 + HOUR_MS)).toBe(0)
  })
})

describe('waking', () => {
  it('makes due at once what was put off or failed, and forgets the reason', () => {
    const { db, enqueue, due } = stage()
    postponeBatch(db, { id: enqueue('a', T0), until: T0 + HOUR_MS, error: 'over_budget' })
    failBatch(db, { id: enqueue('b', T0), error: 'bad_answer', retryAt: T0 + 60_000 })
    expect(wakeBatches(db, T0 + 1)).toBe(2)
    expect(due(T0 + 1)).toBe(2)
    expect(countBatches(db).lastError).toBeUndefined()
  })

  it('leaves alone what only waits for its turn to be over', () => {
    const { db, enqueue, due } = stage()
    enqueue('a', T0 + 3000)
    expect(wakeBatches(db, T0)).toBe(0)
    expect(due(T0)).toBe(0)
  })
})
