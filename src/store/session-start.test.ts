import { describe, expect, it, vi } from 'vitest'
import type { ObservationDraft } from '../memory/observation.ts'
import type { Database } from './database.ts'
import { putObservation } from './observations.ts'
import { findGlimpses, findNewest, findStanding, findTexts } from './session-start.ts'
import { draft, memoryDatabase, PROJECT, T0 } from './store.fixture.ts'
import { findLatestSummaries } from './summaries.ts'
import { putSuperseded } from './superseded.ts'

const put = (db: Database, key: string, more: Partial<ObservationDraft>) =>
  putObservation(db, { draft: draft(key, more), session: undefined, project: PROJECT.id, source: 'local' })?.id ?? 0
const rules = (db: Database, limit = 10) => findStanding(db, { project: PROJECT.id, limit }).map(({ id }) => id)

describe('the user’s rules', () => {
  it('come newest first, however old, and apart from the other memories', () => {
    const db = memoryDatabase()
    const old = put(db, 'old', { standing: true, at: 1 })
    const fix = put(db, 'fix', { at: T0 })
    const recent = put(db, 'recent', { standing: true, at: T0 })
    expect(rules(db)).toEqual([recent, old])
    expect(rules(db, 1)).toEqual([recent])
    expect(findNewest(db, { project: PROJECT.id, limit: 9 }).map(({ id }) => id)).toEqual([fix])
  })
  it('are without those a later memory took the place of, and those an outsider may have worded', () => {
    const db = memoryDatabase()
    const older = put(db, 'older', { standing: true })
    const newer = put(db, 'newer', { standing: true })
    putSuperseded(db, { older, newer, at: T0 })
    expect(rules(db)).toEqual([newer])
    db.run(`UPDATE observations SET origin = 'untrusted' WHERE id = @newer`, { newer })
    expect(rules(db)).toEqual([])
  })
})

it('a memory that is not to be recalled is none of them, rule or not', () => {
  const db = memoryDatabase()
  for (const [key, more] of Object.entries({ rule: { standing: true as const }, fix: {} })) put(db, key, more)
  db.run('UPDATE observations SET recalled = 0')
  expect(rules(db)).toEqual([])
  expect(findNewest(db, { project: PROJECT.id, limit: 9 })).toEqual([])
  expect(findGlimpses(db, [1, 2])).toEqual([])
})

describe('what a session’s start asks', () => {
  it('is found by an index, whatever the store holds', () => {
    for (const ask of [
      (db: Database) => findStanding(db, { project: PROJECT.id, limit: 10 }),
      (db: Database) => findTexts(db, [1, 2]),
      (db: Database) => findLatestSummaries(db, { since: T0, besides: [PROJECT.id], limit: 4 }),
    ]) {
      const db = memoryDatabase()
      const asked = vi.spyOn(db, 'all')
      ask(db)
      const [[sql, params] = ['']] = asked.mock.calls
      asked.mockRestore()
      const plan = db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params).map(({ detail }) => detail)
      expect(plan.filter((step) => /^SCAN (?!json_each)|TEMP B-TREE/.test(step))).toEqual([])
    }
  })
  it('reads the words of those it asks for', () => {
    const db = memoryDatabase()
    const id = put(db, 'fix', { subtitle: 'asked', narrative: 'told' })
    put(db, 'other', {})
    expect(findTexts(db, [id, 99])).toEqual([{ id, subtitle: 'asked', narrative: 'told' }])
    expect(findTexts(db, [])).toEqual([])
  })
})
