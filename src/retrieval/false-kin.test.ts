import { describe, expect, it } from 'vitest'
import { isKin } from './false-kin.ts'
import { stem } from './stem.ts'

describe('words of one stem', () => {
  it.each([
    ['import', 'important'],
    ['authors', 'authorize'],
    ['authority', 'authorization'],
    ['customers', 'custom'],
    ['generate', 'generic'],
    ['terminal', 'terminated'],
    ['conversation', 'conversions'],
    ['content', 'contention'],
    ['paste', 'past'],
    ['protests', 'protestants'],
    ['suite', 'suits'],
  ])('%s and %s are two words', (one, other) => {
    expect(stem(one), 'the index takes them for one').toBe(stem(other))
    expect(isKin(one, other, stem(one))).toBe(false)
    expect(isKin(other, one, stem(one))).toBe(false)
  })

  it.each([
    ['import', 'imports'],
    ['importing', 'imported'],
    ['authorizes', 'authorization'],
    ['generated', 'generator'],
    ['conversions', 'conversion'],
    ['pasted', 'pasting'],
    ['relation', 'relative'],
    ['local', 'locales'],
    ['constructor', 'constructors'],
  ])('%s and %s are one', (one, other) => {
    expect(isKin(one, other, stem(one))).toBe(true)
  })
})
