import { describe, expect, it } from 'vitest'
import type { Database } from '../store/database.ts'
import { T0 } from '../store/store.fixture.ts'
import { emptyStore, OTHER, remember } from './search.fixture.ts'
import { search } from './search.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const idsOf = async (db: Database, text: string) =>
  (await search({ db, now: T0 + 400 * DAY_MS }, { text, limit: 20 })).hits.map((hit) => hit.id)

describe('words of the query', () => {
  it('that stand together in a memory count more than the same words far apart', async () => {
    const db = emptyStore()
    const between = 'the report lists every item with its price and says who paid for it'
    const together = remember(db, '1', { narrative: `Notes: an open file handle leaked, ${between} and how` })
    remember(db, '2', { narrative: `Notes: an open leaked, ${between} handle and how file` })
    expect((await idsOf(db, 'file handle leaked'))[0]).toBe(together)
  })
  it('in the first line of a text of several count more than those below', async () => {
    const db = emptyStore()
    const below = remember(db, '1', { title: 'Printer margins of receipts' })
    const above = remember(db, '2', { title: 'Login token of sessions' })
    const lines = ['login token expires', 'seen while looking at printer margins']
    expect((await idsOf(db, lines.join('\n')))[0]).toBe(above)
    expect((await idsOf(db, lines.toReversed().join('\n')))[0]).toBe(below)
  })
})

describe('a word', () => {
  it('does not count for another one that only shares its stem', async () => {
    const db = emptyStore()
    const meant = remember(db, '1', {
      title: 'Signing in',
      narrative: 'Who may authorize a payment is asked of the bank.',
    })
    remember(db, '2', { title: 'Author of the payment page', narrative: 'The author of the page left.' })
    expect((await idsOf(db, 'authorize payment'))[0]).toBe(meant)
    const { hits } = await search({ db, now: T0 }, { text: 'authorize', limit: 20, explain: true })
    expect(hits.filter((hit) => hit.explain?.matched.includes('authorize')).map((hit) => hit.id)).toEqual([meant])
  })

  it('that everybody uses counts less than one that names something, in a store too small to tell', async () => {
    const db = emptyStore()
    const naming = remember(db, '1', { title: 'Of the tokenizer', at: T0 })
    const common = remember(db, '2', { title: 'Of the people', at: T0 + 30 * DAY_MS })
    expect(await idsOf(db, 'people tokenizer')).toEqual([naming, common])
    expect(await idsOf(db, 'tokenizer people')).toEqual([naming, common])
  })
})

describe('memories without a session', () => {
  const fix = { title: 'Receipt totals rounded per line', narrative: 'Receipt totals were off by one cent.' }
  it('stand higher for a good hit of the same hour', async () => {
    const db = emptyStore()
    const beside = remember(db, '1', { title: 'Changelog of totals, first part', at: T0 + HOUR_MS })
    const elsewhere = remember(db, '2', { title: 'Changelog of totals, other part', at: T0 + 9 * DAY_MS })
    const hit = remember(db, '3', { ...fix, at: T0 })
    expect(await idsOf(db, 'receipt totals rounded')).toEqual([hit, beside, elsewhere])
  })
  it('gain nothing from a hit of another project', async () => {
    const db = emptyStore()
    const beside = remember(db, '1', { title: 'Changelog of totals, first part', at: T0 + HOUR_MS })
    const newer = remember(db, '2', { title: 'Changelog of totals, other part', at: T0 + 9 * DAY_MS })
    const hit = remember(db, '3', { ...fix, at: T0 }, OTHER.id)
    expect(await idsOf(db, 'receipt totals rounded')).toEqual([hit, newer, beside])
  })
})

describe('a time in a longer question', () => {
  it('raises what was noted then most, then what was noted in the days after, and nothing from before', async () => {
    const db = emptyStore()
    const now = T0 + 40 * DAY_MS
    const day = (ago: number) => now - ago * DAY_MS
    const noted = (key: string, ago: number) =>
      remember(db, key, { title: 'Redis cache cleared on logout by mistake', narrative: key, at: day(ago) })
    const [monthAfter, then, dayAfter, before] = [noted('1', 1), noted('2', 30), noted('3', 29), noted('4', 32)]
    const date = new Date(day(30)).toISOString().slice(0, 10)
    const text = `why was the redis cache cleared on logout by mistake on ${date}`
    const { hits } = await search({ db, now }, { text, limit: 20, timeZone: 'UTC', explain: true })
    const time = new Map(hits.map((hit) => [hit.id, hit.explain?.time ?? 0]))
    const of = (id: number) => time.get(id) ?? Number.NaN
    expect(hits[0]?.id).toBe(then)
    expect(of(then)).toBeGreaterThan(of(dayAfter))
    expect(of(dayAfter)).toBeGreaterThan(of(monthAfter))
    expect(of(before)).toBe(0)
  })
})
