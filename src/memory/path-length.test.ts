import { describe, expect, it } from 'vitest'
import { isTooLong } from './path-length.ts'

describe('isTooLong', () => {
  it('counts bytes, not letters', () => {
    expect(isTooLong('a'.repeat(4096))).toBe(false)
    expect(isTooLong('a'.repeat(4097))).toBe(true)
    expect(isTooLong('é'.repeat(2048))).toBe(false)
    expect(isTooLong('é'.repeat(2049))).toBe(true)
  })
})
