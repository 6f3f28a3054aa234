import { describe, expect, it } from 'vitest'
import { hostileTexts, NOT_TO_BE_SHOWN } from '../../test/support/hostile-texts.ts'
import { oneLine } from './one-line.ts'
import { indented, safeJson, safeLine, safeLines } from './safe-text.ts'

const corpus = hostileTexts()
const SPEAKS_TO_TERMINALS = /\p{Cc}|[\u202a-\u202e\u2066-\u2069\u2028\u2029]/u

describe('text from outside', () => {
  it('is tried with at least 200 hostile ones', () => expect(corpus.length).toBeGreaterThanOrEqual(200))

  it.each(corpus)('shows nothing it should not: $name', ({ text }) => {
    expect(safeLine(text)).not.toMatch(NOT_TO_BE_SHOWN)
    expect(safeLine(text)).not.toMatch(/[\n\t]/)
    expect(safeLines(text)).not.toMatch(NOT_TO_BE_SHOWN)
    expect(safeLines(text).split('\n').length).toBe(text.replaceAll('\r\n', '\n').split('\n').length)
    for (const line of indented(text).split('\n')) expect(line).toMatch(/^$|^ {2}/)
    expect(oneLine(text, 6)).not.toMatch(NOT_TO_BE_SHOWN)
  })

  it.each(corpus)('stays the same JSON, and says nothing to a terminal: $name', ({ text }) => {
    const json = safeJson(JSON.stringify({ text }))
    expect(JSON.parse(json)).toEqual({ text })
    expect(json).not.toMatch(SPEAKS_TO_TERMINALS)
  })
})

describe('harmless text', () => {
  it.each([
    'Ünïcödé, déjà vu, naïve café',
    'Привет, Ελληνικά, 日本語のテキスト, 한국어, עברית, العربية',
    'می‌خواهم',
    'क्‍ष हिन्दी',
    '👩‍👩‍👧‍👦 family, 👍🏽 and ❤️ and 🏳️‍🌈 and 1️⃣',
    '辻󠄀',
    'e\u0301 with its mark',
    'a “quote” — and an ellipsis…',
  ])('stays as it is: %s', (text) => {
    expect(safeLine(text)).toBe(text)
    expect(safeLines(text)).toBe(text)
  })

  it('keeps lines and tabs where there may be several', () => {
    expect(safeLines('a\n\tb\r\nc')).toBe('a\n\tb\nc')
    expect(safeLine(' a\n\tb  c ')).toBe('a b c')
  })

  it('is indented line by line, without holes', () => expect(indented('\na\n\n\n\nb\n')).toBe('  a\n\n  b'))

  it('is cut between characters', () => expect(oneLine('ab😀cd', 4)).toBe('ab…'))
})

describe('the work', () => {
  it('grows with the text and no faster, whatever it is made of', () => {
    for (const piece of [
      '\u001b]',
      '\u009d',
      '\u001b[',
      '\u001b[1;',
      '\u200d',
      '\u0301',
      ' ',
      '\r',
      '\n',
      '\u{e0041}',
      '\ufe0f',
    ]) {
      // Half a million characters: with quadratic time the test would not end.
      expect(safeLine(piece.repeat(500_000)).length).toBeLessThanOrEqual(1_500_000)
      expect(safeLines(`x${piece.repeat(500_000)}y`).length).toBeLessThanOrEqual(1_500_002)
      expect(indented(`x${piece.repeat(200_000)}y`).length).toBeLessThanOrEqual(1_500_002)
    }
  })
})
