import { describe, expect, it } from 'vitest'
import { T0 } from '../store/store.fixture.ts'
import { emptyStore, manyMemories, random } from './search.fixture.ts'
import { search } from './search.ts'
import type { Meaning } from './search-parts.ts'

const PIECES = [
  '"',
  "'",
  '(',
  ')',
  '*',
  ':',
  '^',
  '-',
  '+',
  '{',
  '}',
  '[',
  ']',
  ',',
  ';',
  '\\',
  '%',
  '_',
  '/',
  '.',
  '\n',
  '\t',
  '\0',
  'AND',
  'OR',
  'NOT',
  'NEAR',
  'NEAR(',
  'scope',
  'title :',
  'p6769',
  'rowid',
  'cache',
  'token',
  'order_total',
  'orderTotal',
  'la',
  'reunión',
  'yesterday',
  'hace 3 días',
  '日本語',
  'キャッシュ',
  'ไทย',
  '👩‍💻',
  '🔥',
  'é',
  '\ud800',
  '\uffff',
  '٣',
  'ß',
  'İ',
  '𞤀',
  '--',
  '/*',
  ' ',
  ' ',
  ' ',
  '0',
  '7',
  'x',
  "'; DROP TABLE observations; --",
  '<private>',
  'null',
  'undefined',
  '$1',
  '@limit',
]

describe('any text', () => {
  it('can be asked: 10,000 random ones, never an error', async () => {
    const db = emptyStore()
    manyMemories(db, 60)
    const next = random(42)
    for (let at = 0; at < 10_000; at++) {
      const count = Math.floor(next() * 12)
      const text = Array.from({ length: count }, () => PIECES[Math.floor(next() * PIECES.length)]).join(
        next() < 0.5 ? ' ' : '',
      )
      const { hits } = await search(
        { db, now: T0 },
        { text, limit: 3, kinds: at % 10 === 0 ? ['observation', 'summary', 'prompt'] : ['observation'] },
      )
      expect(hits.length).toBeLessThanOrEqual(3)
    }
    expect(db.get('SELECT count(*) AS n FROM observations')).toEqual({ n: 60 })
  }, 120_000)

  it.each([
    ['100 kB of words', 'cache token spool '.repeat(6000)],
    ['100 kB without a space', 'x'.repeat(100_000)],
    ['100 kB of quotes', '"'.repeat(100_000)],
    ['100 kB of brackets', '(NOT '.repeat(20_000)],
    ['100 kB of emoji', '🔥'.repeat(50_000)],
    ['100 kB of different words', Array.from({ length: 15_000 }, (_, at) => `w${at}`).join(' ')],
  ])('can be asked: %s', async (_, text) => {
    const db = emptyStore()
    manyMemories(db, 60)
    expect((await search({ db, now: T0 }, { text, limit: 3 })).hits.length).toBeLessThanOrEqual(3)
  })
})

describe('pages', () => {
  it('of every size are cut from one order, with words and with meaning', async () => {
    const db = emptyStore()
    const memories = manyMemories(db, 700)
    const near: Meaning = async ({ limit }) =>
      memories.slice(0, limit).map(({ id }, at) => ({ id, similarity: 1 / (2 + ((at * 37) % 101)) }))
    for (const meaning of [undefined, near]) {
      for (const text of ['cache token', 'worker', 'lock schema migration index', '', 'journal NOT backup']) {
        const all = await search({ db, now: T0, meaning }, { text, limit: 400 })
        const ids = all.hits.map((hit) => hit.id)
        expect(new Set(ids).size).toBe(ids.length)
        for (const [limit, until] of [
          [1, 12],
          [7, 70],
          [90, 360],
        ] as const) {
          const paged: number[] = []
          for (let offset = 0; offset < until; offset += limit) {
            const page = await search({ db, now: T0, meaning }, { text, limit, offset, explain: limit === 7 })
            paged.push(...page.hits.map((hit) => hit.id))
            expect(page.more).toBe(offset + limit < ids.length || (ids.length === 400 && all.more))
          }
          expect(paged).toEqual(ids.slice(0, paged.length))
        }
      }
    }
  })
})
