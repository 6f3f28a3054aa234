import { describe, expect, it } from 'vitest'
import { renderShare, renderSum } from './score-text.ts'

describe('renderSum', () => {
  it('prints parts that add up to the number before them', () => {
    const text = renderSum({ words: 0.9304, meaning: 0.4204, neighbours: 0, recency: 0.0036, stale: -0.0021 })
    expect(text).toBe('1.352 = words 0.93 + meaning 0.42 + recency 0.004 − stale 0.002')
    const [total, sum = ''] = text.split(' = ')
    const numbers = [...sum.matchAll(/(−?) ?\w+ ([\d.]+)/g)].map(([, sign, value]) => Number(value) * (sign ? -1 : 1))
    expect(numbers.reduce((all, one) => all + one, 0)).toBeCloseTo(Number(total), 9)
  })

  it('is a plain zero where nothing counted', () => expect(renderSum({ words: 0 })).toBe('0'))
})

it('a share is of the best hit', () => expect(renderShare(0.684)).toBe('68 % of the best hit'))
