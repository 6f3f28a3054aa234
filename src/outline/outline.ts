/**
 * What is in this source file? Its symbols by the language's grammar; without a usable grammar, the shape of the text,
 * marked as such. Always gives an answer, never an exception about the text.
 */
import { extname } from 'node:path'
import { estimateTokens } from '../memory/token-estimate.ts'
import type { CodeSymbol } from './code-symbol.ts'
import { everySymbol } from './every-symbol.ts'
import { loadGrammar, parseWith } from './grammars.ts'
import { LANGUAGES, languageOfText } from './languages.ts'
import { markdownHeadings } from './markdown.ts'
import { mendedTexts } from './mend.ts'
import { shapeOf } from './shape.ts'
import { findSymbols } from './syntax.ts'

export { languageOf } from './languages.ts'

export interface FileOutline {
  language: string
  /** 'shape': no grammar, only headings and indentation. */
  how: 'syntax' | 'shape'
  /** The grammar found text it did not understand; what it parsed is here. */
  broken: boolean
  lines: number
  fileTokens: number
  symbols: CodeSymbol[]
}

/** Beyond this a parse takes seconds, and its memory, some fifty times the text, is never freed. */
const MAX_CHARS = 2 * 1024 * 1024
/** A log may have millions; only the first ones are used, for the shape. */
const MAX_LINES = 100_000
/** Minified: most of the program is in lines this long and full of braces; its symbols would be noise. */
const MINIFIED = { chars: 10_000, lineChars: 1000, bracesPer1000: 10 }
/** For each further parse of a broken file. */
const MEND_MS = 250
const DATA = new Set(['json', 'yaml', 'toml', 'html', 'markdown'])

export async function outlineText(by: { path: string; text: string }): Promise<FileOutline> {
  // Grammars treat NUL as the end of the text; a space instead keeps every position.
  const text = by.text.replace(/^\uFEFF/, '').replaceAll('\u0000', ' ')
  const language = languageOfText({ path: by.path, text })
  const count = countLines(text)
  const lines = text.split('\n', Math.min(count, MAX_LINES)).map((line) => line.replace(/\r$/, ''))
  const found =
    language && !isUnreadable({ language, text, lines }) ? await readSyntax(language, text, lines) : undefined
  // A script of plain calls has no symbols; its shape is better than nothing.
  const symbols = found && found.symbols.length > 0 ? found.symbols : shapeOf(lines, count)
  return {
    language: language ?? (extname(by.path).slice(1).toLowerCase() || 'text'),
    how: symbols === found?.symbols ? 'syntax' : 'shape',
    broken: found?.broken ?? false,
    lines: count,
    fileTokens: estimateTokens(by.text),
    symbols: within(symbols, count),
  }
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return text === '' || text.endsWith('\n') ? count : count + 1
}

function isUnreadable({ language, text, lines }: { language: string; text: string; lines: string[] }): boolean {
  if (text.length > MAX_CHARS || lines.length === MAX_LINES) return true
  if (DATA.has(language) || text.length < MINIFIED.chars) return false
  const long = lines.filter((line) => line.length > MINIFIED.lineChars && isFullOfBraces(line))
  return long.reduce((sum, line) => sum + line.length, 0) > text.length / 2
}

/** A long line without braces is a string or a table, and the rest of the file is readable. */
function isFullOfBraces(line: string): boolean {
  const start = line.slice(0, 10_000)
  return (start.match(/[{};]/g)?.length ?? 0) > (start.length / 1000) * MINIFIED.bracesPer1000
}

async function readSyntax(
  language: string,
  text: string,
  lines: string[],
): Promise<{ symbols: CodeSymbol[]; broken: boolean } | undefined> {
  if (language === 'markdown') return { symbols: markdownHeadings(lines), broken: false }
  const rules = LANGUAGES[language]
  const grammar = rules && (await loadGrammar(language))
  if (!grammar) return undefined
  const read = (by: { text: string; mostMs?: number }) =>
    parseWith(grammar, by, ({ rootNode }, deadline) => {
      const symbols = findSymbols(rootNode, { text: by.text, rules, deadline })
      return symbols && { symbols, mended: mendedTexts(rootNode, by.text), broken: rootNode.hasError }
    })
  const plain = await read({ text })
  let best = plain
  for (const mended of plain?.mended ?? []) {
    const again = await read({ text: mended, mostMs: MEND_MS })
    if (again && best && isBetter(again, best)) best = again
  }
  return best && { symbols: best.symbols, broken: plain?.broken ?? false }
}

/** With errors all over the file, as in headers full of macros, one symbol more is coincidence. */
function isBetter(again: { symbols: CodeSymbol[]; broken: boolean }, first: { symbols: CodeSymbol[] }): boolean {
  const [more, few] = [everySymbol(again.symbols).length, everySymbol(first.symbols).length]
  return more > (again.broken ? few * 1.1 : few)
}

/** A grammar may put a missing token after the last line. */
function within(symbols: CodeSymbol[], lines: number): CodeSymbol[] {
  for (const all = [...symbols]; all.length > 0; ) {
    const symbol = all.pop() as CodeSymbol // not empty
    symbol.to = Math.min(symbol.to, lines)
    symbol.from = Math.min(symbol.from, symbol.to)
    for (const child of symbol.children) all.push(child)
  }
  return symbols
}
