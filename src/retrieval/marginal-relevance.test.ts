import { describe, expect, it } from 'vitest'
import { byMarginalRelevance, jaccard } from './marginal-relevance.ts'

const one = (name: string, score: number, words: string) => ({ name, score, words: new Set(words.split(' ')) })
type One = ReturnType<typeof one>
const order = (candidates: One[], lambda: number) =>
  byMarginalRelevance(candidates, {
    lambda,
    relevance: ({ score }) => score,
    similarity: (a, b) => jaccard(a.words, b.words),
  }).map(({ name }) => name)

describe('maximal marginal relevance', () => {
  const candidates = [
    one('first', 1, 'tax is rounded per line'),
    one('same', 0.9, 'tax is rounded per line'),
    one('other', 0.6, 'receipts are printed twice'),
  ]
  it('is the order of relevance at 1', () => expect(order(candidates, 1)).toEqual(['first', 'same', 'other']))
  it('puts what adds something before what repeats', () =>
    expect(order(candidates, 0.5)).toEqual(['first', 'other', 'same']))
  it('begins with the most relevant one even at 0', () => expect(order(candidates, 0)[0]).toBe('first'))
  it('keeps everything and invents nothing', () => expect(order([], 0.7)).toEqual([]))
})

describe('jaccard', () => {
  it('is the share of words in common', () => expect(jaccard(new Set('ab'), new Set('bc'))).toBeCloseTo(1 / 3))
  it('calls two empty texts equal, and one of them different from any other', () => {
    expect(jaccard(new Set(), new Set())).toBe(1)
    expect(jaccard(new Set(), new Set('a'))).toBe(0)
  })
})
