import { describe, expect, it } from 'vitest'
import type { ObservationText } from '../memory/observation.ts'
import { reserveTokens, settleTokens, spentTokens, tellOnce } from './budget.ts'
import { dropObservation, mergeObservations, rewordObservation } from './enrichment.ts'
import { findObservation, findRecentObservations, putObservation } from './observations.ts'
import { draft, foundBy, memoryDatabase, PROJECT, someSession, T0 } from './store.fixture.ts'
import {
  countBatches,
  enqueueBatch,
  failBatch,
  findDueBatch,
  finishBatch,
  postponeBatch,
  retrySkipped,
} from './synthesis-queue.ts'

const words: ObservationText = {
  type: 'bugfix',
  title: 'Vouchers are deduplicated before pricing',
  subtitle: '',
  narrative: 'A Set removes the second entry.',
  facts: ['orderTotal uses new Set(codes)'],
  concepts: ['gotcha'],
}
const by = { model: 'haiku', promptVersion: 'v1' }

function put(db: ReturnType<typeof memoryDatabase>, key: string, more: Parameters<typeof draft>[1] = {}) {
  return (
    putObservation(db, { draft: draft(key, more), session: someSession(db), project: PROJECT.id, source: 'local' })
      ?.id ?? 0
  )
}

describe('a model’s words', () => {
  it('replace the local ones in place: same id, same date, found by the new words', () => {
    const db = memoryDatabase()
    const id = put(db, 's:1')
    db.exec('DELETE FROM index_queue')
    expect(rewordObservation(db, { id, words, origin: 'session', ...by })).toBe(true)
    expect(findObservation(db, id)).toMatchObject({
      id,
      title: words.title,
      createdAt: T0,
      source: 'model',
      model: 'haiku',
      filesModified: ['src/total.js'],
    })
    expect(foundBy(db, 'vouchers')).toEqual([id])
    expect(db.all('SELECT observation_id AS id FROM index_queue'), 'marked for re-indexing').toEqual([{ id }])
  })

  it('stay when the local extractor runs again, and give way when its draft has changed', () => {
    const db = memoryDatabase()
    const id = put(db, 's:1')
    rewordObservation(db, { id, words, origin: 'session', ...by })
    put(db, 's:1')
    expect(findObservation(db, id)?.title).toBe(words.title)
    put(db, 's:1', { title: 'Now with a second cause' })
    expect(findObservation(db, id)).toMatchObject({
      title: 'Now with a second cause',
      source: 'local',
      model: undefined,
    })
  })

  it('never touch what a person wrote', () => {
    const db = memoryDatabase()
    const id =
      putObservation(db, { draft: draft('u'), session: undefined, project: PROJECT.id, source: 'user', pinned: true })
        ?.id ?? 0
    expect(rewordObservation(db, { id, words, origin: 'session', ...by })).toBe(false)
    expect(dropObservation(db, { id, at: T0 })).toBe(false)
    expect(mergeObservations(db, [id, put(db, 's:1')])).toBeUndefined()
    expect(findObservation(db, id)?.title).toBe('A discount code counts once per order')
  })
})

describe('merging', () => {
  it('keeps the lowest id with everything in it; the others’ ids lead there', () => {
    const db = memoryDatabase()
    const first = put(db, 's:1', { facts: ['a'], filesModified: ['a.ts'], filesRead: [] })
    const second = put(db, 's:2', { facts: ['b'], filesModified: ['b.ts'], filesRead: [] })
    const third = put(db, 's:3', { facts: ['c'] })
    expect(mergeObservations(db, [third, second])).toBe(second)
    expect(mergeObservations(db, [second, first])).toBe(first)
    expect(findObservation(db, first)).toMatchObject({ facts: ['a', 'b', 'c'], discoveryTokens: 2700 })
    expect(findObservation(db, second)?.id).toBe(first)
    expect(findObservation(db, third)?.id).toBe(first)
    expect(findRecentObservations(db, { project: PROJECT.id, limit: 9 })).toHaveLength(1)
    expect(put(db, 's:3'), 'the extractor does not make it again').toBe(first)
  })
})

describe('dropping', () => {
  it('hides a row from lists and searches; its id still resolves', () => {
    const db = memoryDatabase()
    const id = put(db, 's:1')
    expect(dropObservation(db, { id, at: T0 })).toBe(true)
    expect(foundBy(db, 'discount')).toEqual([])
    expect(findRecentObservations(db, { project: PROJECT.id, limit: 9 })).toEqual([])
    expect(findObservation(db, id)?.id).toBe(id)
  })
})

describe('the budget', () => {
  const call = (db: ReturnType<typeof memoryDatabase>, tokens: number, day = '2026-01-05') =>
    reserveTokens(db, { day, provider: 'anthropic', batch: undefined, tokens, budget: 1000, at: T0 })

  it('lets no call through that does not fit, and counts an unsettled one in full', () => {
    const db = memoryDatabase()
    const first = call(db, 600)
    expect(first).toBeDefined()
    expect(call(db, 600), 'the first may still cost all of it').toBeUndefined()
    settleTokens(db, { reservation: first ?? 0, tokens: 100 })
    expect(spentTokens(db, '2026-01-05')).toBe(100)
    expect(call(db, 600)).toBeDefined()
    expect(call(db, 301)).toBeUndefined()
  })

  it('begins anew on the next day', () => {
    const db = memoryDatabase()
    call(db, 1000)
    expect(call(db, 1)).toBeUndefined()
    expect(call(db, 1000, '2026-01-06')).toBeDefined()
  })

  it('tells a person once a day', () => {
    const db = memoryDatabase()
    expect([1, 2].map(() => tellOnce(db, { day: 'd1', matter: 'no_login' }))).toEqual([true, false])
    expect(tellOnce(db, { day: 'd2', matter: 'no_login' })).toBe(true)
  })
})

describe('the queue', () => {
  const enqueue = (db: ReturnType<typeof memoryDatabase>, session: number, from: number, dueAt = T0) =>
    enqueueBatch(db, { session, from, to: from + 10, final: false, dueAt, at: T0 })

  it('has one waiting span per session, which a later turn widens', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    enqueue(db, session, 100)
    enqueue(db, session, 50)
    enqueueBatch(db, { session, from: 200, to: 260, final: true, dueAt: T0 + 5, at: T0 })
    expect(findDueBatch(db, T0)).toBeUndefined()
    expect(findDueBatch(db, T0 + 5)).toMatchObject({ from: 50, to: 260, final: true, projectName: 'shop' })
  })

  it('gives a span three attempts, then skips it, and gives them back when asked', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    enqueue(db, session, 0)
    for (const attempt of [0, 1, 2]) {
      const batch = findDueBatch(db, T0)
      expect(batch?.attempts).toBe(attempt)
      failBatch(db, { id: batch?.id ?? 0, error: 'bad answer', retryAt: T0 })
    }
    expect(findDueBatch(db, T0)).toBeUndefined()
    expect(countBatches(db)).toEqual({ waiting: 0, skipped: 1, lastError: 'bad answer' })
    expect(retrySkipped(db, T0)).toBe(1)
    expect(findDueBatch(db, T0)?.attempts).toBe(0)
  })

  it('takes new work of a session while an older span of it is being retried', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    enqueue(db, session, 0)
    failBatch(db, { id: findDueBatch(db, T0)?.id ?? 0, error: 'x', retryAt: T0 + 100 })
    enqueue(db, session, 500)
    const next = findDueBatch(db, T0)
    expect(next?.from).toBe(500)
    if (next) finishBatch(db, next)
    expect(findDueBatch(db, T0 + 100)?.from).toBe(0)
  })

  it('lets a span wait without losing an attempt when it is nobody’s fault', () => {
    const db = memoryDatabase()
    enqueue(db, someSession(db), 0)
    postponeBatch(db, { id: findDueBatch(db, T0)?.id ?? 0, until: T0 + 50, error: 'over_budget' })
    expect(findDueBatch(db, T0)).toBeUndefined()
    expect(findDueBatch(db, T0 + 50)?.attempts).toBe(0)
  })
})
