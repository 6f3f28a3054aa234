/**
 * A symbol's lines with numbers, within a budget. If it is too long, the largest inner symbols become one line each,
 * then the middle is left out; each gap says which lines it replaces.
 */
import { estimateTokens } from '../memory/token-estimate.ts'
import type { CodeSymbol } from './code-symbol.ts'
import { everySymbol } from './every-symbol.ts'

/** A longer line is data or minified; its beginning is enough. */
const LINE_CHARS = 2000
/** The end of a long body is shown too: it returns something. */
const TAIL_SHARE = 0.2

interface Gap {
  from: number
  to: number
  says: string
}

export function numberedText(by: { text: string; symbol: CodeSymbol; mostTokens: number }): {
  text: string
  cut: boolean
} {
  const { symbol, mostTokens } = by
  const lines = by.text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const show = (gaps: Gap[]) => render(lines, symbol, gaps)
  const fits = (text: string) => estimateTokens(text) <= mostTokens
  const whole = show([])
  if (fits(whole)) {
    return { text: whole, cut: lines.slice(symbol.from - 1, symbol.to).some((line) => line.length > LINE_CHARS) }
  }
  const gaps: Gap[] = []
  let tokens = estimateTokens(whole)
  for (const inner of innerSymbols(symbol)) {
    if (tokens <= mostTokens) break
    if (gaps.some((gap) => gap.from <= inner.from && inner.to <= gap.to)) continue
    const gap = { from: inner.from, to: inner.to, says: inner.signature }
    tokens += estimateTokens(says(gap)) - estimateTokens(lines.slice(gap.from - 1, gap.to).join('\n'))
    gaps.push(gap)
  }
  const folded = show(gaps)
  return { text: fits(folded) ? folded : ends(folded.split('\n'), mostTokens), cut: true }
}

/** Largest first; only those that leave some of the symbol visible. */
function innerSymbols(symbol: CodeSymbol): CodeSymbol[] {
  return everySymbol(symbol.children)
    .map((one) => one.symbol)
    .filter((inner) => inner.to - inner.from >= 2 && inner.to - inner.from < symbol.to - symbol.from)
    .sort((a, b) => b.to - b.from - (a.to - a.from))
}

function render(lines: string[], symbol: CodeSymbol, gaps: Gap[]): string {
  const shown: string[] = []
  for (let at = symbol.from; at <= symbol.to; at++) {
    const gap = gaps.filter((one) => one.from <= at && at <= one.to).sort((a, b) => b.to - b.from - (a.to - a.from))[0]
    shown.push(gap ? says(gap) : numbered(at, lines[at - 1] ?? ''))
    if (gap) at = gap.to
  }
  return shown.join('\n')
}

function says(gap: Gap): string {
  return `… lines ${gap.from}–${gap.to} folded: ${gap.says}`
}

function numbered(number: number, line: string): string {
  const cut = line.length - LINE_CHARS
  return `${number}\t${cut > 0 ? `${line.slice(0, LINE_CHARS)}… ${cut} characters cut` : line}`
}

/** The first lines and the last ones. */
function ends(lines: string[], mostTokens: number): string {
  const room = mostTokens - 20 // for the line that says what is missing
  const tail = within(lines.toReversed(), room * TAIL_SHARE).reverse()
  const head = within(lines.slice(0, lines.length - tail.length), room - estimateTokens(tail.join('\n')))
  const missing = lines.slice(head.length, lines.length - tail.length)
  const from = lineNumber(missing[0])
  const to = lineNumber(missing.at(-1), 'last')
  const middle = missing.length > 0 ? [`… lines ${from}–${to} folded: read the file from line ${from} to see them`] : []
  return [...head, ...middle, ...tail].join('\n')
}

function within(lines: string[], mostTokens: number): string[] {
  const kept: string[] = []
  let tokens = 0
  for (const line of lines) {
    tokens += estimateTokens(`${line}\n`)
    if (tokens > mostTokens) break
    kept.push(line)
  }
  return kept
}

function lineNumber(line: string | undefined, which: 'first' | 'last' = 'first'): string {
  const [, first = '?', last = first] = /^(?:… lines )?(\d+)(?:–(\d+))?/.exec(line ?? '') ?? []
  return which === 'first' ? first : last
}
