/**
 * 5,000 damaged source files: every language's sample, cut, doubled, swapped and filled with junk. Whatever the text, an
 * outline comes back, and all it says lies inside the file. A parse that would not end would hang this file's process.
 */
import { describe, expect, it } from 'vitest'
import type { CodeSymbol } from '../src/outline/code-symbol.ts'
import { outlineText } from '../src/outline/outline.ts'
import { renderOutline } from '../src/outline/render.ts'
import { SAMPLES } from '../src/outline/samples.fixture.ts'
import { unfoldSymbol } from '../src/outline/unfold.ts'

const FILES = 5000
const EACH = Math.ceil(FILES / Object.keys(SAMPLES).length)
const JUNK = [
  '\u0000',
  '\uFEFF',
  '\uFFFD',
  '\uD800',
  '\r',
  '\t',
  '\u2028',
  '{',
  '}',
  '(',
  '[',
  ']',
  '<',
  '>',
  '"',
  "'",
  '`',
]
const MORE_JUNK = [
  '/*',
  '*/',
  '//',
  '#',
  '"""',
  '<<EOF\n',
  '${',
  '\\',
  ':',
  ';',
  '---\n',
  '- ',
  '=>',
  '@',
  '&',
  '🛒',
  '0x',
]

describe('an outline of damaged text', () => {
  it.each(Object.entries(SAMPLES))(
    `in %s comes back, ${EACH} times`,
    async (language, sample) => {
      const random = seeded(language)
      for (let count = 0; count < EACH; count++) {
        const text = damaged(sample.text, random)
        const outline = await outlineText({ path: sample.path, text })
        const wrong = outsideOf(outline.symbols, { from: 1, to: outline.lines })
        expect(wrong, JSON.stringify(text)).toEqual([])
        if (/[^\s\0\uFEFF]/.test(text)) expect(outline.symbols.length, JSON.stringify(text)).toBeGreaterThan(0)
        expect(renderOutline(outline, { path: sample.path }).tokens).toBeLessThanOrEqual(2000)
        const name = pick(outline.symbols, random)?.name ?? 'nothing'
        if (outline.symbols.length > 0) expect(unfoldSymbol({ outline, text, name }).found).not.toBe('none')
      }
    },
    300_000,
  )
})

/** Symbols that begin or end outside of the file, or end before they begin. */
function outsideOf(symbols: CodeSymbol[], file: { from: number; to: number }): CodeSymbol[] {
  const all = [...symbols]
  const wrong: CodeSymbol[] = []
  for (let one = all.pop(); one; one = all.pop()) {
    if (one.from < file.from || one.to > file.to || one.from > one.to || one.name === '') wrong.push(one)
    all.push(...one.children)
  }
  return wrong
}

function damaged(text: string, random: () => number): string {
  let now = text
  const times = 1 + Math.floor(random() * 6)
  for (let time = 0; time < times; time++) now = damageOnce(now, random)
  return now
}

function damageOnce(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length + 1))
  const to = Math.min(text.length, at + Math.floor(random() * 80))
  const piece = text.slice(at, to)
  const ways = [
    () => text.slice(0, at) + text.slice(to),
    () => text.slice(0, at),
    () => text.slice(at),
    () => text.slice(0, to) + piece.repeat(1 + Math.floor(random() * 30)) + text.slice(to),
    () => text.slice(to) + text.slice(0, at),
    () => text.slice(0, at) + junk(random) + text.slice(at),
    () => text.slice(0, at) + junk(random).repeat(1 + Math.floor(random() * 200)) + text.slice(at),
    () => text.replaceAll('\n', random() < 0.5 ? '\r\n' : ' '),
    () => text.slice(0, at) + piece.split('').reverse().join('') + text.slice(to),
  ]
  return (pick(ways, random) ?? (() => text))()
}

function junk(random: () => number): string {
  return pick([...JUNK, ...MORE_JUNK], random) ?? ''
}

function pick<T>(from: T[], random: () => number): T | undefined {
  return from[Math.floor(random() * from.length)]
}

/** Mulberry32: the same files on every run. */
function seeded(word: string): () => number {
  let state = [...word].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
