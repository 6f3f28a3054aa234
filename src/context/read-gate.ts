/**
 * The message when an agent reads a file that memory knows: which past sessions worked on it, and the cheapest ways to
 * continue. Pure: the state of disk and store is passed in.
 */

import { extname } from 'node:path'
import { renderNumber } from '../memory/count.ts'
import { oneLine } from '../memory/one-line.ts'
import { fillTemplate } from '../memory/template.ts'
import { estimateTokens, OBSERVATION_TOKENS, tokensOfBytes } from '../memory/token-estimate.ts'
import type { FileMemory } from '../store/file-history.ts'
import { byDay, renderNow, renderTime } from './clock.ts'
import { renderTitle } from './memory-line.ts'
import deniedText from './read-gate-denied.md'
import informedText from './read-gate-informed.md'

/** Compared with what the newest memory of the file saw. */
type FileState = 'same' | 'changed' | 'unknown'
export type GateDecision = 'denied' | 'informed'

/** Below this the notes cost as many tokens as the file. */
const SMALL_BYTES = 1500
const MAX_ENTRIES = 15
/** For all entries together, about 250 tokens: fifteen are cut to a few words each, three are shown in full. */
const ENTRIES_BYTES = 875
const TITLE_CHARACTERS = { least: 40, most: 140 }
/** `42301 12:15pm ` and the end of the line. */
const AROUND_TITLE = 15

/** A refusal needs alternatives that cost at most this share of reading the file. */
const MAX_SHARE = 0.5
/** Id, type, age and day before a memory's title. */
const DETAIL_HEAD_TOKENS = 20

/** Binary formats, which lines of text cannot replace. */
const NOT_TEXT = new Set('.png .jpg .jpeg .gif .webp .bmp .ico .tif .tiff .heic .avif .pdf .ipynb'.split(' '))

/** False for files that always pass. */
export function isWorthGating(file: { path: string; sizeBytes: number }): boolean {
  return file.sizeBytes >= SMALL_BYTES && !NOT_TEXT.has(extname(file.path).toLowerCase())
}

/** The outline's tokens, or the most they can be if it was not ready in time. */
export interface OutlineCost {
  tokens: number
  isMost: boolean
}

/** The cost of fetching the listed memories. */
export function detailTokens(entries: readonly Pick<FileMemory, 'textBytes'>[]): number {
  const each = entries.map((one) => Math.min(OBSERVATION_TOKENS, tokensOfBytes(one.textBytes) + DETAIL_HEAD_TOKENS))
  return each.reduce((sum, tokens) => sum + tokens, 0)
}

/** Compares everything offered instead of the file, including the refusal itself, with the file. */
export function isCheaper(by: {
  fileTokens: number
  toldTokens: number
  detailTokens: number
  outlineTokens: number
}): boolean {
  return by.toldTokens + by.detailTokens + by.outlineTokens <= by.fileTokens * MAX_SHARE
}

/** True if the project has saved enough to lose this refusal, should the file be read after all. */
export function canAfford(by: { balanceTokens: number; toldTokens: number }): boolean {
  return by.balanceTokens >= by.toldTokens
}

export interface GateEntry extends FileMemory {
  score: number
  parts: { modified: number; files: number }
}

/** Best first: one per past session, by score, then newest. The asking session knows its own work. */
export function chooseEntries(memories: FileMemory[], by: { sessionId: string }): GateEntry[] {
  const best = new Map<string, GateEntry>()
  for (const memory of memories) {
    if (memory.sessionId === by.sessionId) continue
    const parts = specificity(memory)
    const entry = { ...memory, score: parts.modified + parts.files, parts }
    const session = memory.sessionId ?? `memory ${memory.id}` // a person's note belongs to no session
    const other = best.get(session)
    if (!other || compareEntries(entry, other) < 0) best.set(session, entry)
  }
  return [...best.values()].sort(compareEntries).slice(0, MAX_ENTRIES)
}

/** In a survey of twenty files each file is a detail, so it counts less. */
function specificity({ modified, files }: FileMemory): GateEntry['parts'] {
  return { modified: modified ? 2 : 0, files: files <= 3 ? 2 : files <= 8 ? 1 : 0 }
}

function compareEntries(a: GateEntry, b: GateEntry): number {
  return b.score - a.score || b.createdAt - a.createdAt || b.id - a.id
}

export interface GateText {
  text: string
  tokens: number
  shown: { entry: GateEntry; tokens: number }[]
}

export function renderReadGate(by: {
  decision: GateDecision
  state: FileState
  path: string
  fileTokens: number
  outline: OutlineCost
  entries: GateEntry[]
  /** Reasons to doubt a memory by now: its other files changed, its branch is not merged. */
  labels: ReadonlyMap<number, string>
  now: number
  timeZone: string
}): GateText {
  const { entries, timeZone, labels } = by
  const perEntry = Math.floor(ENTRIES_BYTES / Math.max(1, entries.length)) - AROUND_TITLE
  const room = Math.min(TITLE_CHARACTERS.most, Math.max(TITLE_CHARACTERS.least, perEntry))
  const shown = [...entries]
    .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id)
    .map((entry) => {
      const line = renderEntry(entry, { room, timeZone, label: labels.get(entry.id) })
      return { entry, line, tokens: estimateTokens(`${line}\n`) }
    })
  const lines = shown.map(({ entry, line }) => ({ at: entry.createdAt, text: line }))
  const text = [renderNow(by.now, timeZone), renderHead(by), ...byDay(lines, timeZone)].join('\n')
  return { text, tokens: estimateTokens(text), shown: shown.map(({ entry, tokens }) => ({ entry, tokens })) }
}

function renderHead(by: Parameters<typeof renderReadGate>[0]): string {
  const { tokens, isMost } = by.outline
  return fillTemplate(by.decision === 'denied' ? deniedText : informedText, {
    path: oneLine(by.path, 200),
    fileTokens: renderNumber(by.fileTokens),
    ids: `[${by.entries.map(({ id }) => id).join(', ')}]`,
    detailTokens: renderNumber(detailTokens(by.entries)),
    outlineTokens: `${isMost ? 'at most ' : '~'}${renderNumber(tokens)}`,
    state: STATE_WORDS[by.state],
  })
}

const STATE_WORDS: Record<FileState, string> = {
  same: 'The file is unchanged since.',
  changed: 'The file changed since: what you read counts.',
  unknown: 'It may have changed since: what you read counts.',
}

function renderEntry(entry: GateEntry, by: { room: number; timeZone: string; label: string | undefined }): string {
  const label = by.label ? ` (${by.label})` : ''
  const title = renderTitle(entry.title, { origin: entry.origin, characters: by.room })
  return `${entry.id} ${renderTime(entry.createdAt, by.timeZone)} ${title}${label}`
}
