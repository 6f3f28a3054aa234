/**
 * The few memories that bear on a prompt, beside it: above a threshold, under 600 tokens, and never what this session
 * was told already. Most prompts get nothing, and that is right: a wrong memory costs more than none.
 */
import { renderAge } from '../memory/age.ts'
import { isChore } from '../memory/going-on.ts'
import type { Observation } from '../memory/observation.ts'
import { oneLine } from '../memory/one-line.ts'
import { estimateTokens } from '../memory/tokens.ts'
import { renderMark, renderTitle } from './memory-line.ts'
import headText from './prompt-recall.md'
import { fill } from './template.ts'

export interface RecallCandidate {
  observation: Observation
  score: number
  parts: Record<string, number>
}

export interface RecallText {
  text: string
  shown: (RecallCandidate & { tokens: number })[]
  tokens: number
}

const MOST_TOKENS = 600
const MOST_LINES = 5

/** Best first in, best first out. undefined when nothing is left to say. */
export function renderPromptRecall(by: {
  candidates: RecallCandidate[]
  told: ReadonlySet<number>
  /** What speaks against a memory by now. */
  labels: ReadonlyMap<number, string>
  home: string
  now: number
  searched: 'hybrid' | 'keywords' | 'listing'
}): RecallText | undefined {
  const how = by.searched === 'keywords' ? ', found by words only' : ''
  const head = fill(headText, { how })
  const lines = [head]
  const shown: RecallText['shown'] = []
  let tokens = estimateTokens(head)
  for (const candidate of by.candidates) {
    if (shown.length === MOST_LINES || by.told.has(candidate.observation.id)) continue
    const line = renderLine(candidate.observation, by)
    const cost = estimateTokens(`${line}\n`)
    if (tokens + cost > MOST_TOKENS) continue
    tokens += cost
    lines.push(line)
    shown.push({ ...candidate, tokens: cost })
  }
  if (shown.length === 0) return undefined
  const text = lines.join('\n')
  return { text, shown, tokens: estimateTokens(text) }
}

function renderLine(
  observation: Observation,
  by: { home: string; now: number; labels: ReadonlyMap<number, string> },
): string {
  const title = renderTitle(observation.title, { origin: observation.origin, characters: 140 })
  const detail = oneLine(observation.narrative || observation.subtitle, 220)
  const files = observation.filesModified.slice(0, 3).join(', ')
  const label = by.labels.get(observation.id)
  return [
    `${observation.id} ${renderAge(observation.createdAt, by.now)} ${renderMark(observation, by.home)} ${title}`,
    ...(detail === '' || detail === observation.title ? [] : [detail]),
    ...(files === '' ? [] : [`(${files})`]),
    ...(label ? [label] : []),
  ].join(' — ')
}

/** `/compact`, `/plugin:name words`; a path that begins a sentence is none. */
const SLASH_COMMAND = /^\/[\w:-]+(?:\s|$)/

/** A prompt that a person typed and that asks for something. */
export function isWorthRecalling(prompt: string): boolean {
  const text = prompt.trim()
  if (text.length < 12 || SLASH_COMMAND.test(text) || text.startsWith('<') || text.startsWith('!')) return false
  return !isChore(text)
}
