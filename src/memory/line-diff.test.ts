import { describe, expect, it } from 'vitest'
import { diffLines } from './line-diff.ts'

describe('diffLines', () => {
  it('marks only the lines that changed', () => {
    expect(diffLines(['a', 'b', 'c'], ['a', 'x', 'c', 'd'])).toEqual([' a', '-b', '+x', ' c', '+d'])
  })
})
