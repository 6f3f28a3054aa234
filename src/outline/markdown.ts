/** The headings of a Markdown file, nested by level. Code in fences is skipped. */
import { oneLine } from '../memory/one-line.ts'
import type { CodeSymbol } from './code-symbol.ts'

const NAME_CHARS = 120
const MAX_HEADINGS = 20_000

interface Heading {
  level: number
  name: string
  line: number
}

export function markdownHeadings(lines: string[]): CodeSymbol[] {
  const top: CodeSymbol[] = []
  const open: { symbol: CodeSymbol; level: number }[] = []
  const close = (level: number, line: number) => {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) {
      const ended = open.pop()
      if (ended) ended.symbol.to = Math.max(ended.symbol.from, line)
    }
  }
  for (const { level, name, line } of readHeadings(lines)) {
    close(level, line - 1)
    const symbol: CodeSymbol = {
      name,
      kind: 'heading',
      signature: `${'#'.repeat(level)} ${name}`,
      doc: '',
      from: line,
      to: line,
      children: [],
    }
    ;(open.at(-1)?.symbol.children ?? top).push(symbol)
    open.push({ symbol, level })
  }
  close(0, lines.length)
  return top
}

function readHeadings(lines: string[]): Heading[] {
  const found: Heading[] = []
  let fence = ''
  let inComment = false
  for (let at = frontMatterLines(lines); at < lines.length && found.length < MAX_HEADINGS; at++) {
    const text = (lines[at] ?? '').slice(0, 1000)
    if (inComment || (!fence && /^ {0,3}<!--/.test(text))) {
      inComment = !text.includes('-->')
      continue
    }
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(text)
    if (fence) {
      if (mark?.[1]?.startsWith(fence) && mark[2]?.trim() === '') fence = ''
      continue
    }
    if (mark) {
      fence = mark[1] ?? ''
      continue
    }
    const hashes = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(text)
    if (hashes?.[2]) found.push({ level: hashes[1]?.length ?? 1, name: plain(hashes[2]), line: at + 1 })
    const underline = /^ {0,3}(=+|-+)[ \t]*$/.exec(text)
    const above = lines[at - 1] ?? ''
    if (underline && isText(above) && found.at(-1)?.line !== at) {
      found.push({ level: underline[1]?.startsWith('=') ? 1 : 2, name: plain(above), line: at })
    }
  }
  return found
}

/** A paragraph's line, which a line of dashes can turn into a heading. */
function isText(line: string): boolean {
  return line.trim() !== '' && !/^( {4}|\t|\s*([-*+>|]|\d+[.)])(\s|$)|\s*[-=*_]+\s*$)/.test(line)
}

function frontMatterLines(lines: string[]): number {
  if (lines[0]?.trim() !== '---') return 0
  const end = lines.findIndex((line, at) => at > 0 && /^(---|\.\.\.)\s*$/.test(line))
  return end < 0 ? 0 : end + 1
}

/** Without the markup of links, code and emphasis. */
function plain(text: string): string {
  return oneLine(text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, ''), NAME_CHARS)
}
