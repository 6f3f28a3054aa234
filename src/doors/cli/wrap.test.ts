import { describe, expect, it } from 'vitest'
import { wrapLine } from './wrap.ts'

describe('a long line', () => {
  it('is broken between words, none of its lines wider than asked', () => {
    const line = 'The discount was taken off twice because the cart and the invoice both applied it.'
    const lines = wrapLine(line, { width: 30 })
    for (const one of lines) expect(one.length).toBeLessThanOrEqual(30)
    expect(lines.join(' ')).toBe(line)
  })

  it('keeps its indent, or hangs where it is told', () => {
    expect(wrapLine('  a bb ccc', { width: 7 })).toEqual(['  a bb', '  ccc'])
    expect(wrapLine('--all  a bb ccc', { width: 12, hanging: 7 })).toEqual(['--all  a bb', '       ccc'])
  })

  it('leaves a word that is wider than the terminal whole', () => {
    expect(wrapLine('see /a/very/long/path now', { width: 10 })).toEqual(['see', '/a/very/long/path', 'now'])
  })

  it('does not count the marks of bold and dim', () => {
    expect(wrapLine('\u001b[1mbold\u001b[0m text', { width: 9 })).toEqual(['\u001b[1mbold\u001b[0m text'])
  })

  it('is left alone when it fits', () => expect(wrapLine('a  b', { width: 4 })).toEqual(['a  b']))
})
