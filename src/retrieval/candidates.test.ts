/** The pool: words so common that scoring all their matches would take long, and texts too long to read them all. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../store/database.ts'
import { PROJECT, T0 } from '../store/store.fixture.ts'
import { findCandidates } from './candidates.ts'
import { readQuery } from './query-terms.ts'
import { emptyStore, remember } from './search.fixture.ts'
import { search } from './search.ts'

const COUNT = 4000
let db: Database
let oldDecision: number
let oldPair: number

beforeAll(() => {
  db = emptyStore()
  db.transaction(() => {
    oldDecision = remember(db, 'decision', { title: 'The server stays single-threaded', type: 'decision', at: T0 })
    oldPair = remember(db, 'pair', { title: 'The server and the client share a clock', type: 'change', at: T0 })
    for (let at = 0; at < COUNT; at++) {
      const word = at % 2 === 0 ? 'client' : 'request'
      remember(db, `common:${at}`, { title: `The server saw ${word} ${at}`, type: 'change', at: T0 + at })
    }
  })
})

const ask = (text: string, more = {}) =>
  search({ db, now: T0 + COUNT }, { text, projects: [PROJECT.id], limit: 20, ...more })

describe('a word that stands in thousands of memories', () => {
  it('finds the newest of them', async () => {
    const { hits } = await ask('server')
    expect(hits).toHaveLength(20)
    expect(Math.min(...hits.map((hit) => hit.id))).toBeGreaterThan(COUNT / 10)
  })
  it('finds an old one that the filter asks for', async () => {
    const { hits } = await ask('server', { types: ['decision'] })
    expect(hits.map(({ id, score }) => ({ id, score }))).toEqual([{ id: oldDecision, score: 1 }])
    expect((await ask('server', { range: { to: T0 - 1 } })).hits).toEqual([])
  })
  it('finds an old one by a second word that is rare', async () => {
    expect((await ask('server clock')).hits[0]?.id).toBe(oldPair)
  })
  it('finds by a rare word what meaning did not find, however much meaning found', async () => {
    const near = Array.from({ length: 150 }, (_, at) => ({ id: oldPair + 1 + at, similarity: 0.5 }))
    const parts = { db, now: T0 + COUNT, meaning: async () => near }
    const { hits } = await search(parts, { text: 'what about that clock', projects: [PROJECT.id], limit: 20 })
    expect(hits[0]?.id).toBe(oldPair)
  })
  it('has pages that neither overlap nor leave out', async () => {
    const first = (await ask('server client', { limit: 40 })).hits.map((hit) => hit.id)
    const pages = [
      ...(await ask('server client', { limit: 15 })).hits,
      ...(await ask('server client', { limit: 25, offset: 15 })).hits,
    ]
    expect(pages.map((hit) => hit.id)).toEqual(first)
  })
})

it('reads long texts whole only where words or meaning put them first', () => {
  const store = emptyStore()
  for (let at = 0; at < 60; at++) {
    remember(store, `${at}`, { title: `Note ${at}`, narrative: `The walrus sleeps. ${'lorem ipsum '.repeat(400)}` })
  }
  const read = readQuery('walrus')
  const near = [{ id: 1, similarity: 0.5 }]
  const { candidates } = findCandidates(store, { read, filter: {}, kinds: ['observation'], near })
  const whole = candidates.filter(({ body }) => body.length > 4000)
  expect(candidates).toHaveLength(60)
  expect(whole.map(({ id }) => id)).toContain(1)
  expect(whole.length).toBeLessThanOrEqual(41)
})
