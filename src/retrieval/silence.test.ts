import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../store/database.ts'
import { isAnswered } from './bearing.ts'
import { emptyStore, remember } from './search.fixture.ts'
import { type Meaning, type MemoryKind, search } from './search.ts'

const EVERY: MemoryKind[] = ['observation', 'summary', 'prompt', 'passage']

let db: Database
let ids: number[]
beforeEach(() => {
  db = emptyStore()
  ids = [
    'Totals round once at the end',
    'Discounts of whole carts',
    'Receipts in dark colours',
    'Login with a cookie',
  ].map((title) => remember(db, title, { title }))
})

/** Every memory is this near in meaning. */
const at =
  (similarity: number): Meaning =>
  async () =>
    ids.map((id) => ({ id, similarity }))
const ask = (text: string, more: { meaning?: Meaning; kinds?: MemoryKind[]; offset?: number } = {}) => {
  const { meaning, ...query } = more
  return search({ db, meaning, now: 0 }, { text, limit: 10, kinds: EVERY, ...query })
}

describe('where nothing bears on a question', () => {
  it('the search says so, and shows at most three that are near', async () => {
    const found = await ask('why did the discount of the zebra barometer fail', { meaning: at(0.1) })
    expect(found).toMatchObject({ near: true, more: false })
    expect(found.hits.length).toBeLessThanOrEqual(3)
    expect((await ask('zebra barometer discount', { meaning: at(0.1), offset: 3 })).hits).toEqual([])
  })

  it('words nobody used list nothing, however near anything is in meaning', async () => {
    expect(await ask('walrus', { meaning: at(0.3) })).toMatchObject({ near: true, hits: [], unknown: ['walrus'] })
  })

  it('the routes for one kind go on listing what is nearest', async () => {
    const found = await ask('zebra barometer discount', { meaning: at(0.1), kinds: ['observation'] })
    expect(found).toMatchObject({ near: false })
    expect(found.hits).toHaveLength(4)
  })
})

describe('something is found', () => {
  it('where words and meaning agree', async () => {
    expect((await ask('how do we round the totals', { meaning: at(0.4) })).near).toBe(false)
  })

  it('where one word is all that was asked, and where an expression fits', async () => {
    expect(await ask('receipts', { meaning: at(0) })).toMatchObject({ near: false })
    expect((await ask('discounts AND carts', { meaning: at(0) })).near).toBe(false)
  })

  it('by words alone where there is no meaning', async () => {
    expect((await ask('totals round at the end')).near).toBe(false)
    expect((await ask('the end of the zebra barometer')).near).toBe(true)
  })

  it('in a listing, which nobody asked anything', async () => expect((await ask('')).near).toBe(false))
})

it('the measure counts words that nothing has against the rest', () => {
  const row = { coverage: 0.6, similarity: 0.28 }
  expect(isAnswered([row], { known: 1, searched: 'hybrid' })).toBe(true)
  expect(isAnswered([row], { known: 0.3, searched: 'hybrid' })).toBe(false)
  expect(isAnswered([{ coverage: 1 }], { known: 0.95, searched: 'hybrid' })).toBe(true)
  expect(isAnswered([], { known: 1, searched: 'hybrid' })).toBe(false)
})
