/**
 * The few memories that apply to a prompt: above a threshold, under 600 tokens in all, and never one this session was
 * already told. If a memory was already in the session-start index, only what it adds about the prompt is told.
 * Most prompts get nothing, and that is right: a wrong memory costs more than none.
 */
import { renderAge } from '../memory/age.ts'
import { isChore, isSlashCommand } from '../memory/going-on.ts'
import { citationOf, type Note } from '../memory/note.ts'
import type { Observation } from '../memory/observation.ts'
import { safeLine } from '../memory/safe-text.ts'
import { splitSentences } from '../memory/sentences.ts'
import { fillTemplate } from '../memory/template.ts'
import { estimateTokens } from '../memory/token-estimate.ts'
import { excerpt } from '../retrieval/excerpt.ts'
import { makeTold, saidWords, shareSaid } from '../retrieval/session-start-said.ts'
import type { ToldSession } from '../store/ledger.ts'
import { renderMark, renderTitle } from './memory-line.ts'
import headText from './prompt-recall.md'
import { gistOf } from './session-start-gist.ts'

export type RecallCandidate = { score: number; parts: Record<string, number> } & (
  | { kind: 'observation'; observation: Observation }
  | { kind: 'note'; note: Note }
)

/** Its id in the ledger. */
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
// 220 characters, 60 tokens: the answering sentence and its neighbour; five memories stay under the limit
const WHY_CHARACTERS = 220

/** Candidates and lines are both best first. undefined when nothing is left to say. */
export function renderPromptRecall(by: {
  prompt: string
  candidates: RecallCandidate[]
  told: ToldSession
  /** Reasons to doubt a memory by now. */
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
    const indexed = by.told.indexed.get(id)
    if (shown.length === MAX_LINES || (by.told.told.has(id) && indexed === undefined)) continue
    const line = renderCandidate(candidate, { ...by, indexed })
    if (line === undefined) continue
    // The same fact may be in a note and in a memory: the better match is shown.
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

/** `indexed`: tokens of its entry in the session-start index. */
function renderCandidate(
  candidate: RecallCandidate,
  by: LineParts & { indexed: number | undefined },
): string | undefined {
  const { indexed } = by
  if (candidate.kind === 'note') return indexed === undefined ? renderNote(candidate.note, by) : undefined
  return indexed === undefined
    ? renderLine(candidate.observation, by)
    : renderWhy(candidate.observation, { ...by, indexed })
}

/** What the note says about the prompt, and where. */
function renderNote(note: Note, by: LineParts): string {
  return `note ${safeLine(citationOf(note))}: ${noteWords(note, by.prompt)}`
}

function noteWords(note: Note, prompt: string): string {
  return excerpt(note.text, { query: prompt, most: WHY_CHARACTERS })
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

/** Its title is in the index already: only what it adds. undefined when it adds nothing. */
function renderWhy(observation: Observation, by: LineParts & { indexed: number }): string | undefined {
  const told = saidWords(toldGist(observation, by.indexed))
  const isTold = (sentence: string) => shareSaid(saidWords(sentence), told) >= REPEATED
  // `every` also holds where it says nothing besides its title.
  if (splitSentences(whyOf(observation, by.prompt)).every(isTold)) return undefined
  return `${observation.id} of the index: ${detailsOf(observation, by).join(' — ')}`
}

/** The index repeats sentences whole: nearly every word of a repeated one is there. */
const REPEATED = 0.9

/** What the index told of it besides the title, judged by the length of its entry; '' for a title alone. */
function toldGist(observation: Observation, tokens: number): string {
  const gist = gistOf(observation, { told: makeTold() })
  return tokens < estimateTokens(observation.title) + estimateTokens(gist) ? '' : gist
}

function detailsOf(observation: Observation, by: LineParts): string[] {
  const files = observation.filesModified.slice(0, 3).map(safeLine).join(', ')
  return [whyOf(observation, by.prompt), files && `(${files})`, by.labels.get(observation.id) ?? ''].filter(
    (part) => part !== '',
  )
}

/** What it says about the prompt besides its title. */
function whyOf({ title, subtitle, narrative, facts }: Observation, prompt: string): string {
  const text = [narrative, ...facts].filter((part) => part !== '').join('\n') || subtitle
  const why = excerpt(text, { query: prompt, most: WHY_CHARACTERS })
  return why === title ? '' : why
}

/** False for prompts that no person typed or that ask for nothing. */
export function isWorthRecalling(prompt: string): boolean {
  const text = prompt.trim()
  if (text.length < 12 || isSlashCommand(text) || text.startsWith('<') || text.startsWith('!')) return false
  return !isChore(text)
}
