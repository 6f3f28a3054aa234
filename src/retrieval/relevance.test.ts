import { describe, expect, it } from 'vitest'
import {
  fileOverlap,
  recency,
  relevance,
  SCORING,
  type Scored,
  sameProject,
  similarity,
  typeScore,
} from './relevance.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.UTC(2026, 3, 1)
const place = { project: 'here', files: new Set(['src/total.js', 'src/cart.js']), now: NOW }
const memory: Scored = { createdAt: NOW, type: 'change', project: 'there', files: [], words: 0, concepts: 0 }

describe('recency', () => {
  it('is 1 now', () => expect(recency(NOW, NOW, 2)).toBe(1))
  it('halves after one half-life', () => expect(recency(NOW - 2 * DAY_MS, NOW, 2)).toBeCloseTo(0.5))
  it('is nearly nothing after a month', () => expect(recency(NOW - 30 * DAY_MS, NOW, 2)).toBeLessThan(0.001))
  it('treats a date in the future as now', () => expect(recency(NOW + DAY_MS, NOW, 2)).toBe(1))
  it('survives a half-life of nothing', () => expect(recency(NOW - 1, NOW, 0)).toBe(0))
})

describe('type', () => {
  it('weighs decisions most and changes least', () => {
    const types = ['decision', 'bugfix', 'discovery', 'feature', 'refactor', 'change'] as const
    expect(types.map((type) => typeScore(type))).toEqual([0.8, 0.7, 0.6, 0.5, 0.4, 0.3])
  })
})

describe('similarity', () => {
  it('runs from 0 to 1.5', () => {
    expect(similarity({ words: 0, concepts: 0 })).toBe(0)
    expect(similarity({ words: 1, concepts: 1 })).toBeCloseTo(1.5)
  })
  it('counts words more than concepts', () => {
    expect(similarity({ words: 1, concepts: 0 })).toBeGreaterThan(similarity({ words: 0, concepts: 1 }))
  })
  it('never leaves its range', () => expect(similarity({ words: 7, concepts: -3 })).toBeCloseTo(1))
})

describe('file overlap', () => {
  it('is the share of the memory’s files that are at hand', () => {
    expect(fileOverlap(['src/total.js', 'a.md'], place.files)).toBe(0.5)
    expect(fileOverlap(['src/total.js'], place.files)).toBe(1)
  })
  it('is nothing for a memory without files', () => expect(fileOverlap([], place.files)).toBe(0))
})

describe('the whole', () => {
  it('is the sum of its parts', () => {
    const { score, parts } = relevance(
      { ...memory, words: 1, concepts: 1, files: ['src/cart.js'], project: 'here' },
      place,
    )
    expect(parts).toEqual({ recency: 1, type: 0.3, similarity: expect.closeTo(1.5), files: 1, project: 0.1 })
    expect(score).toBeCloseTo(3.9)
  })
  it('lets the own project win a tie, and only a tie', () => {
    const here = relevance({ ...memory, project: 'here' }, place).score
    expect(here - relevance(memory, place).score).toBeCloseTo(sameProject('here', 'here'))
    expect(relevance({ ...memory, words: 0.5 }, place).score).toBeGreaterThan(here)
  })
  it('lets a bugfix of another project that fits outrank an unfitting new decision here', () => {
    const elsewhere = { ...memory, type: 'bugfix', createdAt: NOW - 10 * DAY_MS, words: 1, concepts: 1 } as const
    const decision = { ...memory, type: 'decision', project: 'here', createdAt: NOW - 3 * DAY_MS } as const
    expect(relevance(elsewhere, place).score).toBeGreaterThan(relevance(decision, place).score)
  })
  it('can be configured', () => {
    const config = { ...SCORING, halfLifeDays: 4, sameProject: 2 }
    const { parts } = relevance({ ...memory, project: 'here', createdAt: NOW - 4 * DAY_MS }, place, config)
    expect(parts).toMatchObject({ recency: expect.closeTo(0.5), project: 2 })
  })
})
