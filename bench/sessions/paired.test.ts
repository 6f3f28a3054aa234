import { describe, expect, it } from 'vitest'
import { comparePaired } from './paired.ts'

const answers = (...groups: [count: number, first: boolean, second: boolean][]) => {
  const rows = groups.flatMap(([count, first, second]) => Array.from({ length: count }, () => ({ first, second })))
  return comparePaired(
    rows.map(({ first }) => first),
    rows.map(({ second }) => second),
  )
}

describe('comparePaired', () => {
  it('counts only the questions that one of the two answered', () => {
    const { firstOnly, secondOnly } = answers([30, true, true], [5, true, false], [1, false, true], [9, false, false])
    expect([firstOnly, secondOnly]).toEqual([5, 1])
  })

  it('is the two-sided tail of fair coins', () => {
    // 6 coins, at most one of them on the other side: 2 × (1 + 6) / 64
    expect(answers([5, true, false], [1, false, true]).p).toBeCloseTo(14 / 64)
  })

  it('says nothing where both answered alike', () => {
    expect(answers([20, true, true]).p).toBe(1)
    expect(answers([3, true, false], [3, false, true]).p).toBe(1)
  })
})
