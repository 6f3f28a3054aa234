import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countOf, renderNumber } from './count.ts'

it('a number has English thousands separators, as the platform would write them', () => {
  expect(renderNumber(1234.5)).toBe('1,234.5')
  const isAsThePlatformWrites = (value: number) => {
    expect(renderNumber(value)).toBe(value.toLocaleString('en-US'))
  }
  for (const value of [0, 7, 999, 1000, 123_456, 1_234_567, -1000, -12]) isAsThePlatformWrites(value)
  fc.assert(fc.property(fc.maxSafeInteger(), isAsThePlatformWrites))
})

it('a count has its word in the right number', () => {
  expect([countOf(1, 'symbol'), countOf(1204, 'memory', 'memories')]).toEqual(['1 symbol', '1,204 memories'])
})
