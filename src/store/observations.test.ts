import { describe, expect, it } from 'vitest'
import { findEvents, findWaiting, markDistilled, putEvent } from './events.ts'
import {
  findObservation,
  findRecentObservations,
  forgetKeys,
  keysToForget,
  putAlias,
  putObservation,
} from './observations.ts'
import { draft, foundBy, memoryDatabase, PROJECT, someSession, T0, toolEvent } from './store.fixture.ts'

const local = (db: ReturnType<typeof memoryDatabase>, one: ReturnType<typeof draft>, session?: number) =>
  putObservation(db, { draft: one, session, project: PROJECT.id, source: 'local' })?.id

describe('an observation', () => {
  it('comes back as it was put, with its project', () => {
    const db = memoryDatabase()
    const id = local(db, draft('s:1'), someSession(db)) ?? 0
    expect(findObservation(db, id)).toMatchObject({
      title: 'A discount code counts once per order',
      facts: ['orderTotal in src/total.js'],
      filesModified: ['src/total.js'],
      filesRead: ['src/receipt.js'],
      projectName: 'shop',
      sessionId: 'session-1',
      source: 'local',
      pinned: false,
    })
  })

  it('changes in place under its key: same id, new words found, old words gone', () => {
    const db = memoryDatabase()
    const id = local(db, draft('s:1'))
    expect(local(db, draft('s:1', { title: 'Vouchers are unique', filesModified: ['src/voucher.js'] }))).toBe(id)
    expect(foundBy(db, 'vouchers')).toEqual([id])
    expect(foundBy(db, '"discount code counts"')).toEqual([])
  })

  it('that a person pinned keeps its words', () => {
    const db = memoryDatabase()
    const id =
      putObservation(db, {
        draft: draft('s:1'),
        session: undefined,
        project: PROJECT.id,
        source: 'user',
        pinned: true,
      })?.id ?? 0
    local(db, draft('s:1', { title: 'Overwritten' }))
    expect(findObservation(db, id)?.title).toBe('A discount code counts once per order')
  })

  it('that was merged into another is not made again', () => {
    const db = memoryDatabase()
    const id = local(db, draft('s:1')) ?? 0
    putAlias(db, { key: 's:2', observation: id })
    expect(local(db, draft('s:2'))).toBe(id)
    expect(findRecentObservations(db, { project: PROJECT.id, limit: 9 })).toHaveLength(1)
  })

  it('is listed newest first', () => {
    const db = memoryDatabase()
    for (const n of [1, 3, 2]) local(db, draft(`s:${n}`, { at: T0 + n, title: `number ${n}` }))
    expect(findRecentObservations(db, { project: PROJECT.id, limit: 2 }).map((one) => one.title)).toEqual([
      'number 3',
      'number 2',
    ])
  })
})

describe('forgetting', () => {
  it('removes the row, its search entries and its events, and says how many', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    putEvent(db, session, toolEvent('1'))
    putEvent(db, session, toolEvent('2'))
    markDistilled(db, session)
    const id = local(db, draft('s:1', { eventKeys: ['t:1'] }), session) ?? 0
    const keys = keysToForget(db, id) ?? []
    const receipt = { observations: 1, events: 1, prompts: 0, passages: 0, files: 2, concepts: 1 }
    expect(forgetKeys(db, { keys, at: T0 })).toEqual(receipt)
    expect(findObservation(db, id)).toBeUndefined()
    expect(foundBy(db, 'discount')).toEqual([])
    expect(findEvents(db, { session, from: 0 }).map((event) => event.key)).toEqual(['t:2'])
    expect(findWaiting(db), 'the summary is made anew').toMatchObject([{ session, from: 0 }])
  })

  it('holds against a second delivery of the event and a second run of the extractor', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    const id = local(db, draft('s:1', { eventKeys: ['t:1'] }), session) ?? 0
    putAlias(db, { key: 's:merged', observation: id })
    forgetKeys(db, { keys: keysToForget(db, id) ?? [], at: T0 })
    expect(putEvent(db, session, toolEvent('1')).outcome).toBe('forgotten')
    expect(local(db, draft('s:1'), session)).toBeUndefined()
    expect(local(db, draft('s:merged'), session)).toBeUndefined()
  })

  it('leaves no text behind, only hashes', () => {
    const db = memoryDatabase()
    const id = local(db, draft('s:1')) ?? 0
    forgetKeys(db, { keys: keysToForget(db, id) ?? [], at: T0 })
    const rows = db.all('SELECT * FROM tombstones')
    expect(rows.length).toBe(2)
    expect(JSON.stringify(rows)).not.toContain('s:1')
  })
})
