/**
 * Better words for facts that are already stored. Takes the span that has waited longest, asks the model within the
 * day's budget, and applies what is usable in one transaction. Whatever fails, the local text stays.
 */
import { MemoryError } from '../memory/error.ts'
import { estimateTokens } from '../memory/tokens.ts'
import { spentTokens, tellOnce } from '../store/budget.ts'
import { findSpanObservations } from '../store/enrichment.ts'
import { findEvents } from '../store/events.ts'
import { findPrompts } from '../store/prompts.ts'
import { findSummary } from '../store/summaries.ts'
import { type Batch, failBatch, findDueBatch, finishBatch, postponeBatch } from '../store/synthesis-queue.ts'
import { parseAnswer } from '../synthesis/enrich/answer.ts'
import { buildRequest, type EnrichInput, type EnrichRequest } from '../synthesis/enrich/request.ts'
import { PROMPT_VERSION } from '../synthesis/prompts/prompts.ts'
import { type ModelRequest, ProviderError, type ProviderTrouble } from '../synthesis/providers/provider.ts'
import { CLIENT_TOKENS, localDay, mostTokens, nextMidnight } from '../synthesis/spending.ts'
import { renderSummary } from '../synthesis/summary-text.ts'
import { applyAnswer, findStored } from './apply-answer.ts'
import type { Log } from './log.ts'
import { openPayment, type Purse } from './payment.ts'

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

export interface EnrichParts extends Purse {
  log: Log
  /** Told to the person, at most once a day for each matter. */
  tell: (text: string) => void
  /** Fires when the worker ends: a call under way is given up, and its batch asked again by the next worker. */
  closing?: AbortSignal
}

export type EnrichOutcome = 'nothing' | 'done' | 'failed' | 'postponed'

/** One batch, if one is due. */
export async function enrichNext(parts: EnrichParts): Promise<EnrichOutcome> {
  const { db, now } = parts
  const batch = findDueBatch(db, now())
  if (!batch) return 'nothing'
  const answer = await askFor(parts, batch)()
  if (answer.kind === 'trouble') {
    return parts.closing?.aborted ? 'nothing' : handleTrouble(parts, batch, answer.error)
  }
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
    finishBatch(db, batch)
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
  const input = inputFor(parts, batch)
  return async () => {
    if (!input) return { kind: 'usable', apply: () => {} }
    const spent = spentTokens(parts.db, localDay(parts.now()))
    const request = fitRequest(input, parts.budget - spent)
    if (!request) return { kind: 'over_budget', reason: spent === 0 ? TOO_SMALL : USED_UP }
    const asked = await ask(parts, batch, request)
    if (asked.kind !== 'answer') return asked
    const answer = parseAnswer(asked.text, request.refs)
    if (answer.kind === 'unusable') return answer
    if (asked.truncated && answer.changes.length === 0 && !answer.summary) return { kind: 'unusable', reason: CUT_OFF }
    const { refs } = request
    const worded = { model: asked.model, promptVersion: PROMPT_VERSION }
    return {
      kind: 'usable',
      apply: () => applyAnswer(parts.db, { span: batch, answer, refs, worded, at: parts.now() }),
    }
  }
}

const USED_UP = 'Today’s token budget for memories is used up.'
const CUT_OFF = 'The answer was cut off before anything of it could be used.'
const TOO_SMALL = 'The daily token budget is too small for a single call.'

type Asked = { kind: 'answer'; text: string; model: string; truncated: boolean } | Extract<Answer, { reason: string }>

/** Every attempt is paid for before it is made; what it really cost is settled afterwards. */
async function ask(parts: EnrichParts, batch: Batch, request: EnrichRequest): Promise<Asked> {
  const payment = openPayment(parts, { tokens: mostTokensOf(request), batch: batch.id })
  const { refs: _, ...question } = request
  const asked: ModelRequest = { ...question, conversation: batch.sessionId }
  const deadline = AbortSignal.timeout(CALL_WITHIN_MS)
  const signal = parts.closing ? AbortSignal.any([deadline, parts.closing]) : deadline
  try {
    const answer = await parts.provider.ask(asked, { signal, onAttempt: payment.pay })
    payment.settle(answer.usage)
    return { kind: 'answer', text: answer.text, model: answer.model, truncated: answer.truncated }
  } catch (cause) {
    if (payment.overBudget) return { kind: 'over_budget', reason: USED_UP }
    const error =
      cause instanceof ProviderError ? cause : new ProviderError('bad_answer', 'The provider failed.', { cause })
    payment.settle(error.usage)
    parts.log.warn('the model did not answer', { batch: batch.id, trouble: error.trouble })
    return { kind: 'trouble', error, reason: error.message }
  }
}

function mostTokensOf({ system, preamble, prompt, schema, maxOutputTokens }: EnrichRequest): number {
  return mostTokens({ own: [system, JSON.stringify(schema)], observed: [preamble, prompt], maxOutputTokens })
}

/** What is left of the day decides how much is shown; undefined when not even the smallest question fits into it. */
function fitRequest(input: Omit<EnrichInput, 'maxInputTokens'>, left: number): EnrichRequest | undefined {
  let maxInputTokens = MAX_INPUT_TOKENS
  // 6: each round comes closer from above; the smallest question is reached before
  for (let round = 0; round < 6; round += 1) {
    const request = buildIfPossible({ ...input, maxInputTokens })
    if (!request) return undefined
    const most = mostTokensOf(request)
    if (most <= left) return request
    const { system, preamble, prompt, schema, maxOutputTokens } = request
    const used = estimateTokens(system + preamble + prompt + JSON.stringify(schema))
    const beside = CLIENT_TOKENS + maxOutputTokens
    // A little less than the share that would just fit: what is left out first is not the densest text.
    maxInputTokens = Math.floor(Math.min(maxInputTokens, used) * ((left - beside) / (most - beside)) * 0.97)
  }
  return undefined
}

function buildIfPossible(input: EnrichInput): EnrichRequest | undefined {
  try {
    return buildRequest(input)
  } catch (error) {
    if (error instanceof MemoryError && error.code === 'bad_input') return undefined // too little room: an answer here
    throw error
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
function inputFor({ db, now }: EnrichParts, batch: Batch): Omit<EnrichInput, 'maxInputTokens'> | undefined {
  const events = findEvents(db, { session: batch.session, from: batch.from })
    .filter((event) => event.at <= batch.to)
    .slice(-MOST_EVENTS)
  const observations = findSpanObservations(db, batch).flatMap((id) => findStored(db, id) ?? [])
  if (events.length === 0 && observations.length === 0 && !batch.final) return undefined
  const summary = findSummary(db, batch.session)
  return {
    project: batch.projectName,
    root: batch.root,
    date: localDay(now()),
    goal: findPrompts(db, batch.session).slice(-3).join('\n\n'),
    runningSummary: summary ? renderSummary(summary) : '',
    events,
    observations,
    final: batch.final,
  }
}
