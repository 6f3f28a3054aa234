import { describe, expect, it } from 'vitest'
import { PROJECT, T0 } from '../store/store.fixture.ts'
import { emptyStore, manyMemories, OTHER, remember } from './search.fixture.ts'
import { rankForSessionStart, type SessionPlace } from './session-start.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const place = (more: Partial<SessionPlace> = {}): SessionPlace => {
  return { project: PROJECT.id, files: [], now: T0, crossProject: 'true', ...more }
}
const rank = (db: ReturnType<typeof emptyStore>, more: Partial<SessionPlace> = {}) =>
  rankForSessionStart(db, { place: place(more), limit: 10 }).map((one) => one.observation.id)

describe('what a session begins with', () => {
  it('is the newest when nothing else speaks', () => {
    const db = emptyStore()
    const old = remember(db, '1', { title: 'one thing', at: T0 - 9 * DAY_MS })
    const recent = remember(db, '2', { title: 'other thing', at: T0 })
    expect(rank(db)).toEqual([recent, old])
  })
  it('is the decision rather than the change of the same day', () => {
    const db = emptyStore()
    const change = remember(db, '1', { title: 'one thing', type: 'change' })
    const decision = remember(db, '2', { title: 'other thing', type: 'decision' })
    expect(rank(db)).toEqual([decision, change])
  })
  it('is what concerns the files at hand, however old', () => {
    const db = emptyStore()
    const about = remember(db, '1', { title: 'rounding', filesModified: ['src/total.js'], at: T0 - 200 * DAY_MS })
    manyMemories(db, 400)
    expect(rank(db, { files: ['src/total.js'], now: T0 + 9 * DAY_MS })[0]).toBe(about)
  })
  it('is what the branch is named after, also from another project', () => {
    const db = emptyStore()
    const elsewhere = remember(
      db,
      '1',
      { title: 'Webhook signature compared as bytes', at: T0 - 20 * DAY_MS },
      OTHER.id,
    )
    remember(db, '2', { title: 'unrelated', at: T0 - DAY_MS })
    const branch = 'fix/webhook-signature'
    expect(rank(db, { branch })[0]).toBe(elsewhere)
    expect(rank(db, { branch, crossProject: 'search' })).not.toContain(elsewhere)
    expect(rank(db, { branch, crossProject: 'false' })).not.toContain(elsewhere)
    expect(rank(db, { branch, hidden: [OTHER.id] })).not.toContain(elsewhere)
  })
  it('comes with the parts of its score', () => {
    const db = emptyStore()
    remember(db, '1', { title: 'one thing', type: 'decision' })
    const [best] = rankForSessionStart(db, { place: place(), limit: 1 })
    expect(best?.parts).toEqual({ recency: 1, type: 0.8, similarity: 0, files: 0, project: 0.1 })
    expect(best?.score).toBeCloseTo(1.9)
  })
})
