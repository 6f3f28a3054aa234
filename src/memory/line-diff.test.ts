import { describe, expect, it } from 'vitest'
import { diffLines } from './line-diff.ts'

describe('diffLines', () => {
  it('marks only the lines that changed', () => {
    expect(diffLines(['a', 'b', 'c'], ['a', 'x', 'c', 'd'])).toEqual([' a', '-b', '+x', ' c', '+d'])
  })

  it('tells what goes before what comes', () => {
    expect(diffLines(['a', 'b'], ['x', 'y'])).toEqual(['-a', '-b', '+x', '+y'])
  })

  it('takes a rewrite as replaced whole', () => {
    const lines = Array.from({ length: 400 }, (_, at) => `line ${at}`)
    const marked = diffLines(['same', ...lines], ['same', ...lines.map((line) => `${line}!`)])
    expect(marked.slice(0, 2)).toEqual(['-same', '-line 0'])
    expect(marked).toHaveLength(802)
  })
})
