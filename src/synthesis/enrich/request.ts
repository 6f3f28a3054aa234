/**
 * Builds one question to a model: the rules, what a new conversation has to know, and a batch of stored observations
 * and new events. Pure and deterministic. Three promises: all observed text is inside fences, the total stays under the
 * given number of tokens, and the prompt says how much was left out.
 */

import { keepEnds, scaled } from '../../memory/cut-text.ts'
import { MemoryError } from '../../memory/error.ts'
import type { MemoryEvent } from '../../memory/event.ts'
import type { ObservationDraft } from '../../memory/observation.ts'
import { fillTemplate } from '../../memory/template.ts'
import { estimateTokens } from '../../memory/token-estimate.ts'
import { BATCH, OBSERVER, SESSION, SUMMARY } from '../prompts/prompts.ts'
import { chooseBlocks } from './event-blocks.ts'
import { EMPTY_FENCE, fenceCode, neutralise, type Part, renderParts } from './fence.ts'
import { renderObservation } from './observation-text.ts'
import { BATCH_SCHEMA, FINAL_SCHEMA } from './schema.ts'
import { type ChosenTexts, chooseTexts, isContent } from './turn-texts.ts'

export interface EnrichInput {
  project: string
  /** If given, paths inside it are shown relative to it, as in stored observations. */
  root?: string | undefined
  /** Local date, YYYY-MM-DD. */
  date: string
  goal: string
  runningSummary: string
  /** In time order. */
  events: readonly MemoryEvent[]
  /**
   * What was said in the turns before these events, oldest first. Shown only in the question at the end of a session.
   */
  turns: readonly MemoryEvent[]
  observations: readonly StoredObservation[]
  /** Also asks for a summary. */
  final: boolean
  /** For system, preamble, prompt and schema together. */
  maxInputTokens: number
}

export interface StoredObservation {
  id: number
  draft: ObservationDraft
  /** A model has worded it before. */
  worded: boolean
}

/** What `o1` and `e1` refer to in one request. */
export interface Refs {
  observations: ReadonlyMap<string, StoredObservation>
  /** Keys of the events a reference covers: several if calls of one tool were merged. */
  events: ReadonlyMap<string, readonly string[]>
}

export interface EnrichRequest {
  system: string
  preamble: string
  prompt: string
  schema: Record<string, unknown>
  maxOutputTokens: number
  refs: Refs
}

/** With less room a question is not worth asking: one observation and an event or two. */
const MIN_ROOM_TOKENS = 300
/** Events say what the observations cannot, so they get the larger part. */
const OBSERVATION_SHARE = 0.45
/**
 * Share of what the observations leave: at the end of a session, what was said matters more than the last few calls.
 */
const TURN_SHARE = 0.6
/** `[o12] made from e1, e2, …` and the lines that count what was left out. */
const REF_LINE_TOKENS = 16
const NOTICE_TOKENS = 75
// An improved observation takes about 350 tokens in English and more in most other languages. The base leaves room for
// one more than the stored ones. Answers are cut off at this limit, so it is also what has to be reserved; what came
// before the cut is still used.
const OUTPUT_BASE_TOKENS = 700
const OUTPUT_PER_OBSERVATION_TOKENS = 400
const OUTPUT_SUMMARY_TOKENS = 700
const MAX_OUTPUT_TOKENS = 5000

export function buildRequest(input: EnrichInput): EnrichRequest {
  const template = input.final ? SUMMARY : BATCH
  const schema = input.final ? FINAL_SCHEMA : BATCH_SCHEMA
  const session = sessionTexts(input)
  const fixed =
    [OBSERVER, SESSION, template, JSON.stringify(schema), ...Object.values(session)].reduce(
      (sum, text) => sum + estimateTokens(text),
      NOTICE_TOKENS,
    ) +
    3 * estimateTokens(EMPTY_FENCE)
  const room = input.maxInputTokens - fixed
  if (room < MIN_ROOM_TOKENS) {
    throw new MemoryError('bad_input', `A request to a model needs ${fixed + MIN_ROOM_TOKENS} input tokens or more.`)
  }
  const observations = chooseObservations(input.observations, room * OBSERVATION_SHARE)
  const { turns, events } = chooseSaidAndDone(input, room - observations.tokens)
  const blocks = [...turns.blocks, ...events.blocks]
  const eventRefs = new Map(blocks.map((block, index) => [`e${index + 1}`, block.keys]))
  const code = fenceCode([
    ...Object.values(session),
    ...observations.shown.map(({ data }) => data),
    ...blocks.map(({ data }) => data),
  ])
  const fenced = (data: string) => renderParts([{ data }], code)
  return {
    system: OBSERVER.trim(),
    preamble: fillTemplate(SESSION, {
      date: input.date.replace(/[^\d\p{L}:.+-]/gu, '').slice(0, 40),
      project: fenced(session.project),
      goal: fenced(session.goal),
      summary: fenced(session.summary),
    }),
    prompt: fillTemplate(template, {
      observations: renderParts(observationParts(observations, eventRefs), code),
      turns: renderParts(blockParts(turns, { after: 0, leftOut: 'earlier texts' }), code),
      events: renderParts(blockParts(events, { after: turns.blocks.length, leftOut: 'less informative events' }), code),
    }),
    schema,
    maxOutputTokens: outputTokens(observations.shown, input.final),
    refs: {
      observations: new Map(observations.shown.map(({ stored }, index) => [`o${index + 1}`, stored])),
      events: eventRefs,
    },
  }
}

/** True when there is something to ask about. An empty request must not be sent: a model would answer it. */
export function hasContent({ observations, events, turns }: Omit<EnrichInput, 'maxInputTokens'>): boolean {
  return observations.length > 0 || events.some(isContent) || turns.some(isContent)
}

/** The same for a finished request: perhaps nothing fitted. */
export function showsSomething({ refs }: EnrichRequest): boolean {
  return refs.observations.size > 0 || refs.events.size > 0
}

function chooseSaidAndDone(input: EnrichInput, tokens: number): { turns: ChosenTexts; events: ChosenTexts } {
  const { root } = input
  const share = input.events.some(isContent) ? TURN_SHARE : 1
  const turns = input.final
    ? chooseTexts(input.turns, { root, tokens: tokens * share })
    : { blocks: [], leftOut: 0, tokens: 0 }
  return { turns, events: chooseBlocks(input.events, { root, tokens: tokens - turns.tokens }) }
}

function sessionTexts(input: EnrichInput): { project: string; goal: string; summary: string } {
  // 12,000 tokens: from there on both fit in full in a tenth of the request
  const scale = Math.min(1, input.maxInputTokens / 12_000)
  return {
    project: neutralise(input.project.slice(0, 120)).replace(/\s+/g, ' '),
    goal: neutralise(keepEnds(input.goal.trim(), scaled({ head: 1500, tail: 500 }, scale))),
    summary: neutralise(keepEnds(input.runningSummary.trim(), scaled({ head: 2500, tail: 1000 }, scale))),
  }
}

interface ShownObservation {
  stored: StoredObservation
  data: string
}

/** The newest that fit, in their own order; those not shown keep their local text. */
function chooseObservations(
  all: readonly StoredObservation[],
  room: number,
): { shown: ShownObservation[]; leftOut: number; tokens: number } {
  const shown: ShownObservation[] = []
  let tokens = 0
  for (const stored of all.toReversed()) {
    const data = neutralise(renderObservation(stored.draft))
    const cost = estimateTokens(data + EMPTY_FENCE) + REF_LINE_TOKENS
    if (tokens + cost > room) continue
    tokens += cost
    shown.unshift({ stored, data })
  }
  return { shown, leftOut: all.length - shown.length, tokens }
}

function observationParts(
  { shown, leftOut }: { shown: readonly ShownObservation[]; leftOut: number },
  events: ReadonlyMap<string, readonly string[]>,
): Part[] {
  if (shown.length === 0) return [leftOut === 0 ? '(none)' : `(none shown, ${leftOut} left out)`]
  const parts = shown.flatMap(({ stored, data }, index): Part[] => [
    `[o${index + 1}]${renderSources(stored.draft.eventKeys, events)}`,
    { data },
  ])
  return leftOut === 0 ? parts : [...parts, `(${leftOut} older ones left out)`]
}

function renderSources(keys: readonly string[], events: ReadonlyMap<string, readonly string[]>): string {
  const made = new Set(keys)
  const refs = [...events].filter(([, shown]) => shown.some((key) => made.has(key))).map(([ref]) => ref)
  // 5: enough to find the source
  return refs.length === 0 ? '' : ` made from ${refs.slice(0, 5).join(', ')}${refs.length > 5 ? ', …' : ''}`
}

/** `after`: how many references came before; `leftOut`: what to call the missing ones. */
function blockParts({ blocks, leftOut }: ChosenTexts, by: { after: number; leftOut: string }): Part[] {
  const parts = blocks.flatMap((block, index): Part[] => [
    `[e${by.after + index + 1}] ${block.label}`,
    { data: block.data },
  ])
  if (leftOut > 0) parts.push(`(${leftOut} ${by.leftOut} left out)`)
  return parts.length === 0 ? ['(none)'] : parts
}

/** What a model has worded before is seldom reworded. */
function outputTokens(shown: readonly ShownObservation[], final: boolean): number {
  const plain = shown.filter(({ stored }) => !stored.worded).length
  const wanted = OUTPUT_BASE_TOKENS + plain * OUTPUT_PER_OBSERVATION_TOKENS + (final ? OUTPUT_SUMMARY_TOKENS : 0)
  return Math.min(MAX_OUTPUT_TOKENS, wanted)
}
