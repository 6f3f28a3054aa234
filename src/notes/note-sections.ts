/**
 * A note divided by its headings, each section in the smallest parts a chunk may be cut at. Pure. Front matter and our
 * own comments are not part of the text, but their lines count: line numbers are those of the file.
 */
import { oneLine } from '../memory/one-line.ts'
import { cutLine } from './cut-line.ts'

/** What comes before a part. Cuts are best at an empty line and worst between two words. */
export type Boundary = 'blank' | 'item' | 'line' | 'sentence' | 'word'

export interface Part {
  /** Lines, from 1, both included. */
  from: number
  to: number
  text: string
  boundary: Boundary
  /** Preceded by an empty line, which is shown even where it is not a good place to cut. */
  gap: boolean
  kind: 'text' | 'heading' | 'fence'
}

export interface Section {
  /** Level of its heading; 0 before the first. */
  level: number
  /** The headings above it, its own last. */
  trail: string[]
  parts: Part[]
}

const NAME_CHARACTERS = 120
/** In characters; anything longer is a text with a `#` in front. */
const LONGEST_HEADING = 500
/** Our comments are short; one still open after this many lines is something else. */
const MAX_MARK_LINES = 20

/** Splits a fence or a line of more than `mostBytes`. */
export function readSections(text: string, mostBytes: number): Section[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  let open: Section = { level: 0, trail: [], parts: [] }
  const sections = [open]
  const above: { level: number; name: string }[] = []
  let gap = false
  for (let at = frontMatterLines(lines); at < lines.length; at++) {
    const fenceEnd = findFenceEnd(lines, at)
    if (fenceEnd !== undefined) {
      for (const part of fenceParts(lines.slice(at, fenceEnd + 1), { from: at + 1, gap, mostBytes }))
        open.parts.push(part)
      at = fenceEnd
      gap = false
      continue
    }
    const { line, last } = withoutMarks(lines, at)
    if (line.trim() === '') {
      gap ||= lines[at]?.trim() === '' // a comment alone on its line is not a break
      at = last
      continue
    }
    const heading = findHeading(line, gap ? undefined : open.parts.at(-1))
    if (heading === undefined) {
      for (const part of lineParts(line, { from: at + 1, gap, mostBytes })) open.parts.push(part)
    } else {
      const { level, name } = heading
      const underlined = heading.isUnderline ? open.parts.pop() : undefined
      while ((above.at(-1)?.level ?? 0) >= level) above.pop()
      above.push({ level, name })
      open = {
        level,
        trail: above.map((one) => one.name),
        parts: underlined ? [{ ...underlined, kind: 'heading' }] : [],
      }
      open.parts.push({
        from: at + 1,
        to: at + 1,
        text: line,
        boundary: 'line',
        gap: gap && !underlined,
        kind: 'heading',
      })
      sections.push(open)
    }
    gap = false
    at = last
  }
  return sections.filter(({ parts }) => parts.length > 0)
}

function frontMatterLines(lines: string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0
  const end = lines.findIndex((line, at) => at > 0 && /^(---|\.\.\.)\s*$/.test(line))
  return end < 0 ? 0 : end + 1
}

/** Index of the line that closes the fence opening at `at`, or of the last line; undefined if none opens. */
function findFenceEnd(lines: string[], at: number): number | undefined {
  const [, fence, info] = /^\s*(?:(?:[-*+]|\d+[.)])\s+)?(`{3,}|~{3,})(.*)$/.exec(lines[at] ?? '') ?? []
  if (fence === undefined || (fence.startsWith('`') && info?.includes('`'))) return undefined
  for (let end = at + 1; end < lines.length; end++) {
    const closing = (lines[end] ?? '').trim()
    if (closing.startsWith(fence) && closing === fence.charAt(0).repeat(closing.length)) return end
  }
  return lines.length - 1
}

/** Whole if it fits into a chunk, else line by line. */
function fenceParts(lines: string[], at: { from: number; gap: boolean; mostBytes: number }): Part[] {
  const text = lines.join('\n').trimEnd()
  if (Buffer.byteLength(text) <= at.mostBytes) {
    const to = at.from + text.split('\n').length - 1
    return [{ from: at.from, to, text, boundary: at.gap ? 'blank' : 'line', gap: at.gap, kind: 'fence' }]
  }
  return lines.flatMap((line, n) => {
    if (line.trim() === '') return []
    const gap = n === 0 ? at.gap : lines[n - 1]?.trim() === ''
    const parts = lineParts(line, { from: at.from + n, gap, mostBytes: at.mostBytes })
    return parts.map((part) => ({ ...part, kind: 'fence' as const }))
  })
}

function lineParts(line: string, at: { from: number; gap: boolean; mostBytes: number }): Part[] {
  const base = { from: at.from, to: at.from, kind: 'text' } as const
  const isItem = /^([-*+]|\d{1,9}[.)])\s/.test(line)
  // An indented line after an empty one still belongs to the item above.
  const boundary = at.gap && !/^\s/.test(line) ? 'blank' : isItem ? 'item' : 'line'
  if (Buffer.byteLength(line) <= at.mostBytes) return [{ ...base, text: line, boundary, gap: at.gap }]
  return cutLine(line, at.mostBytes).map((piece, n) =>
    n === 0 ? { ...base, text: piece.text, boundary, gap: at.gap } : { ...base, ...piece, gap: false },
  )
}

/** The line without our own comments, and the index of the last line of such a comment. */
function withoutMarks(lines: string[], at: number): { line: string; last: number } {
  const line = (lines[at] ?? '').replace(/<!--\s*claude-mem:.*?-->/g, '')
  const begin = line.search(/<!--\s*claude-mem:/)
  if (begin < 0) return { line, last: at }
  const more = lines.slice(at + 1, at + 1 + MAX_MARK_LINES).findIndex((next) => next.includes('-->'))
  return more < 0 ? { line, last: at } : { line: line.slice(0, begin), last: at + 1 + more }
}

/** `previous`: the part right above, which a line of `=` or `-` turns into a heading. */
function findHeading(line: string, previous: Part | undefined) {
  if (line.length > LONGEST_HEADING) return undefined
  const [, hashes = '', words] = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line) ?? []
  if (words) return { level: hashes.length, name: plain(words), isUnderline: false }
  const underline = /^ {0,3}(=+|-+)[ \t]*$/.exec(line)?.[1]
  if (underline === undefined || previous?.kind !== 'text' || !isParagraph(previous.text)) return undefined
  return { level: underline.startsWith('=') ? 1 : 2, name: plain(previous.text), isUnderline: true }
}

function isParagraph(line: string): boolean {
  return !/^( {4}|\t|\s*([-*+>|]|\d+[.)])(\s|$)|\s*[-=*_]+\s*$)/.test(line)
}

/** Without the markup of links, code and emphasis. */
function plain(text: string): string {
  return oneLine(text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, ''), NAME_CHARACTERS)
}
