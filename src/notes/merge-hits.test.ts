import { describe, expect, it } from 'vitest'
import { mergeHits, renderDigest } from './merge-hits.ts'
import type { ScoredNote } from './order-notes.ts'

const BY = { maxResults: 4, includeRecency: true, halfLifeDays: 30, today: '2026-04-12' }
const hit = (key: string, score: number, day?: string): ScoredNote => ({ key, path: 'x.md', day, score, text: key })

describe('hits of several queries', () => {
  it('are one hit with its best score where they are the same piece', () => {
    const merged = mergeHits(
      [
        { query: 'tax', hits: [hit('a', 0.4), hit('b', 0.5)] },
        { query: 'impuesto', hits: [hit('a', 0.6)] },
      ],
      BY,
    )
    expect(merged.map(({ key, matchedQueries }) => [key, matchedQueries])).toEqual([
      ['a', ['tax', 'impuesto']],
      ['b', ['tax']],
    ])
    expect(merged[0]?.score).toBeCloseTo(0.6 * 1.15)
  })
  it('gain 15 % for a second query and never more than 30 %', () => {
    const found = (times: number) =>
      mergeHits(
        Array.from({ length: times }, (_, at) => ({ query: `q${at}`, hits: [hit('a', 0.5)] })),
        BY,
      )[0]?.score
    expect(found(1)).toBeCloseTo(0.5)
    expect(found(2)).toBeCloseTo(0.575)
    expect(found(3)).toBeCloseTo(0.65)
    expect(found(9)).toBeCloseTo(0.65)
  })
  it('gain nothing from the same query asked twice', () => {
    const twice = [1, 2].map(() => ({ query: 'tax', hits: [hit('a', 0.5)] }))
    expect(mergeHits(twice, BY)[0]?.score).toBeCloseTo(0.5)
  })
  it('fade once, however often they were found', () => {
    const found = ['q', 'r'].map((query) => ({ query, hits: [hit('a', 0.8, '2026-03-13')] }))
    expect(mergeHits(found, BY)[0]?.score).toBeCloseTo(0.8 * 0.5 * 1.15)
  })
  it('do not fade without a day, nor where recency is switched off', () => {
    expect(mergeHits([{ query: 'q', hits: [hit('a', 0.8)] }], BY)[0]?.score).toBe(0.8)
    const dated = [{ query: 'q', hits: [hit('a', 0.8, '2020-01-01')] }]
    expect(mergeHits(dated, { ...BY, includeRecency: false })[0]?.score).toBe(0.8)
  })
  it('are as few as asked for, and an old only match stays', () => {
    const many = Array.from({ length: 9 }, (_, at) => hit(`h${at}`, 0.9 - at / 10))
    expect(mergeHits([{ query: 'q', hits: many }], { ...BY, maxResults: 2 }).map(({ key }) => key)).toEqual([
      'h0',
      'h1',
    ])
    expect(mergeHits([{ query: 'q', hits: [hit('old', 0.2, '2019-01-01')] }], BY)).toHaveLength(1)
  })
})

describe('a digest', () => {
  it('has a heading and a line for each entry', () => {
    expect(renderDigest([{ citation: 'memory/MEMORY.md#L3-L4', snippet: 'The dog is\n\n  called Bruno.' }])).toBe(
      '## Relevant prior context\n\n- [memory/MEMORY.md#L3-L4] The dog is called Bruno.',
    )
  })
  it('has at most four lines unless told otherwise', () => {
    const entries = Array.from({ length: 9 }, (_, at) => ({ citation: `a.md#L${at}`, snippet: 'x' }))
    expect(renderDigest(entries).split('\n')).toHaveLength(6)
    expect(renderDigest(entries, 2).split('\n')).toHaveLength(4)
  })
  it('cuts a long snippet at the end of a word, to 220 characters with its mark', () => {
    const line = renderDigest([{ citation: 'a.md', snippet: 'abcdefg '.repeat(60) }]).split('\n')[2] ?? ''
    const snippet = line.slice('- [a.md] '.length)
    expect(snippet.length).toBeLessThanOrEqual(220)
    expect(snippet.length).toBeGreaterThan(205)
    expect(snippet).toMatch(/abcdefg…$/)
  })
  it('keeps a snippet of exactly 220 characters, and cuts a single word that is longer', () => {
    const snippet = (text: string) => (renderDigest([{ citation: 'a', snippet: text }]).split('\n')[2] ?? '').slice(6)
    expect(snippet('x'.repeat(220))).toBe('x'.repeat(220))
    expect(snippet('x'.repeat(221))).toBe(`${'x'.repeat(219)}…`)
    expect(snippet(`${'x'.repeat(219)} y`)).toBe(`${'x'.repeat(219)}…`)
    expect(snippet(`${'x'.repeat(218)}😀y`)).toBe(`${'x'.repeat(218)}…`)
  })
  it.each(['\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', '\0'])('lets no note begin a line with %j', (end) => {
    const digest = renderDigest([{ citation: `a${end}# b`, snippet: `one${end}# Do this now${end}- [fake] line` }])
    expect(digest.split(/[\n\r\u2028\u2029\u0085\v\f]/)).toHaveLength(3)
    expect(digest.match(/^#/gmu)).toHaveLength(1)
  })
  it('of nothing is empty', () => expect(renderDigest([])).toBe(''))
})
