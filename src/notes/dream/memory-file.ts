/**
 * MEMORY.md as dreaming edits it: one section per day for promoted lines, one at the end for retired ones. Only whole
 * lines are added or removed; every other byte belongs to the user and stays, including line endings.
 */
import { type PromotedLine, parsePromotedLine } from './promoted-line.ts'

const PROMOTED = '## Promoted by dreaming — '
export const RETIRED = '## Retired by dreaming'
/** Older retired lines are only in the diary. */
const MAX_RETIRED = 10

export interface Bullet {
  /** As in the file, without its line ending. */
  line: string
  text: string
  /** undefined: a person wrote it. */
  promoted?: PromotedLine
}

/** Current first-level list items: neither retired nor code. */
export function bulletsOf(memoryMd: string): Bullet[] {
  const bullets: Bullet[] = []
  let inFence = false
  let retired = false
  for (const raw of memoryMd.split('\n')) {
    const line = raw.replace(/\r$/, '')
    if (/^\s*(?:```|~~~)/.test(line)) inFence = !inFence
    if (/^#{1,2}\s/.test(line)) retired = line.trim() === RETIRED
    if (inFence || retired || !/^[-*+]\s+\S/.test(line)) continue
    const promoted = parsePromotedLine(line)
    const text =
      promoted?.fact ??
      line
        .replace(/^[-*+]\s+/, '')
        .replace(/<!--.*?-->/g, '')
        .trim()
    bullets.push({ line, text, ...(promoted === undefined ? {} : { promoted }) })
  }
  return bullets
}

export function withPromotions(memoryMd: string, by: { date: string; lines: readonly string[] }): string {
  if (by.lines.length === 0) return memoryMd
  return withSection(memoryMd, { head: `${PROMOTED}${by.date}`, lines: by.lines, before: RETIRED })
}

/** Moves it from its section to the last one, struck through, with the reason. */
export function withRetired(memoryMd: string, by: { line: string; reason: string; date: string; run: string }): string {
  if (!hasLine(memoryMd, by.line)) return memoryMd
  const rest = withoutLine(memoryMd, by.line)
  const one = renderRetired(by)
  return boundedRetired(withSection(rest, { head: RETIRED, lines: [one], before: undefined }))
}

export function renderRetired(by: { line: string; reason: string; date: string; run: string }): string {
  const promoted = parsePromotedLine(by.line)
  const fact = (promoted?.fact ?? by.line.replace(/^[-*+]\s+/, '')).trim()
  const from = promoted === undefined ? '' : `, from ${promoted.mark.from}`
  return `- ~~${fact}~~ *(retired ${by.date}: ${by.reason}${from})* <!-- claude-mem:retired run=${by.run} -->`
}

export function hasLine(memoryMd: string, line: string): boolean {
  return memoryMd.split('\n').some((one) => one.replace(/\r$/, '') === line)
}

/** Removes the first such line, and a section of ours that becomes empty. */
export function withoutLine(memoryMd: string, line: string): string {
  const lines = memoryMd.split('\n')
  const at = lines.findIndex((one) => one.replace(/\r$/, '') === line)
  if (at < 0) return memoryMd
  lines.splice(at, 1)
  let head = at - 1
  while (head >= 0 && lines[head]?.trim() === '') head -= 1
  const next = lines.slice(at).find((one) => one.trim() !== '')
  const isOurs = lines[head]?.startsWith(PROMOTED) || lines[head]?.trim() === RETIRED
  if (isOurs && (next === undefined || /^#/.test(next))) {
    // With one of the blank lines around it, so that none are left over.
    const blank = lines[head - 1]?.trim() === '' ? head - 1 : head
    lines.splice(blank, at - blank)
  }
  return lines.join('\n')
}

/** Removes the oldest retired line; undefined when there is none. */
export function withoutOldestRetired(memoryMd: string): string | undefined {
  const oldest = retiredLines(memoryMd)[0]
  return oldest === undefined ? undefined : withoutLine(memoryMd, oldest)
}

function retiredLines(memoryMd: string): string[] {
  const lines = memoryMd.split('\n').map((line) => line.replace(/\r$/, ''))
  const head = lines.indexOf(RETIRED)
  if (head < 0) return []
  return lines.slice(head + 1).filter((line) => line.includes('<!-- claude-mem:retired '))
}

function boundedRetired(memoryMd: string): string {
  const over = retiredLines(memoryMd).slice(0, -MAX_RETIRED)
  return over.reduce((text, line) => withoutLine(text, line), memoryMd)
}

/** Raw lines keep their own endings: a file that mixes them stays as it is. */
function withSection(
  memoryMd: string,
  by: { head: string; lines: readonly string[]; before: string | undefined },
): string {
  const end = memoryMd.includes('\r\n') ? '\r' : ''
  const own = by.lines.map((line) => line + end)
  const raw = memoryMd.split('\n')
  const bare = raw.map((line) => line.replace(/\r$/, ''))
  const head = bare.indexOf(by.head)
  if (head >= 0) {
    let last = bare.findIndex((line, at) => at > head && /^#{1,2}\s/.test(line))
    if (last < 0) last = bare.length
    while (last - 1 > head && bare[last - 1]?.trim() === '') last -= 1
    raw.splice(last, 0, ...(last === head + 1 ? [end] : []), ...own)
    return last + own.length >= raw.length ? `${raw.join('\n')}\n` : raw.join('\n')
  }
  const until = by.before === undefined ? -1 : bare.indexOf(by.before)
  if (until < 0) return appended(memoryMd, { head: by.head + end, lines: own, end })
  raw.splice(until, 0, by.head + end, end, ...own, end)
  return raw.join('\n')
}

function appended(memoryMd: string, by: { head: string; lines: readonly string[]; end: string }): string {
  const eol = `${by.end}\n`
  const gap = memoryMd === '' || /\n\r?\n$/.test(memoryMd) ? '' : memoryMd.endsWith('\n') ? eol : eol + eol
  return `${memoryMd}${gap}${[by.head, by.end, ...by.lines, ''].join('\n')}`
}
