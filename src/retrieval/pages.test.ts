import { describe, expect, it } from 'vitest'
import { PROJECT, T0 } from '../store/store.fixture.ts'
import { emptyStore, remember } from './search.fixture.ts'
import { search } from './search.ts'
import type { Meaning } from './search-parts.ts'
import type { SearchQuery } from './search-query.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const NOW = T0 + DAY_MS

type Store = ReturnType<typeof emptyStore>
const ask = (db: Store, text: string, more: Partial<SearchQuery> = {}, meaning?: Meaning) =>
  search({ db, now: NOW, meaning }, { text, limit: 20, timeZone: 'UTC', ...more })
const idsOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).hits.map((hit) => hit.id)

describe('a listing', () => {
  it('goes on to the last memory, however far down', async () => {
    const db = emptyStore()
    const ids = Array.from({ length: 5300 }, (_, at) => remember(db, `m:${at}`, { title: `Note ${at}`, at: T0 - at }))
    const { hits, more } = await ask(db, '', { offset: 5200, limit: 200 })
    expect(hits.map((hit) => hit.id)).toEqual(ids.slice(5200))
    expect(more).toBe(false)
  })
})

describe('an order by date', () => {
  const setUp = () => {
    const db = emptyStore()
    const zebras = Array.from({ length: 400 }, (_, at) =>
      remember(db, `z:${at}`, { title: `The zebra was seen ${at}`, at: T0 - at * HOUR_MS }),
    )
    const lion = remember(db, 'lion', { title: 'The lion sleeps', at: T0 + HOUR_MS })
    const near: Meaning = async () => [{ id: lion, similarity: 0.6 }]
    return { db, zebras, near }
  }
  it('has every memory with the words, the newest first, and none that only resembles them', async () => {
    const { db, zebras, near } = setUp()
    const first = await ask(db, 'zebra', { order: 'date_desc' }, near)
    expect(first.hits.map((hit) => hit.id)).toEqual(zebras.slice(0, 20))
    expect(first.more).toBe(true)
    expect(await idsOf(db, 'zebra', { order: 'date_desc', offset: 390 }, near)).toEqual(zebras.slice(390))
    expect(await idsOf(db, 'zebra', { order: 'date_asc', limit: 3 }, near)).toEqual(zebras.slice(-3).toReversed())
  })
  it('keeps to the project and to the other filters', async () => {
    const { db, zebras } = setUp()
    const range = { from: T0 - 5 * HOUR_MS, to: T0 - 2 * HOUR_MS }
    const found = await idsOf(db, 'zebra', { order: 'date_desc', projects: [PROJECT.id], range })
    expect(found).toEqual(zebras.slice(2, 6))
    expect(await idsOf(db, 'zebra', { order: 'date_desc', projects: ['nowhere'] })).toEqual([])
  })
  it('of a question no memory answers whole has those that answer most of it', async () => {
    const db = emptyStore()
    const half = remember(db, 'half', { title: 'The quartz lamp flickers', at: T0 - DAY_MS })
    const little = remember(db, 'little', { title: 'A page about the colour', at: T0 })
    remember(db, 'other', { title: 'The colour of the page', at: T0 })
    const found = await idsOf(db, 'quartz lamp colour walrus', { order: 'date_desc' })
    expect(found).toContain(half)
    expect(found).not.toContain(little)
  })
})

describe('a time in the query', () => {
  it('is not filled with memories that have none of the words', async () => {
    const db = emptyStore()
    const zebra = remember(db, 'zebra', { title: 'The zebra crossing is painted', at: NOW - 9 * DAY_MS })
    const other = remember(db, 'other', { title: 'Receipts are sent as PDF', at: NOW - HOUR_MS })
    const near: Meaning = async () => [
      { id: other, similarity: 0.2 },
      { id: zebra, similarity: 0.5 },
    ]
    const found = await ask(db, 'zebra today', {}, near)
    expect(found.hits[0]?.id).toBe(zebra)
    expect(found.understood?.phrase).toBe('today')
    expect(found.unknown).toEqual([])
  })
  it('narrows when the words stand in memories of that time', async () => {
    const db = emptyStore()
    remember(db, 'old', { title: 'The zebra crossing is painted', at: NOW - 9 * DAY_MS })
    const today = remember(db, 'new', { title: 'The zebra crossing is dry', at: NOW - HOUR_MS })
    const found = await ask(db, 'zebra today')
    expect(found.hits.map((hit) => hit.id)).toEqual([today])
    expect(found.understood).toMatchObject({ phrase: 'today' })
  })
  it('only prefers where the asker says so: a prompt names the time of the work to come', async () => {
    const db = emptyStore()
    const old = remember(db, 'old', { title: 'The zebra pipeline is deployed by hand', at: NOW - 9 * DAY_MS })
    remember(db, 'new', { title: 'The zebra crossing is dry', at: NOW - HOUR_MS })
    expect(await idsOf(db, 'deploy the zebra pipeline today', { dates: 'preferred' })).toContain(old)
  })
})

describe('an answer says', () => {
  it('which words no memory has', async () => {
    const db = emptyStore()
    remember(db, 'one', { title: 'The zebra crossing is painted' })
    expect((await ask(db, 'zebra zzzzqqq')).unknown).toEqual(['zzzzqqq'])
    expect((await ask(db, 'zebra')).unknown).toEqual([])
  })
  it('that nothing fits the expression and its words were searched instead', async () => {
    const db = emptyStore()
    const one = remember(db, 'one', { title: 'The zebra crossing is painted' })
    const loose = await ask(db, '"crossing zebra"')
    expect(loose.hits.map((hit) => hit.id)).toEqual([one])
    expect(loose.loosened).toBe(true)
    expect((await ask(db, '"zebra crossing"')).loosened).toBe(false)
  })
  it('that only words were compared where nothing has a vector', async () => {
    const db = emptyStore()
    const near: Meaning = async () => []
    expect((await ask(db, 'zebra', { kinds: ['prompt'] }, near)).searched).toBe('keywords')
    expect((await ask(db, 'zebra', {}, near)).searched).toBe('hybrid')
  })
})
