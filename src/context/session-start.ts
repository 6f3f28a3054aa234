/**
 * What an agent reads when a session begins: an index of memories, the last summary in full, older ones in a line.
 * Never over its token budget and never over the host's limit for one value, past which the host shows only a preview.
 */
import type { Observation, Summary } from '../memory/observation.ts'
import { oneLine } from '../memory/one-line.ts'
import { estimateTokens, tokensOfBytes } from '../memory/tokens.ts'
import { byDay, renderDay, renderNow, renderTime } from './clock.ts'
import { renderMark, renderTitle, TYPE_MARKS } from './memory-line.ts'
import footText from './session-start-foot.md'
import headText from './session-start-head.md'
import { fill } from './template.ts'

/** Measured: 10,000 UTF-16 units pass, 10,001 are replaced by a 2,000 character preview. */
const HOST_LIMIT_UNITS = 10_000

/** What a line of the index says, and what its memory costs. */
export type IndexedMemory = Pick<
  Observation,
  'id' | 'project' | 'projectName' | 'type' | 'title' | 'origin' | 'discoveryTokens' | 'createdAt'
> & {
  /** Of the whole memory, as UTF-8. */
  textBytes: number
}

export interface SessionStartMaterial {
  project: { id: string; name: string }
  /** In the order in which they may have a line; as many as fit are shown, by day. */
  memories: IndexedMemory[]
  /** What speaks against a memory by now: its files changed, its branch is not merged. */
  labels: ReadonlyMap<number, string>
  /** Newest first. */
  summaries: Summary[]
  now: number
  timeZone: string
  budgetTokens: number
  /** Where details can be fetched, e.g. `http://127.0.0.1:37777`. */
  address: string
}

export interface SessionStartText {
  text: string
  /** Ids of the observations in it, each with the tokens its line costs. */
  shown: ReadonlyMap<number, number>
  tokens: number
}

interface Line {
  memory: IndexedMemory
  text: string
  tokens: number
}

/** undefined when there is nothing to tell. */
export function renderSessionStart(material: SessionStartMaterial): SessionStartText | undefined {
  const { memories, summaries, now, timeZone } = material
  if (memories.length === 0 && summaries.length === 0) return undefined
  const head = [renderNow(now, timeZone), fill(headText, { project: material.project.name, legend: LEGEND })]
  const foot = fill(footText, { address: material.address })
  const [latest, ...earlier] = summaries
  const room = new Budget(material.budgetTokens, [...head, foot].join('\n'), ECONOMICS_TOKENS)

  const latestLines = latest ? room.take(summaryLines(latest, timeZone), 0.5) : []
  const shown: Line[] = []
  for (const memory of memories) {
    const text = indexLine(memory, material)
    const tokens = estimateTokens(text)
    if (!room.spend(tokens + DAY_TOKENS, 0.9)) break
    shown.push({ memory, text, tokens })
  }
  const earlierLines = earlier.slice(0, 9).flatMap((summary) => room.take([earlierLine(summary, timeZone)], 1))

  const lines = [
    ...head,
    ...byDay(newestFirst(shown), timeZone),
    ...(latestLines.length > 0 ? ['', ...latestLines] : []),
    ...(earlierLines.length > 0 ? ['', 'Before that:', ...earlierLines] : []),
    '',
    ...(shown.length > 0 ? [economics(shown.map(({ memory }) => memory))] : []),
    foot,
  ]
  const text = lines.join('\n').slice(0, HOST_LIMIT_UNITS)
  return {
    text,
    shown: new Map(shown.map(({ memory, tokens }) => [memory.id, tokens])),
    tokens: estimateTokens(text),
  }
}

const LEGEND = Object.entries(TYPE_MARKS)
  .map(([type, mark]) => `${mark} ${type}`)
  .join('  ')
/** `### Nov 30, 2026` with its line ends, counted for every memory: each may be the first of its day. */
const DAY_TOKENS = 5
const ECONOMICS_TOKENS = 40

/** Counts what has been promised so far. `share` leaves room for what comes after. */
class Budget {
  readonly #most: number
  #used: number

  constructor(tokens: number, fixed: string, reserved: number) {
    this.#most = Math.min(tokens, estimateTokens('x'.repeat(HOST_LIMIT_UNITS)))
    this.#used = estimateTokens(fixed) + reserved
  }

  /** False, and nothing is spent, when it does not fit. */
  spend(tokens: number, share: number): boolean {
    if (this.#used + tokens > this.#most * share) return false
    this.#used += tokens
    return true
  }

  /** The leading lines that fit. */
  take(lines: string[], share: number): string[] {
    const cut = lines.findIndex((line) => !this.spend(estimateTokens(`${line}\n`), share))
    return cut < 0 ? lines : lines.slice(0, cut)
  }
}

type Where = Pick<SessionStartMaterial, 'project' | 'timeZone' | 'labels'>

function newestFirst(shown: Line[]): { at: number; text: string }[] {
  return shown
    .toSorted(({ memory: a }, { memory: b }) => b.createdAt - a.createdAt || b.id - a.id)
    .map(({ memory, text }) => ({ at: memory.createdAt, text }))
}

function indexLine(memory: IndexedMemory, { project, timeZone, labels }: Where): string {
  const { id, createdAt, title, origin } = memory
  const label = labels.get(id)
  const words = renderTitle(title, { origin, characters: 160 })
  return `${id} ${renderTime(createdAt, timeZone)} ${renderMark(memory, project.id)} ${words}${label ? ` (${label})` : ''}`
}

function summaryLines(summary: Summary, timeZone: string): string[] {
  const fields: [string, string][] = [
    ['Request', summary.request],
    ['Investigated', summary.investigated],
    ['Learned', summary.learned],
    ['Completed', summary.completed],
    ['Next Steps', summary.nextSteps],
    ['Files Edited', summary.filesEdited.slice(0, 8).join(', ')],
    ['Notes', summary.notes],
  ]
  return [
    `Last session S${summary.session} (${renderDay(summary.createdAt, timeZone)} ${renderTime(summary.createdAt, timeZone)}):`,
    ...fields.filter(([, text]) => text !== '').map(([label, text]) => `**${label}:** ${oneLine(text, 500)}`),
  ]
}

function earlierLine(summary: Summary, timeZone: string): string {
  const next = summary.nextSteps === '' ? '' : ` Next: ${oneLine(summary.nextSteps, 120)}`
  return `S${summary.session} ${renderDay(summary.createdAt, timeZone)}: ${oneLine(summary.request, 140)}${next}`
}

function economics(memories: IndexedMemory[]): string {
  const read = memories.reduce((sum, one) => sum + tokensOfBytes(one.textBytes), 0)
  const spent = memories.reduce((sum, one) => sum + one.discoveryTokens, 0)
  return `These memories in full: ~${count(read)} tokens to read; finding them out took ~${count(spent)} (estimates).`
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}
