/**
 * Finds symbols by name across many files. A file is parsed only if its text contains the words, and nothing is started
 * after the deadline: the answer then says that it is incomplete.
 */
import type { SymbolKind } from './code-symbol.ts'
import { askedName, everySymbol } from './every-symbol.ts'
import { outlineText } from './outline.ts'

export interface FoundSymbol {
  path: string
  name: string
  kind: SymbolKind
  signature: string
  from: number
  to: number
}

type SourceFile = { path: string; text: string }

const DECLARATIONS = new Set<SymbolKind>(['class', 'interface', 'type', 'enum', 'function', 'method', 'module'])
/** Whole name, its beginning, the beginning of a word in it, anywhere in it. */
const FITS = { whole: 8, start: 6, word: 4, inside: 2 }

/**
 * Symbols whose name matches, best first: exact, then prefix, then the start of a word (`gate` in `readGate`), then
 * anywhere. Case, `_` and `-` are ignored. `deadline` is in ms since the epoch.
 */
export async function searchSymbols(by: {
  files: AsyncIterable<SourceFile> | Iterable<SourceFile>
  query: string
  limit: number
  deadline: number
}): Promise<{ symbols: FoundSymbol[]; files: number; complete: boolean }> {
  const query = askedName(by.query)
  if (plain(query) === '') return { symbols: [], files: 0, complete: true }
  const found: { symbol: FoundSymbol; score: number }[] = []
  let files = 0
  let complete = true
  for await (const file of by.files) {
    if (Date.now() >= by.deadline) {
      complete = false
      break
    }
    files++
    if (!holds(file.text, query)) continue
    const outline = await outlineText(file)
    for (const { symbol, fullName } of everySymbol(outline.symbols)) {
      const score = fitOf(fullName, query) + (DECLARATIONS.has(symbol.kind) ? 1 : 0)
      const { kind, signature, from, to } = symbol
      if (score >= FITS.inside)
        found.push({ symbol: { path: file.path, name: fullName, kind, signature, from, to }, score })
    }
  }
  const symbols = found.sort(better).slice(0, by.limit)
  return { symbols: symbols.map((one) => one.symbol), files, complete }
}

function better(a: { symbol: FoundSymbol; score: number }, b: { symbol: FoundSymbol; score: number }): number {
  return (
    b.score - a.score ||
    a.symbol.name.length - b.symbol.name.length ||
    (a.symbol.path < b.symbol.path ? -1 : a.symbol.path > b.symbol.path ? 1 : a.symbol.from - b.symbol.from)
  )
}

/** `Cart.total` is compared with the last two parts of the full name. */
function fitOf(fullName: string, query: string): number {
  const name = fullName.split('.').slice(-query.split('.').length).join('.')
  const have = plain(name)
  const want = plain(query)
  if (have === want) return FITS.whole + (name === query ? 0.5 : 0)
  if (have.startsWith(want)) return FITS.start
  const words = wordsOf(name)
  if (words.some((_, at) => words.slice(at).join('').startsWith(want))) return FITS.word
  return have.includes(want) ? FITS.inside : 0
}

/** True if every part of the query is in the text: otherwise no name in it can match. */
function holds(text: string, query: string): boolean {
  const have = text.toLowerCase().replace(/[_-]/g, '')
  return query.split('.').every((part) => have.includes(plain(part)))
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
