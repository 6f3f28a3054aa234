/**
 * The symbols of files as people write them, compared with what a person wrote down beside each: `cart.go` and
 * `cart.go.expected`. One folder per language, with an everyday file, one full of types and docs, and an awkward one.
 * A line of an expectation is `from-to kind name | signature | doc`, indented by nesting. When the two differ and the
 * expectation is what a reader of the file would say, the outline is to be mended, not the expectation.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CodeSymbol } from '../../src/outline/code-symbol.ts'
import { everySymbol } from '../../src/outline/every-symbol.ts'
import { LANGUAGES } from '../../src/outline/languages.ts'
import { languageOf, outlineText } from '../../src/outline/outline.ts'
import { unfoldSymbol } from '../../src/outline/unfold.ts'

const HERE = import.meta.dirname
const FOLDERS = readdirSync(HERE, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
/** Names the language gives, not the file. */
const UNWRITTEN = new Set(['Companion', '(anonymous)'])

describe.each(FOLDERS)('the outline of %s', (folder) => {
  it.each(samplesIn(folder))('%s has the symbols written down beside it', async (file) => {
    const { outline } = await readSample(folder, file)
    const expected = readFileSync(join(HERE, folder, `${file}.expected`), 'utf8')

    expect(outline.how).toBe('syntax')
    expect(asWritten(outline.symbols)).toEqual(expected.trimEnd().split('\n'))
  })

  it.each(samplesIn(folder))('every unique name in %s unfolds to the text that holds it', async (file) => {
    const { outline, text } = await readSample(folder, file)
    const all = everySymbol(outline.symbols)
    const unique = all.filter(({ fullName }) => all.filter((other) => isCalled(other.fullName, fullName)).length === 1)

    expect(unique).not.toEqual([])
    for (const { symbol, fullName } of unique) {
      const unfolded = unfoldSymbol({ outline, text, name: fullName })
      expect(unfolded, fullName).toMatchObject({ found: 'one', symbol })
      if (unfolded.found !== 'one' || UNWRITTEN.has(symbol.name)) continue
      // <HTML> is called html
      expect(unfolded.text.toLowerCase()).toContain(lastWord(symbol.name).toLowerCase())
    }
  })
})

describe('the samples', () => {
  it('are at least three for every language', () => {
    for (const folder of FOLDERS) expect(samplesIn(folder).length, folder).toBeGreaterThanOrEqual(3)
  })

  it('leave out no language we have a grammar for', () => {
    const languages = FOLDERS.flatMap((folder) => samplesIn(folder).map((file) => languageOf(file)))

    expect([...new Set(languages)].sort()).toEqual([...Object.keys(LANGUAGES), 'markdown'].sort())
  })
})

function samplesIn(folder: string): string[] {
  return readdirSync(join(HERE, folder)).filter((file) => !file.endsWith('.expected'))
}

async function readSample(folder: string, file: string) {
  const text = readFileSync(join(HERE, folder, file), 'utf8')
  return { text, outline: await outlineText({ path: file, text }) }
}

function asWritten(symbols: CodeSymbol[]): string[] {
  return everySymbol(symbols).map(({ symbol, depth }) => {
    const { from, to, kind, name, signature, doc } = symbol
    return `${'  '.repeat(depth)}${from}-${to} ${kind} ${name} | ${signature}${doc && ` | ${doc}`}`
  })
}

/** As unfold understands a name: whole, or its last parts. */
function isCalled(fullName: string, wanted: string): boolean {
  return fullName === wanted || fullName.endsWith(`.${wanted}`)
}

/** `Cart.add` is written `Cart:add` in Lua, a heading with the signs of emphasis: the last word is always there. */
function lastWord(name: string): string {
  return /[\p{L}\p{N}_]+(?=[^\p{L}\p{N}_]*$)/u.exec(name)?.[0] ?? name
}
