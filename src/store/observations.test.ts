import { describe, expect, it } from 'vitest'
import { findObservation, findRecentObservations, putAlias, putObservation } from './observations.ts'
import { draft, foundBy, memoryDatabase, PROJECT, someSession, T0 } from './store.fixture.ts'

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
