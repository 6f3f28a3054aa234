import { describe, expect, it } from 'vitest'
import { localDay } from '../memory/local-day.ts'
import { reserveTokens, settleTokens } from './budget.ts'
import { readDays, readJunk, readRecall } from './insights.ts'
import { putInjections } from './ledger.ts'
import { putObservation } from './observations.ts'
import { putGatedRead } from './reads.ts'
import { putProject } from './sessions.ts'
import { draft, memoryDatabase, PROJECT, T0 } from './store.fixture.ts'

const DAY_MS = 86_400_000

function filled() {
  const db = memoryDatabase()
  putProject(db, PROJECT, T0)
  const put = (key: string, title: string, at: number, type: 'bugfix' | 'decision' = 'bugfix') =>
    putObservation(db, {
      draft: draft(key, { title, type, at }),
      session: undefined,
      project: PROJECT.id,
      source: 'local',
    })
  put('a', 'The discount counted twice', T0)
  put('b', 'Twice counted the DISCOUNT', T0 + 60_000)
  put('c', 'Money is kept in cents', T0 + 2 * DAY_MS, 'decision')
  return db
}

describe('figures by day', () => {
  it('put types, tokens told, saved and spent on the day they belong to', () => {
    const db = filled()
    const told = [{ observation: 1, score: 1, parts: {}, tokens: 20 }]
    putInjections(db, { sessionId: 's', surface: 'prompt', tokens: 120, injections: told, at: T0 + 2 * DAY_MS })
    putInjections(db, { sessionId: 's', surface: 'read', tokens: 300, injections: told, at: T0 + 2 * DAY_MS })
    const read = { sessionId: 's', project: PROJECT.id, path: 'a.js', fileTokens: 5000, toldTokens: 300 }
    putGatedRead(db, { ...read, decision: 'denied' }, T0 + 2 * DAY_MS)
    const day = localDay(T0)
    const paid = { day, provider: 'claude', batch: undefined, budget: 9000, at: T0 }
    settleTokens(db, { reservation: reserveTokens(db, { ...paid, tokens: 900 }) ?? 0, tokens: 700 })
    expect(readDays(db, { since: T0 - DAY_MS, until: T0 + 9 * DAY_MS })).toEqual([
      { day, types: { bugfix: 2 }, told: 0, toldTokens: 0, savedTokens: 0, spentTokens: 700 },
      {
        day: localDay(T0 + 2 * DAY_MS),
        types: { decision: 1 },
        told: 2,
        toldTokens: 120,
        savedTokens: 4700,
        spentTokens: 0,
      },
    ])
  })

  it('leave out what was before', () => {
    expect(readDays(filled(), { since: T0 + DAY_MS, until: T0 + 9 * DAY_MS }).map(({ types }) => types)).toEqual([
      { decision: 1 },
    ])
  })
})

describe('what was recalled', () => {
  it('names the surfaces and the memories told most, and no note or forgotten memory', () => {
    const db = filled()
    const told = [3, 3, 1, -7, 99].map((observation) => ({ observation, score: 1, parts: {}, tokens: 10 }))
    putInjections(db, { sessionId: 's', surface: 'session_start', tokens: 400, injections: told, at: T0 })
    expect(readRecall(db)).toEqual({
      surfaces: [{ surface: 'session_start', texts: 1, tokens: 400 }],
      memories: 2,
      top: [
        { id: 3, title: 'Money is kept in cents', times: 2 },
        { id: 1, title: 'The discount counted twice', times: 1 },
      ],
    })
  })
})

describe('dead weight', () => {
  it('is what no session was told, and what says the same as another', () => {
    const db = filled()
    const told = [{ observation: 3, score: 1, parts: {}, tokens: 10 }]
    putInjections(db, { sessionId: 's', surface: 'prompt', tokens: 10, injections: told, at: T0 })
    expect(readJunk(db)).toEqual({ memories: 3, neverTold: 2, superseded: 0, merged: 0, compared: 3, duplicates: 1 })
    putObservation(db, {
      draft: draft('d', { title: 'the discount: counted TWICE', at: T0 + 9 * DAY_MS }),
      session: undefined,
      project: PROJECT.id,
      source: 'local',
    })
    expect(readJunk(db)).toMatchObject({ memories: 4, compared: 4, duplicates: 2 })
  })
})
