import { describe, expect, it } from 'vitest'
import { renderPromotedLine } from './promoted-line.ts'
import {
  MAX_DAYS,
  MAX_ENTRIES,
  MAX_QUERIES,
  parseRecallStore,
  queryHash,
  type Recalled,
  withRecall,
} from './recall-store.ts'

const NOW = Date.UTC(2026, 3, 12, 10)
const DAY_MS = 24 * 60 * 60 * 1000
const EMPTY = parseRecallStore(undefined)
const note = (more: Partial<Recalled> = {}): Recalled => ({
  key: '00112233aabbccdd',
  kind: 'note',
  path: 'memory/2026-04-11.md',
  startLine: 3,
  endLine: 5,
  text: 'The staging database listens on port 5433.',
  score: 0.8,
  createdAt: Date.UTC(2026, 3, 11),
  ...more,
})
const ask = (store = EMPTY, query = 'staging database port', now = NOW, hit = note()) =>
  withRecall(store, { query, hits: [hit], now })
const only = (store: ReturnType<typeof ask>) => Object.values(store.entries)[0]

describe('a recall store', () => {
  it('keeps score, count, day, question and tags of a hit', () => {
    expect(only(ask())).toMatchObject({
      kind: 'note',
      recallCount: 1,
      totalScore: 0.8,
      maxScore: 0.8,
      recallDays: ['2026-04-12'],
      queries: { [queryHash('staging database port')]: '2026-04-12' },
      conceptTags: ['stag', 'database', 'port'],
    })
  })

  it('counts the same question once a day, whatever its small words and order', () => {
    const twice = ask(ask(), 'the port of the staging database?')
    expect(only(twice)).toMatchObject({ recallCount: 1 })
    expect(only(ask(twice, 'staging database port', NOW + DAY_MS))).toMatchObject({ recallCount: 2, maxScore: 0.8 })
  })

  it('does not make a fact younger by finding it', () => {
    const again = ask(ask(), 'where does staging listen', NOW + DAY_MS, note({ createdAt: NOW }))
    expect(only(again)?.createdAt).toBe(Date.UTC(2026, 3, 11))
  })

  it('counts a sentence only where its hit is as good as the best', () => {
    const hits = [note(), note({ key: 'ffff', text: 'Staging is slow on Mondays.', score: 0.6 })]
    const { entries } = withRecall(EMPTY, { query: 'staging port', hits, now: NOW })
    expect(Object.keys(entries['00112233aabbccdd']?.facts ?? {})).toHaveLength(1)
    expect(entries.ffff).toMatchObject({ recallCount: 1, facts: {} })
  })

  it('counts the sentence of a chunk that was asked for, not the others', () => {
    const text = '- Deploys run on Tuesdays from the main branch.\n- The staging database listens on port 5433.'
    const store = ask(
      ask(EMPTY, 'staging database port', NOW, note({ text })),
      'when do deploys run',
      NOW,
      note({ text }),
    )
    expect(Object.values(only(store)?.facts ?? {}).map(({ recallCount }) => recallCount)).toEqual([1, 1])
  })

  it('keeps at most so many questions and days', () => {
    let store = EMPTY
    for (let n = 0; n < 50; n += 1) store = ask(store, `question${n} about staging`, NOW + n * DAY_MS)
    const entry = only(store)
    expect(entry?.recallCount).toBe(50)
    expect(Object.keys(entry?.queries ?? {})).toHaveLength(MAX_QUERIES)
    expect(entry?.recallDays).toHaveLength(MAX_DAYS)
    expect(entry?.recallDays.at(-1)).toBe(new Date(NOW + 49 * DAY_MS).toISOString().slice(0, 10))
  })

  it('forgets the weakest beyond its bound, not what is recalled often', () => {
    let store = ask(ask(), 'which port has staging')
    const hits = Array.from({ length: MAX_ENTRIES + 20 }, (_, n) => note({ key: `k${n}`, path: `memory/${n}.md` }))
    store = withRecall(store, { query: 'anything', hits, now: NOW + DAY_MS })
    expect(Object.keys(store.entries)).toHaveLength(MAX_ENTRIES)
    expect(store.entries).toHaveProperty('00112233aabbccdd')
  })

  it('reads a store of version 1 as it is and carries its counts on under the new key', () => {
    const old = parseRecallStore({
      version: 1,
      updatedAt: '2026-04-01T00:00:00.000Z',
      entries: {
        'memory:memory/2026-04-11.md:1:40': {
          path: 'memory/2026-04-11.md',
          startLine: 1,
          endLine: 40,
          snippet: 'The staging database listens on port 5433.',
          recallCount: 4,
          totalScore: 2,
          maxScore: 0.7,
          firstRecalledAt: '2026-04-01T00:00:00.000Z',
          lastRecalledAt: '2026-04-02T00:00:00.000Z',
          recallDays: ['2026-04-01', '2026-04-02'],
          conceptTags: ['staging'],
          note: 'kept',
        },
      },
    })
    expect(only(old)).toMatchObject({ recallCount: 4, note: 'kept' })
    const { entries } = ask(old)
    expect(entries).toEqual({
      '00112233aabbccdd': expect.objectContaining({
        recallCount: 5,
        firstRecalledAt: '2026-04-01T00:00:00.000Z',
        formerKeys: ['memory:memory/2026-04-11.md:1:40'],
        note: 'kept',
      }),
    })
  })

  it('never makes a candidate of MEMORY.md or the diary, and takes a promoted line found there as a recall of its fact', () => {
    const line = renderPromotedLine({
      fact: 'The staging database listens on port 5433.',
      figures: { score: 0.9, recalls: 3, questions: 3, days: 3 },
      mark: {
        key: '00112233aabbccdd',
        fact: 'f1',
        run: 'r1',
        from: 'memory/2026-04-11.md',
        at: 0,
        files: [],
        until: [],
      },
    })
    const later = NOW + 40 * DAY_MS
    const hits = [note({ key: 'm1', path: 'memory/MEMORY.md', text: line }), note({ key: 'd1', path: 'DREAMS.md' })]
    const { entries } = withRecall(ask(), { query: 'staging port', hits, now: later })
    expect(Object.keys(entries)).toEqual(['00112233aabbccdd'])
    expect(only({ ...EMPTY, entries })).toMatchObject({ recallCount: 1, lastRecalledAt: new Date(later).toISOString() })
  })
})
