import { describe, expect, it } from 'vitest'
import { editDistance, likeness } from './likeness.ts'

describe('likeness', () => {
  it('is 1 for the same word and 0 for words without a pair in common', () => {
    expect(likeness('total', 'total')).toBe(1)
    expect(likeness('total', 'index')).toBe(0)
    expect(likeness('', '')).toBe(0)
  })
  it('grows with the pairs that two words share', () => {
    expect(likeness('getTotal', 'getTotals')).toBeGreaterThan(likeness('getTotal', 'getIndex'))
  })
})

describe('edit distance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['status', 'status', 0],
    ['staus', 'status', 1],
    ['statuus', 'status', 1],
    ['stetus', 'status', 1],
    ['sttaus', 'status', 1],
    ['dicsount', 'discount', 1],
    ['kitten', 'sitting', 3],
  ])('of %j and %j is %i, either way', (a, b, distance) => {
    expect([editDistance(a, b), editDistance(b, a)]).toEqual([distance, distance])
  })
})
