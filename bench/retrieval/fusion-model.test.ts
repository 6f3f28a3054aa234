import { describe, expect, it } from 'vitest'
import { search } from '../../src/retrieval/search.ts'
import { trainCurves } from './curves.ts'
import { type BenchDoc, storeSet } from './datasets.ts'
import { type Case, makeReader, type Row } from './fusion-features.ts'
import { BY_HAND, rankCase } from './fusion-model.ts'

const DAY = 24 * 60 * 60 * 1000
const NOW = 400 * DAY
const filler = (word: string) => `${word} `.repeat(300)

const DOCS: BenchDoc[] = [
  'tax is rounded per line, not per order',
  `invoices: ${filler('paper')} tax rounded ${filler('ink')}`,
  'the order total was wrong after the tax change',
  'lunch orders are collected on Friday',
  'rounding of prices moved to the shop front',
  'we renamed the tax column',
].map((text, at) => ({ id: `d${at}`, project: 'shop', session: at < 4 ? 's1' : 's2', text, ts: DAY + at }))

describe('the fusion over kept features', () => {
  it('orders as the product does with the weights set by hand', async () => {
    const { db, benchIds } = storeSet(DOCS)
    const meaning = async () => [
      { id: 1, similarity: 0.6 },
      { id: 3, similarity: 0.5 },
      { id: 5, similarity: 0.2 },
      { id: 4, similarity: 0.1 },
    ]
    for (const text of ['why is tax rounded per line', 'order total', 'where are prices rounded']) {
      const query = { text, projects: ['shop'], limit: 20 }
      const { hits } = await search({ db, meaning, now: NOW }, query)
      const asked = await makeReader(db, meaning)({ query, now: NOW, wanted: 1, relevant: () => 0 })
      const names = (ids: number[]) => ids.flatMap((id) => benchIds.get(id) ?? [])
      expect(names(rankCase(asked, BY_HAND).map(({ row }) => row.id))).toEqual(names(hits.map(({ id }) => id)))
    }
  })
})

describe('curves', () => {
  it('learn that meaning finds what words do not', () => {
    const row = (id: number, by: Partial<Row>): Row => ({
      ...{ kind: 'observation', id, turn: null, session: 1, project: 'shop', createdAt: 0, type: null },
      ...{ words: 0, coverage: 0, missing: 1, relevant: 0, similarity: 0, ...by },
    })
    const one: Case = {
      rows: [row(10, { words: 5 }), row(20, { similarity: 0.9, relevant: 1 }), row(30, { words: 4 }), row(40, {})],
      ...{ wanted: 1, count: 1, now: NOW },
    }
    const [before, after] = [trainCurves([[]], 0), trainCurves([[one]], 0)]
    expect(after[3]).toBeGreaterThan(before[3] ?? 0)
    expect(after[0]).toBeLessThan(before[0] ?? 0)
  })
})
