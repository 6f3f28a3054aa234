/**
 * What an agent reads when a session begins, most urgent first: open work, the user's rules, hand-written lasting
 * notes, the last session, then an index of memories by day, the best of them with their gist. Nothing is told twice.
 * Never over its token budget and never over the host's limit for one value, past which the host shows only a preview.
 */
import { renderNumber } from '../memory/count.ts'
import type { Summary } from '../memory/observation.ts'
import { safeLine } from '../memory/safe-text.ts'
import { fillTemplate } from '../memory/template.ts'
import { estimateTokens, tokensOfBytes } from '../memory/token-estimate.ts'
import type { LastingNote } from '../retrieval/session-start-notes.ts'
import type { OpenItem } from '../retrieval/session-start-open.ts'
import { makeTold, saidWords, type Told } from '../retrieval/session-start-said.ts'
import type { MemoryText, StandingRule } from '../store/session-start.ts'
import { byDay, renderDay, renderNow } from './clock.ts'
import { TYPE_MARKS } from './memory-line.ts'
import { Budget, HOST_LIMIT_UNITS, lineTokens } from './session-start-budget.ts'
import footText from './session-start-foot.md'
import { gistOf } from './session-start-gist.ts'
import headText from './session-start-head.md'
import {
  earlierLine,
  elsewhereLine,
  type IndexedMemory,
  indexLine,
  lastSessionLines,
  noteLine,
  openLine,
  ruleLine,
  type SaidLine,
  withoutHeading,
} from './session-start-lines.ts'

export interface SessionStartMaterial {
  project: { id: string; name: string }
  /** Newest first, like the rules and the summaries. */
  open: OpenItem[]
  rules: StandingRule[]
  /** Lasting notes people wrote, best match first. */
  notes: LastingNote[]
  /** In order of priority for a line; as many as fit are shown, grouped by day. */
  memories: IndexedMemory[]
  /** The texts of those that may have a gist. */
  texts: ReadonlyMap<number, MemoryText>
  /** Reasons to doubt a memory by now: its files changed, its branch is not merged. */
  labels: ReadonlyMap<number, string>
  summaries: Summary[]
  /** Of other projects, when little is known about this one. */
  elsewhere: Summary[]
  now: number
  timeZone: string
  budgetTokens: number
  /** Where details can be fetched, e.g. `http://127.0.0.1:37777`. */
  address: string
}

export interface SessionStartText {
  text: string
  /** Ids of its observations, and negated ids of its notes, each with the tokens its lines cost. */
  shown: ReadonlyMap<number, number>
  tokens: number
}

/**
 * How far each part may fill the budget; what one leaves, the next may use. Open work, rules and the last session are
 * short except in the worst case. Gists may take nearly all the rest: of 56 starts measured (bench of real sessions),
 * more told what was needed with 15 memories and their gists than with 40 titles.
 */
const SHARES = { open: 0.35, rules: 0.5, notes: 0.55, last: 0.6, gists: 0.9, titles: 0.95, rest: 1 }

/** undefined when there is nothing to tell. */
export function renderSessionStart(material: SessionStartMaterial): SessionStartText | undefined {
  const { memories, summaries, elsewhere, rules, notes, now, timeZone } = material
  if ([memories, summaries, elsewhere, rules, notes].every((part) => part.length === 0)) return undefined
  const head = [
    renderNow(now, timeZone),
    fillTemplate(headText, { project: safeLine(material.project.name), legend: LEGEND }),
  ]
  const foot = fillTemplate(footText, { address: material.address })
  const room = new Budget({
    tokens: material.budgetTokens,
    fixed: [...head, foot].join('\n'),
    reserved: ECONOMICS_TOKENS + HEADINGS_TOKENS,
  })
  const told = makeTold()

  const open = takeUntold(material.open, { told, room, share: SHARES.open, render: (item) => openLine(item, now) })
  const standing = takeUntold(rules, { told, room, share: SHARES.rules, render: ruleLine })
  const kept = takeNotes(notes, { told, room })
  const [latest, ...older] = summaries
  // Its heading depends on which of its memories get a line, so it is written later; it never gets longer than this.
  const longest = latest && lastSessionLines(latest, { told: makeTold(), shown: [], timeZone }).heading
  const hasLast = longest !== undefined && room.spend(lineTokens(longest) + SHOWN_TOKENS, SHARES.last)
  const index = takeIndex(material, { told, room })
  const last = hasLast && latest ? takeLast(latest, { told, room, index, timeZone }) : []
  const tellsOf = new Set(index.map(({ memory }) => memory.session))
  const untold = (some: Summary[], render: (summary: Summary) => string) =>
    some.filter(({ session }) => !tellsOf.has(session)).flatMap((one) => room.take([render(one)], SHARES.rest))
  const earlier = untold(older, (summary) => earlierLine(summary, timeZone))
  const others = untold(elsewhere, (summary) => elsewhereLine(summary, now))

  const lines = [
    ...head,
    ...section('### Open here', linesOf(open)),
    ...section('### The user’s rules', linesOf(standing)),
    ...section(notesHeading(kept.map(({ of }) => of)), linesOf(kept)),
    ...last,
    ...byDay(newestFirst(index), timeZone),
    ...section('### Before that', earlier),
    ...section('### Elsewhere, lately', others),
    '',
    ...(index.length > 0 ? [economics(index.map(({ memory }) => memory))] : []),
    foot,
  ]
  const text = lines.join('\n').slice(0, HOST_LIMIT_UNITS)
  const costs = [
    ...standing.map(({ of: { id }, line }) => ({ id, tokens: lineTokens(line) })),
    ...kept.map(({ of: { id }, line }) => ({ id: -id, tokens: lineTokens(line) })),
    ...index.map(({ memory: { id }, tokens }) => ({ id, tokens })),
  ]
  return { text, shown: sumById(costs), tokens: estimateTokens(text) }
}

const LEGEND = Object.entries(TYPE_MARKS)
  .map(([type, mark]) => `${mark} ${type}`)
  .join('  ')
const ECONOMICS_TOKENS = 40
/** `; see 1000006 …`: the ids of one session's lines, with millions of memories. */
const SHOWN_TOKENS = 16
/** For the four sections that always have their own heading. */
const HEADINGS_TOKENS = 28
/** More lasting notes can be asked for: the page must also tell what happened. */
const MAX_NOTES = 12

/** Several lines may come from one note. */
function sumById(costs: readonly { id: number; tokens: number }[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { id, tokens } of costs) sums.set(id, (sums.get(id) ?? 0) + tokens)
  return sums
}

function takeNotes(notes: readonly LastingNote[], by: { told: Told; room: Budget }) {
  if (notes.length === 0 || !by.room.spend(lineTokens(notesHeading(notes)), SHARES.notes)) return []
  return takeUntold(notes.slice(0, MAX_NOTES), { ...by, share: SHARES.notes, render: noteLine })
}

function notesHeading(notes: readonly LastingNote[]): string {
  const paths = [...new Set(notes.map(({ path }) => safeLine(path)))].join(', ')
  return `### Kept in ${paths} (more: memory_search, memory_get)`
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [heading, ...lines]
}

function linesOf(taken: readonly { line: string }[]): string[] {
  return taken.map(({ line }) => line)
}

/** Those that fit and that no earlier line says. */
function takeUntold<T>(
  all: readonly T[],
  by: { told: Told; room: Budget; share: number; render: (one: T) => SaidLine },
): { of: T; line: string }[] {
  return all.flatMap((one) => {
    const { line, says } = by.render(one)
    const words = saidWords(says)
    if (by.told.says(words) || !by.room.spend(lineTokens(line), by.share)) return []
    by.told.add(words)
    return [{ of: one, line }]
  })
}

/** Its heading is already paid for. */
function takeLast(
  summary: Summary,
  by: { told: Told; room: Budget; index: readonly IndexEntry[]; timeZone: string },
): string[] {
  const shown = by.index.filter(({ memory }) => memory.session === summary.session).map(({ memory }) => memory.id)
  const { heading, rest } = lastSessionLines(summary, { ...by, shown: shown.toSorted((a, b) => b - a) })
  return [heading, ...by.room.take(rest, SHARES.rest)]
}

interface IndexEntry {
  memory: IndexedMemory
  lines: string[]
  tokens: number
}

/** The best with their gists while there is room, then titles. */
function takeIndex(material: SessionStartMaterial, by: { told: Told; room: Budget }): IndexEntry[] {
  const { told, room } = by
  const taken: IndexEntry[] = []
  const days = new Set<string>()
  const gists = { told, times: timesLonger(room.left(SHARES.gists) / material.memories.length) }
  for (const memory of material.memories) {
    if (told.says(saidWords(memory.title))) continue
    const line = indexLine(memory, material)
    const day = renderDay(memory.createdAt, material.timeZone)
    const heading = days.has(day) ? 0 : lineTokens(`### ${day}`)
    const gist = gistLine(memory, { texts: material.texts, ...gists })
    const lines = [line, ...gist]
    const fits = (some: string[], share: number) => room.spend(heading + tokensOf(some), share)
    const shown = gist.length > 0 && fits(lines, SHARES.gists) ? lines : fits([line], SHARES.titles) ? [line] : []
    if (shown.length === 0) break
    told.add(saidWords(`${memory.title} ${shown.slice(1).join(' ')}`))
    days.add(day)
    taken.push({ memory, lines: shown, tokens: tokensOf(shown) })
  }
  return taken
}

// 110 tokens: a typical title and the longest gist
const ENTRY_TOKENS = 110
const MAX_TIMES = 3

/**
 * With few memories on the page, gists may be longer. On the open sessions 3 told 45 of 56 what they needed, 2 told 44;
 * 4 and 6 told no more.
 */
function timesLonger(tokensEach: number): number {
  return Math.min(MAX_TIMES, Math.max(1, tokensEach / ENTRY_TOKENS))
}

/** No gist for text from outside: a title is enough to ask for it. */
function gistLine(
  memory: IndexedMemory,
  by: { texts: SessionStartMaterial['texts']; told: Told; times: number },
): string[] {
  const text = by.texts.get(memory.id)
  const gist = text && memory.origin === 'session' ? gistOf({ ...text, title: memory.title }, by) : ''
  const line = withoutHeading(safeLine(gist))
  return line === '' ? [] : [`  ${line}`]
}

function tokensOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + lineTokens(line), 0)
}

function newestFirst(entries: IndexEntry[]): { at: number; text: string }[] {
  return entries
    .toSorted(({ memory: a }, { memory: b }) => b.createdAt - a.createdAt || b.id - a.id)
    .map(({ memory, lines }) => ({ at: memory.createdAt, text: lines.join('\n') }))
}

function economics(memories: IndexedMemory[]): string {
  const read = memories.reduce((sum, one) => sum + tokensOfBytes(one.textBytes), 0)
  const spent = memories.reduce((sum, one) => sum + one.discoveryTokens, 0)
  return `These memories in full: ~${renderNumber(read)} tokens to read; finding them out took ~${renderNumber(spent)} (estimates).`
}
