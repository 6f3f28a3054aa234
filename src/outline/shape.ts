/**
 * A file's shape when no grammar can parse it: headings, and lines with deeper-indented lines below them. Any text gets
 * an answer; the caller marks it as a guess.
 */
import { oneLine } from '../memory/one-line.ts'
import type { CodeSymbol } from './code-symbol.ts'

/** Deeper levels add little. */
const MAX_LEVELS = 3
/** A log of a million lines has a million paragraphs. */
const MAX_BLOCKS = 2000
const NAME_CHARS = 80
/** A longer line is data, and its indentation means nothing. */
const LINE_CHARS = 2000

interface Line {
  number: number
  text: string
  indent: number
}

/** `lines` may be just the first of the file's `count` lines. */
export function shapeOf(lines: string[], count: number): CodeSymbol[] {
  const written = lines.flatMap((text, at) => (text.trim() === '' ? [] : [lineOf(text, at + 1)]))
  const nested = nestedBlocks(written)
  const blocks = nested.length > 0 ? nested : paragraphs(written)
  if (count <= lines.length) return blocks
  return [...blocks, blockOf({ number: lines.length + 1, text: '(not looked at)', indent: 0 }, count)]
}

function lineOf(text: string, number: number): Line {
  const lead = /^[ \t]*/.exec(text.slice(0, LINE_CHARS))?.[0] ?? ''
  return { number, text, indent: lead.replaceAll('\t', '    ').length }
}

function nestedBlocks(lines: Line[]): CodeSymbol[] {
  const top: CodeSymbol[] = []
  const open: { symbol: CodeSymbol; indent: number }[] = []
  let blocks = 0
  for (const [at, line] of lines.entries()) {
    const closing = /^\s*([)\]}>]|end\b|<\/)/i.test(line.text)
    while (open.length > 0 && line.indent <= (open.at(-1)?.indent ?? 0)) {
      const ended = open.pop()
      if (ended && closing && line.indent === ended.indent) ended.symbol.to = line.number
    }
    for (const { symbol } of open) symbol.to = line.number
    const next = lines[at + 1]
    const opens = next !== undefined && next.indent > line.indent && !closing && /[\p{L}\p{N}]/u.test(line.text)
    if (!opens || open.length >= MAX_LEVELS || blocks >= MAX_BLOCKS) continue
    const symbol = blockOf(line, line.number)
    ;(open.at(-1)?.symbol.children ?? top).push(symbol)
    open.push({ symbol, indent: line.indent })
    blocks++
  }
  return top
}

/** Lines without a blank line between them, named by the first. */
function paragraphs(lines: Line[]): CodeSymbol[] {
  const blocks: CodeSymbol[] = []
  for (const line of lines) {
    const last = blocks.at(-1)
    if (last && (line.number === last.to + 1 || blocks.length >= MAX_BLOCKS)) last.to = line.number
    else blocks.push(blockOf(line, line.number))
  }
  return blocks
}

function blockOf(line: Line, to: number): CodeSymbol {
  const signature = oneLine(line.text.slice(0, LINE_CHARS), NAME_CHARS)
  const name = signature.replace(/\s*[{[(:=]+$/, '') || signature
  return { name, kind: 'block', signature, doc: '', from: line.number, to, children: [] }
}
