import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../store/database.ts'
import type { MemoryKind } from '../store/search.ts'
import { emptyStore, remember } from './search.fixture.ts'
import { search } from './search.ts'
import type { Meaning } from './search-parts.ts'

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
    expect(found).toMatchObject({ bears: 'no', more: false })
    expect(found.hits.length).toBeLessThanOrEqual(3)
    expect((await ask('zebra barometer discount', { meaning: at(0.1), offset: 3 })).hits).toEqual([])
  })

  it('words nobody used list nothing, however near anything is in meaning', async () => {
    expect(await ask('walrus', { meaning: at(0.3) })).toMatchObject({ bears: 'no', hits: [], unknown: ['walrus'] })
  })

  it('the routes for one kind go on listing what is nearest', async () => {
    const found = await ask('zebra barometer discount', { meaning: at(0.1), kinds: ['observation'] })
    expect(found).toMatchObject({ bears: 'surely' })
    expect(found.hits).toHaveLength(4)
  })
})

describe('something is found', () => {
  it('for certain where words and meaning agree, perhaps where only one of them speaks for it', async () => {
    const question = 'how do we round the totals'
    expect((await ask(question, { meaning: at(0.6) })).bears).toBe('surely')
    expect((await ask('is the total of a cookie ever rounded', { meaning: at(0.35) })).bears).toBe('perhaps')
  })

  it('where one word is all that was asked, and where an expression fits', async () => {
    expect(await ask('receipts', { meaning: at(0) })).toMatchObject({ bears: 'surely' })
    expect((await ask('discounts AND carts', { meaning: at(0) })).bears).toBe('surely')
    expect((await ask('why receipts?', { meaning: at(0) })).bears).toBe('perhaps')
  })

  it('by words alone where there is no meaning', async () => {
    expect((await ask('totals round at the end')).bears).toBe('surely')
    expect((await ask('the end of the zebra barometer')).bears).toBe('no')
  })

  it('in a listing, which nobody asked anything', async () => expect((await ask('')).bears).toBe('surely'))
})
