import { describe, expect, it } from 'vitest'
import { fitText, wrapLine } from './wrap.ts'

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

describe('a text on a terminal', () => {
  it('goes on below the value of a label', () => {
    expect(fitText('memories   8 observations, 3 summaries', 26)).toBe(
      'memories   8 observations,\n           3 summaries',
    )
  })

  it('keeps a command whole, so that it can be copied', () => {
    const text = 'more: claude-mem search it was --limit 1'
    expect(fitText(text, 20)).toBe(text)
    expect(fitText(`  ${text.slice(6)}`, 20)).toBe(`  ${text.slice(6)}`)
  })

  it('keeps its own line ends', () => expect(fitText('a\n\n  b c', 4)).toBe('a\n\n  b\n  c'))
})
