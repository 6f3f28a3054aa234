/**
 * The few memories that bear on a prompt, beside it: above a threshold, under 600 tokens, and never what this session
 * was told already; of one that had a line in the index it began with, what it says about the prompt. Most prompts get
 * nothing, and that is right: a wrong memory costs more than none.
 */
import { renderAge } from '../memory/age.ts'
import { isChore, isSlashCommand } from '../memory/going-on.ts'
import { citationOf, type Note, plainText } from '../memory/note.ts'
import type { Observation } from '../memory/observation.ts'
import { safeLine } from '../memory/safe-text.ts'
import { fillTemplate } from '../memory/template.ts'
import { estimateTokens } from '../memory/token-estimate.ts'
import { excerpt } from '../retrieval/excerpt.ts'
import { makeTold, saidWords } from '../retrieval/session-start-said.ts'
import type { ToldSession } from '../store/ledger.ts'
import { renderMark, renderTitle } from './memory-line.ts'
import headText from './prompt-recall.md'

export type RecallCandidate = { score: number; parts: Record<string, number> } & (
  | { kind: 'observation'; observation: Observation }
  | { kind: 'note'; note: Note }
)

/** What the ledger calls it. */
export function ledgerId(one: RecallCandidate): number {
  return one.kind === 'note' ? -one.note.id : one.observation.id
}

export interface RecallText {
  text: string
  shown: (RecallCandidate & { tokens: number })[]
  tokens: number
}

const MAX_TOKENS = 600
const MAX_LINES = 5
// 220 characters: the sentence that answers and its neighbour, 60 tokens; five memories stay under the limit
const WHY_CHARACTERS = 220

/** Best first in, best first out. undefined when nothing is left to say. */
export function renderPromptRecall(by: {
  prompt: string
  candidates: RecallCandidate[]
  told: ToldSession
  /** What speaks against a memory by now. */
  labels: ReadonlyMap<number, string>
  home: string
  now: number
  searched: 'hybrid' | 'keywords' | 'listing'
}): RecallText | undefined {
  const how = by.searched === 'keywords' ? ', found by words only' : ''
  const head = fillTemplate(headText, { how })
  const lines = [head]
  const shown: RecallText['shown'] = []
  let tokens = estimateTokens(head)
  const said = { note: makeTold(), observation: makeTold() }
  for (const candidate of by.candidates) {
    const id = ledgerId(candidate)
    const isIndexed = by.told.indexed.has(id)
    if (shown.length === MAX_LINES || (by.told.told.has(id) && !isIndexed)) continue
    const line = renderCandidate(candidate, { ...by, isIndexed })
    if (line === undefined) continue
    // A fact may stand in a note and in a memory: whoever fits better tells it.
    const words = saidWords(factOf(candidate, by.prompt))
    if (said[candidate.kind === 'note' ? 'observation' : 'note'].says(words)) continue
    const cost = estimateTokens(`${line}\n`)
    if (tokens + cost > MAX_TOKENS) continue
    tokens += cost
    said[candidate.kind].add(words)
    lines.push(line)
    shown.push({ ...candidate, tokens: cost })
  }
  if (shown.length === 0) return undefined
  const text = lines.join('\n')
  return { text, shown, tokens: estimateTokens(text) }
}

interface LineParts {
  prompt: string
  home: string
  now: number
  labels: ReadonlyMap<number, string>
}

function renderCandidate(candidate: RecallCandidate, by: LineParts & { isIndexed: boolean }): string | undefined {
  if (candidate.kind === 'note') return by.isIndexed ? undefined : renderNote(candidate.note, by)
  return by.isIndexed ? renderWhy(candidate.observation, by) : renderLine(candidate.observation, by)
}

/** What it says about the prompt, and where that stands. */
function renderNote(note: Note, by: LineParts): string {
  return `note ${safeLine(citationOf(note))}: ${noteWords(note, by.prompt)}`
}

function noteWords(note: Note, prompt: string): string {
  return excerpt(plainText(note.text), { query: prompt, most: WHY_CHARACTERS })
}

function factOf(candidate: RecallCandidate, prompt: string): string {
  if (candidate.kind === 'note') return noteWords(candidate.note, prompt)
  return `${candidate.observation.title} ${whyOf(candidate.observation, prompt)}`
}

function renderLine(observation: Observation, by: LineParts): string {
  const title = renderTitle(observation.title, { origin: observation.origin, characters: 140 })
  const head = `${observation.id} ${renderAge(observation.createdAt, by.now)} ${renderMark(observation, by.home)} ${title}`
  return [head, ...detailsOf(observation, by)].join(' — ')
}

/** Its title stands in the index: only what it says beyond it. undefined when that is nothing. */
function renderWhy(observation: Observation, by: LineParts): string | undefined {
  const details = detailsOf(observation, by)
  return whyOf(observation, by.prompt) === '' ? undefined : `${observation.id} of the index: ${details.join(' — ')}`
}

function detailsOf(observation: Observation, by: LineParts): string[] {
  const files = observation.filesModified.slice(0, 3).map(safeLine).join(', ')
  return [whyOf(observation, by.prompt), files && `(${files})`, by.labels.get(observation.id) ?? ''].filter(
    (part) => part !== '',
  )
}

/** What it says about the prompt, beside its title. */
function whyOf({ title, subtitle, narrative, facts }: Observation, prompt: string): string {
  const text = [narrative, ...facts].filter((part) => part !== '').join('\n') || subtitle
  const why = excerpt(text, { query: prompt, most: WHY_CHARACTERS })
  return why === title ? '' : why
}

/** A prompt that a person typed and that asks for something. */
export function isWorthRecalling(prompt: string): boolean {
  const text = prompt.trim()
  if (text.length < 12 || isSlashCommand(text) || text.startsWith('<') || text.startsWith('!')) return false
  return !isChore(text)
}
