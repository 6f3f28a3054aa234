import { describe, expect, it } from 'vitest'
import { decay, freshnessOf, type NoteOrder, orderNotes, type ScoredNote } from './order-notes.ts'

const ORDER: NoteOrder = { temporalDecay: true, halfLifeDays: 30, mmr: true, mmrLambda: 0.7, today: '2026-04-12' }
const note = (key: string, score: number, text: string, day?: string): ScoredNote => ({
  key,
  path: day === undefined ? 'memory/MEMORY.md' : `memory/${day}.md`,
  day,
  score,
  text,
})
const keys = (hits: ScoredNote[], by: Partial<NoteOrder> = {}) =>
  orderNotes(hits, { ...ORDER, ...by }).map(({ key }) => key)

describe('a dated note', () => {
  it('counts half after 30 days with a half-life of 30', () => expect(decay(30, 30)).toBe(0.5))
  it('counts more with a half-life of 90', () => expect(decay(30, 90)).toBeCloseTo(0.794, 3))
  it('counts little after a month with a half-life of 7', () => expect(decay(30, 7)).toBeLessThan(0.06))
  it('counts in full today and in the future', () => {
    expect(decay(0, 30)).toBe(1)
    expect(decay(-3, 30)).toBe(1)
    expect(freshnessOf('2027-01-01', ORDER)).toBe(1)
  })
  it('comes back with its faded score', () => {
    const [hit] = orderNotes([note('old', 0.8, 'tax', '2026-03-13')], ORDER)
    expect(hit?.score).toBeCloseTo(0.4)
  })
  it('gives way to a newer one that fits as well', () => {
    const hits = [note('old', 0.8, 'tax per line', '2026-01-02'), note('new', 0.8, 'receipts twice', '2026-04-11')]
    expect(keys(hits)).toEqual(['new', 'old'])
  })
  it('is found after 200 days if nothing else is', () => {
    const found = orderNotes([note('only', 0.3, 'tax', '2025-09-24')], ORDER)
    expect(found.map(({ key }) => key)).toEqual(['only'])
    expect(found[0]?.score).toBeGreaterThan(0)
  })
  it('does not fade where that is switched off', () => {
    const hits = [note('old', 0.8, 'tax per line', '2026-01-02'), note('new', 0.7, 'receipts twice', '2026-04-11')]
    expect(keys(hits, { temporalDecay: false })).toEqual(['old', 'new'])
  })
})

describe('a note without a day', () => {
  it('does not fade: MEMORY.md is for good', () => {
    const hits = [note('log', 0.9, 'receipts twice', '2026-02-12'), note('lasting', 0.5, 'tax per line')]
    expect(keys(hits)).toEqual(['lasting', 'log'])
    expect(freshnessOf(undefined, ORDER)).toBe(1)
  })
  it('does not fade if its day is none', () => expect(freshnessOf('2026-99-99', ORDER)).toBe(1))
})

describe('notes that say the same', () => {
  const same = Array.from({ length: 5 }, (_, at) =>
    note(`same${at}`, 0.9 - at / 100, `Cookie is deployed from the main branch ${at}`),
  )
  const others = [note('tax', 0.7, 'taxes are rounded per line'), note('lunch', 0.65, 'lunch with Ana on Friday')]

  it('do not fill the top: five near-duplicates leave room for the two others', () => {
    expect(keys([...same, ...others]).slice(0, 3)).toEqual(['same0', 'tax', 'lunch'])
  })
  it('stay before what fits far worse, however small all scores are', () => {
    const hits = [note('best', 0.9, 'tax is rounded per line'), note('near', 0.85, 'tax is paid per year')]
    const weak = note('weak', 0.1, 'lunch with Ana')
    expect(keys([weak, ...hits])).toEqual(['best', 'near', 'weak'])
    expect(keys([weak, ...hits].map((hit) => ({ ...hit, score: hit.score / 1000 })))).toEqual(['best', 'near', 'weak'])
  })
  it('stand by their score alone at lambda 1', () =>
    expect(keys([...same, ...others], { mmrLambda: 1 })).toEqual([
      'same0',
      'same1',
      'same2',
      'same3',
      'same4',
      'tax',
      'lunch',
    ]))
  it('come last at lambda 0, however well they fit', () => {
    const far = note('far', 0.01, 'umbrella')
    expect(keys([...same, far], { mmrLambda: 0 }).slice(0, 2)).toEqual(['same0', 'far'])
  })
  it('stand by their score alone where that is switched off', () => {
    expect(keys([...same, ...others], { mmr: false })[4]).toBe('same4')
  })
  it('are compared without accents and capitals', () => {
    const hits = [
      note('a', 0.9, 'Camarón a la plancha'),
      note('b', 0.89, 'CAMARON A LA PLANCHA'),
      note('c', 0.7, 'tax'),
    ]
    expect(keys(hits)).toEqual(['a', 'c', 'b'])
  })
})

describe('an order', () => {
  it('is the same for the same hits in any sequence', () => {
    const hits = [note('b', 0.5, 'tax'), note('a', 0.5, 'tax'), note('c', 0.5, 'rent')]
    expect(keys(hits)).toEqual(keys([...hits].reverse()))
  })
  it('of nothing is nothing', () => expect(keys([])).toEqual([]))
  it('of hits without any score keeps them all', () => {
    expect(keys([note('a', 0, 'tax'), note('b', 0, 'rent')])).toHaveLength(2)
  })
})
