import { describe, expect, it } from 'vitest'
import { tokensOfRead } from './read-cost.ts'

describe('the tokens of a read', () => {
  it('are those of the text and two for the number of every line', () =>
    expect(tokensOfRead(`${'x'.repeat(34)}\n`.repeat(100))).toBe(1000 + 200))

  it('do not count a line after the last one', () => expect(tokensOfRead('1234567')).toBe(tokensOfRead('123456\n')))

  it('end where the host cuts: after 2,000 lines', () =>
    expect(tokensOfRead('line\n'.repeat(9000))).toBe(tokensOfRead('line\n'.repeat(2000))))

  it('end where the host cuts: at 25,000 tokens', () =>
    expect(tokensOfRead(`${'x'.repeat(300)}\n`.repeat(1999))).toBe(25_000))

  it('of an empty file are none', () => expect(tokensOfRead('')).toBe(0))
})
