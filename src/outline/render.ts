/**
 * The outline as text for an agent, within a budget. What does not fit is folded: members and keys first, then docs,
 * then deeper levels, finally the end of the file; the text says how many are missing and how to see them.
 */
import { countOf } from '../memory/count.ts'
import { oneLine } from '../memory/one-line.ts'
import { estimateTokens } from '../memory/token-estimate.ts'
import type { CodeSymbol, SymbolKind } from './code-symbol.ts'
import { everySymbol, type NamedSymbol } from './every-symbol.ts'
import type { FileOutline } from './outline.ts'

const MAX_TOKENS = 2000
/** For the first line and the notes below. */
const FRAME_TOKENS = 120
const DETAILS = new Set<SymbolKind>(['property', 'constant', 'variable', 'key'])

/** A signature with one of these words before the name already shows its kind. */
const KIND_WORDS = new Set(
  `class interface type typedef typealias enum struct union record trait protocol object impl extension function func fun fn
  def module mod namespace const constexpr let var val local using macro_rules! #define case readonly export`.split(
    /\s+/,
  ),
)
const SAYS_ITSELF = new Set<SymbolKind>(['heading', 'rule', 'element', 'block', 'key'])

interface Fold {
  details: boolean
  docs: boolean
  depth: number
}

/** From everything to the bare top level; the first that fits is shown. */
const FOLDS: Fold[] = [
  { details: true, docs: true, depth: 99 },
  { details: false, docs: true, depth: 99 },
  { details: false, docs: true, depth: 3 },
  { details: false, docs: false, depth: 3 },
  { details: false, docs: false, depth: 2 },
  { details: false, docs: true, depth: 1 },
  { details: false, docs: false, depth: 1 },
]

export function renderOutline(
  outline: FileOutline,
  by: { path: string; mostTokens?: number },
): { text: string; tokens: number; folded: number } {
  const most = Math.max((by.mostTokens ?? MAX_TOKENS) - FRAME_TOKENS, FRAME_TOKENS)
  const all = everySymbol(outline.symbols)
  const { lines, shown } = chooseLines(all, most)
  const folded = all.length - shown
  const notes = [...aboutReading(outline, all.length), ...aboutFolded(folded)]
  const body = [...notes, ...lines].join('\n')
  const cost = estimateTokens(body) + 30
  const head = `${by.path} · ${outline.language} · ${countOf(outline.lines, 'line')} · this outline ~${cost} tokens, the whole file ~${outline.fileTokens}`
  const text = `${head}\n${body}\n`
  return { text, tokens: estimateTokens(text), folded }
}

function chooseLines(all: NamedSymbol[], mostTokens: number): { lines: string[]; shown: number } {
  for (const fold of FOLDS) {
    const kept = all.filter(({ symbol, depth }) => keeps(fold, symbol.kind, depth))
    if (kept.length === 0) continue
    const lines = kept.map((one) => line(one, fold))
    if (estimateTokens(lines.join('\n')) <= mostTokens) return { lines, shown: kept.length }
  }
  return firstThatFit(all, mostTokens)
}

/** A file of keys has only details at its top level: those stay. */
function keeps(fold: Fold, kind: SymbolKind, depth: number): boolean {
  if (depth >= fold.depth) return false
  return fold.details || !DETAILS.has(kind) || (depth === 0 && fold.depth > 1)
}

function firstThatFit(all: NamedSymbol[], mostTokens: number): { lines: string[]; shown: number } {
  const top = all.filter(({ depth }) => depth === 0)
  const telling = top.filter(({ symbol }) => !DETAILS.has(symbol.kind))
  const lines: string[] = []
  let tokens = 0
  for (const one of telling.length > 0 ? telling : top) {
    const text = line(one, { details: false, docs: false, depth: 1 })
    tokens += estimateTokens(`${text}\n`)
    if (tokens > mostTokens) break
    lines.push(text)
  }
  return { lines, shown: lines.length }
}

function line({ symbol, depth }: NamedSymbol, fold: Fold): string {
  const { from, to, kind, signature, doc } = symbol
  const word = SAYS_ITSELF.has(kind) || saysItsKind(symbol) ? '' : `${kind} `
  const range = from === to ? `${from}` : `${from}-${to}`
  const says = doc && fold.docs ? ` — ${doc}` : ''
  return `${'  '.repeat(Math.min(depth, 8))}${range} ${word}${oneLine(signature, fold.docs ? 180 : 100)}${says}`
}

function saysItsKind({ name, signature }: CodeSymbol): boolean {
  const own = name.split('.').at(-1) ?? name
  const before = signature.slice(0, Math.max(signature.indexOf(own), 0))
  return before.split(/[\s(]+/).some((word) => KIND_WORDS.has(word))
}

function aboutReading(outline: FileOutline, symbols: number): string[] {
  if (symbols === 0) return ['(empty file)']
  if (outline.how === 'shape') return ['(shape only, by headings and indentation: not read with a grammar)']
  return outline.broken ? ['(the file has syntax errors; this is what could be read)'] : []
}

function aboutFolded(folded: number): string[] {
  return folded === 0
    ? []
    : [`(${countOf(folded, 'symbol')} more folded: unfold a name below, or search symbols by name)`]
}
