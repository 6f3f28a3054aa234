/**
 * Better words for facts that are already stored. Takes the span that has waited longest, asks the model within the
 * day's budget, and applies what is usable in one transaction. Whatever fails, the local text stays.
 */
import { createHash } from 'node:crypto'
import type { MemoryEvent } from '../memory/event.ts'
import type { Observation, ObservationDraft, ObservationOrigin } from '../memory/observation.ts'
import { reserveTokens, settleTokens, tellOnce } from '../store/budget.ts'
import type { Database } from '../store/database.ts'
import {
  dropObservation,
  findSpanObservations,
  mergeObservations,
  rewordObservation,
  rewordSummary,
} from '../store/enrichment.ts'
import { findEvents } from '../store/events.ts'
import { findEventKeys, findObservation, MADE_BY_MODEL, putObservation } from '../store/observations.ts'
import { findPrompts } from '../store/prompts.ts'
import { findSummary } from '../store/summaries.ts'
import { type Batch, failBatch, findDueBatch, finishBatch, postponeBatch } from '../store/synthesis-queue.ts'
import { type EnrichChange, parseAnswer, type UsableAnswer } from '../synthesis/enrich/answer.ts'
import { buildRequest, type EnrichRequest } from '../synthesis/enrich/request.ts'
import { originOf } from '../synthesis/enrich/trust.ts'
import { PROMPT_VERSION } from '../synthesis/prompts/prompts.ts'
import { type Provider, ProviderError, type ProviderTrouble } from '../synthesis/providers/provider.ts'
import { costOf, localDay, mostTokens, nextMidnight } from '../synthesis/spending.ts'
import { renderSummary } from '../synthesis/summary-text.ts'
import type { Log } from './log.ts'

/** A turn rarely has more; a span of a long session is cut to its newest part. */
const MOST_EVENTS = 400
const MAX_INPUT_TOKENS = 12_000
const CALL_WITHIN_MS = 120_000
const RETRY_MS = 60_000
/** Login, network and the like do not come back within seconds. */
const POSTPONE_MS = 15 * 60_000

/** Not the batch's fault: it waits for a person, the vendor or the network, and loses no attempt. */
const OUTSIDE: readonly ProviderTrouble[] = [
  'no_login',
  'expired_login',
  'no_credit',
  'no_network',
  'no_executable',
  'model_gone',
  'rate_limited',
  'server_error',
]
export interface EnrichParts {
  db: Database
  provider: Provider
  budget: number
  now: () => number
  log: Log
  /** Told to the person, at most once a day for each matter. */
  tell: (text: string) => void
}

export type EnrichOutcome = 'nothing' | 'done' | 'failed' | 'postponed'

/** One batch, if one is due. */
export async function enrichNext(parts: EnrichParts): Promise<EnrichOutcome> {
  const { db, now } = parts
  const batch = findDueBatch(db, now())
  if (!batch) return 'nothing'
  const answer = await askFor(parts, batch)()
  if (answer.kind === 'trouble') return handleTrouble(parts, batch, answer.error)
  if (answer.kind === 'over_budget') {
    postponeBatch(db, { id: batch.id, until: nextMidnight(now()), error: 'over_budget' })
    tellDaily(parts, 'over_budget', `${answer.reason} Memories are kept in local words until tomorrow.`)
    return 'postponed'
  }
  if (answer.kind === 'unusable') {
    parts.log.warn('an answer could not be used', { batch: batch.id, reason: answer.reason })
    failBatch(db, { id: batch.id, error: `unusable answer: ${answer.reason}`, retryAt: now() + RETRY_MS })
    return 'failed'
  }
  db.transaction(() => {
    answer.apply()
    finishBatch(db, batch.id)
  })
  return 'done'
}

export type Answer =
  | { kind: 'usable'; apply: () => void }
  | { kind: 'unusable'; reason: string }
  | { kind: 'over_budget'; reason: string }
  | { kind: 'trouble'; error: ProviderError; reason: string }

/** Reads what the question is about now, and asks when called: what is stored may be gone again by then. */
export function askFor(parts: EnrichParts, batch: Batch): () => Promise<Answer> {
  const request = requestFor(parts, batch)
  return async () => {
    if (!request) return { kind: 'usable', apply: () => {} }
    const asked = await ask(parts, batch, request)
    if (asked.kind === 'trouble') return { ...asked, reason: asked.error.message }
    if (asked.kind === 'over_budget') return { ...asked, reason: 'Today’s token budget for memories is used up.' }
    const answer = parseAnswer(asked.text, request.refs)
    if (answer.kind === 'unusable') return answer
    const by = { model: asked.model, promptVersion: PROMPT_VERSION }
    return { kind: 'usable', apply: () => applyAnswer(parts.db, batch, answer, by, parts.now()) }
  }
}

type Asked =
  | { kind: 'answer'; text: string; model: string }
  | { kind: 'over_budget' }
  | { kind: 'trouble'; error: ProviderError }

/** Every attempt is paid for before it is made; what it really cost is settled afterwards. */
async function ask(parts: EnrichParts, batch: Batch, request: EnrichRequest): Promise<Asked> {
  const { db, provider, now } = parts
  const { system, preamble, prompt, schema, maxOutputTokens } = request
  const tokens = mostTokens([system, preamble, prompt, JSON.stringify(schema)], maxOutputTokens)
  const reserve = () =>
    reserveTokens(db, {
      day: localDay(now()),
      provider: provider.name,
      batch: batch.id,
      tokens,
      budget: parts.budget,
      at: now(),
    })
  const stop = new AbortController()
  const deadline = setTimeout(() => stop.abort(), CALL_WITHIN_MS)
  let open: number | undefined
  let attempts = 0
  let overBudget = false
  try {
    const answer = await provider.ask(
      { system, preamble, prompt, schema, maxOutputTokens, conversation: batch.sessionId },
      {
        signal: stop.signal,
        onAttempt: () => {
          attempts += 1
          // The attempt before this one failed without an answer; nobody can say that it was free.
          open = reserve()
          if (open !== undefined) return
          overBudget = true
          stop.abort()
          throw new ProviderError('rate_limited', 'The daily token budget does not allow this call.')
        },
      },
    )
    if (open !== undefined) settleTokens(db, { reservation: open, tokens: costOf(answer.usage) })
    return { kind: 'answer', text: answer.text, model: answer.model }
  } catch (cause) {
    if (overBudget) return { kind: 'over_budget' }
    const error =
      cause instanceof ProviderError ? cause : new ProviderError('bad_answer', 'The provider failed.', { cause })
    // Without a word on what it cost, the attempt stays paid in full.
    if (open !== undefined && error.usage) settleTokens(db, { reservation: open, tokens: costOf(error.usage) })
    parts.log.warn('the model did not answer', { batch: batch.id, trouble: error.trouble, attempts })
    return { kind: 'trouble', error }
  } finally {
    clearTimeout(deadline)
  }
}

function handleTrouble(parts: EnrichParts, batch: Batch, error: ProviderError): EnrichOutcome {
  const { db, now } = parts
  if (OUTSIDE.includes(error.trouble)) {
    postponeBatch(db, { id: batch.id, until: now() + POSTPONE_MS, error: error.trouble })
    tellDaily(
      parts,
      error.trouble,
      `${error.message} Memories are kept in local words meanwhile.${error.hint ? ` ${error.hint}` : ''}`,
    )
    return 'postponed'
  }
  failBatch(db, { id: batch.id, error: error.trouble, retryAt: now() + RETRY_MS })
  return 'failed'
}

function tellDaily(parts: EnrichParts, matter: string, text: string): void {
  if (tellOnce(parts.db, { day: localDay(parts.now()), matter })) parts.tell(text)
}

/** undefined when nothing is left that a model could improve: forgotten, purged, or a person's own by now. */
function requestFor({ db, now }: EnrichParts, batch: Batch): EnrichRequest | undefined {
  const events = findEvents(db, { session: batch.session, from: batch.from })
    .filter((event) => event.at <= batch.to)
    .slice(-MOST_EVENTS)
  const observations = findSpanObservations(db, batch).flatMap((id) => {
    const found = findObservation(db, id)
    return found ? [{ id, draft: toDraft(found, findEventKeys(db, id)) }] : []
  })
  if (events.length === 0 && observations.length === 0 && !batch.final) return undefined
  const summary = findSummary(db, batch.session)
  return buildRequest({
    project: batch.projectName,
    root: batch.root,
    date: localDay(now()),
    goal: findPrompts(db, batch.session).slice(-3).join('\n\n'),
    runningSummary: summary ? renderSummary(summary) : '',
    events,
    observations,
    final: batch.final,
    maxInputTokens: MAX_INPUT_TOKENS,
  })
}

function toDraft(observation: Observation, eventKeys: string[]): ObservationDraft {
  const { key, type, title, subtitle, narrative, facts, concepts, filesRead, filesModified, discoveryTokens } =
    observation
  const draft = { key, type, title, subtitle, narrative, facts, concepts, filesRead, filesModified, discoveryTokens }
  return { ...draft, at: observation.createdAt, eventKeys }
}

/** The rows may have changed while the model thought: what is gone or a person's own is passed over. */
function applyAnswer(
  db: Database,
  batch: Pick<Batch, 'session' | 'project' | 'sessionId' | 'from' | 'root' | 'to'>,
  answer: UsableAnswer,
  by: { model: string; promptVersion: string },
  at: number,
): void {
  const nearby = findEvents(db, batch)
  const where = { root: batch.root, nearby }
  const evidence = (keys: readonly string[]) => nearby.filter((event) => keys.includes(event.key))
  for (const change of answer.changes) {
    if (change.kind === 'merge') mergeObservations(db, [change.into, ...change.from])
    else if (change.kind === 'drop') dropObservation(db, { id: change.observation, at })
    else if (change.kind === 'improve') {
      const seen = evidence([...findEventKeys(db, change.observation), ...change.evidence])
      const origin = originOf(change.text, seen, where)
      rewordObservation(db, { id: change.observation, words: change.text, origin, ...by })
    } else {
      const seen = evidence(change.evidence)
      create(db, batch, change, { events: seen, origin: originOf(change.text, seen, where), ...by })
    }
  }
  if (answer.summary) rewordSummary(db, { session: batch.session, words: answer.summary, ...by })
}

/** What the extractor had missed. Its key is made of its words: the same answer twice is one observation. */
function create(
  db: Database,
  batch: Pick<Batch, 'session' | 'project' | 'sessionId' | 'to'>,
  change: Extract<EnrichChange, { kind: 'create' }>,
  by: { events: MemoryEvent[]; origin: ObservationOrigin; model: string; promptVersion: string },
): void {
  const draft: ObservationDraft = {
    ...change.text,
    key: `${batch.sessionId}${MADE_BY_MODEL}${createHash('sha256').update(change.text.title).digest('hex').slice(0, 12)}`,
    filesRead: [],
    filesModified: [],
    discoveryTokens: 0,
    at: by.events.at(-1)?.at ?? batch.to,
    eventKeys: by.events.map((event) => event.key),
  }
  const put = putObservation(db, { draft, session: batch.session, project: batch.project, source: 'model' })
  if (put?.changed) rewordObservation(db, { id: put.id, words: change.text, ...by })
}
