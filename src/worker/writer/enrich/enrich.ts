/**
 * Better wording for facts that are already stored. Takes the span that has waited longest, asks the model within the
 * day's budget, and applies what is usable in one transaction. If anything fails, the local text stays.
 */

import { localDay } from '../../../memory/local-day.ts'
import { spentTokens, tellOnce } from '../../../store/budget.ts'
import {
  type Batch,
  failBatch,
  findDueBatch,
  finishBatch,
  postponeAll,
  postponeBatch,
} from '../../../store/synthesis-queue.ts'
import { countTombstones } from '../../../store/tombstones.ts'
import { parseAnswer } from '../../../synthesis/enrich/answer.ts'
import type { EnrichRequest } from '../../../synthesis/enrich/request.ts'
import { PROMPT_VERSION } from '../../../synthesis/prompts/prompts.ts'
import { type ModelRequest, ProviderError, type ProviderTrouble } from '../../../synthesis/providers/provider.ts'
import { CAUTIOUS, nextMidnight } from '../../../synthesis/spending.ts'
import type { Log } from '../../process/log.ts'
import { applyAnswer } from './apply-answer.ts'
import { findQuestion, type Question, spanOf } from './enrich-input.ts'
import { expectedOf, fitRequest, fitsAny, isAskable, type Room } from './enrich-room.ts'
import { openPayment, type Purse } from './payment.ts'

const CALL_WITHIN_MS = 120_000
const RETRY_MS = 60_000
/** A missing login or network does not come back within seconds. */
const POSTPONE_MS = 15 * 60_000

/** Not the batch's fault: everything waits for a person, the vendor or the network, and no attempt is counted. */
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
  /** Shown to the person, at most once a day per subject. */
  tell: (text: string) => void
  /** Fires when the worker ends: the running call is abandoned, and the next worker asks again. */
  closing?: AbortSignal
}

/** `unasked`: finished without a call, because there was nothing to ask. */
export type EnrichOutcome = 'nothing' | 'done' | 'unasked' | 'failed' | 'postponed'

/** One batch, if one is due. */
export async function enrichNext(parts: EnrichParts): Promise<EnrichOutcome> {
  const { db, now } = parts
  const batch = findDueBatch(db, now())
  if (!batch) return 'nothing'
  const answer = await askFor(parts, batch)()
  if (answer.kind === 'trouble') {
    return parts.closing?.aborted ? 'nothing' : handleTrouble(parts, batch, answer.error)
  }
  if (answer.kind === 'over_budget') return handleOverBudget(parts, batch, answer)
  if (answer.kind === 'unusable') {
    parts.log.warn('an answer could not be used', { batch: batch.id, reason: answer.reason })
    failBatch(db, { id: batch.id, error: `unusable answer: ${answer.reason}`, retryAt: now() + RETRY_MS })
    return 'failed'
  }
  db.transaction(() => {
    answer.apply()
    finishBatch(db, batch)
  })
  return answer.asked ? 'done' : 'unasked'
}

export type Answer =
  | { kind: 'usable'; asked: boolean; apply: () => void }
  | { kind: 'unusable'; reason: string }
  /** `usedUp`: nothing smaller can be asked today either. */
  | { kind: 'over_budget'; reason: string; usedUp: boolean }
  | { kind: 'trouble'; error: ProviderError; reason: string }

/** Reads the input now and returns a function that asks: by the time it is called the rows may be rolled back. */
export function askFor(parts: EnrichParts, batch: Batch): () => Promise<Answer> {
  const question = findQuestion(parts, batch)
  const forgotten = countTombstones(parts.db)
  return async () => {
    if (!question || !isAskable(question)) return { kind: 'usable', asked: false, apply: () => {} }
    const request = fitRequest(question, roomOf(parts))
    if (!request) return overBudget(parts, question)
    const asked = await ask(parts, { batch, question, request })
    if (asked.kind !== 'answer') return asked
    if (countTombstones(parts.db) !== forgotten) return { kind: 'unusable', reason: FORGOTTEN }
    const answer = parseAnswer(asked.text, request.refs)
    if (answer.kind === 'unusable') return answer
    if (asked.truncated && answer.changes.length === 0 && !answer.summary) return { kind: 'unusable', reason: CUT_OFF }
    const { refs } = request
    const worded = { model: asked.model, promptVersion: PROMPT_VERSION }
    return {
      kind: 'usable',
      asked: true,
      apply: () => applyAnswer(parts.db, { span: spanOf(batch), answer, refs, worded, at: parts.now() }),
    }
  }
}

const CUT_OFF = 'The answer was cut off before anything of it could be used.'
const FORGOTTEN = 'Something was forgotten meanwhile, and the answer may speak of it.'
const USED_UP = 'Today’s token budget for memories is used up.'
const TOO_SMALL = 'The daily token budget is too small for a single call.'
const TOO_LITTLE = 'What is left of today’s token budget is too little for this call.'

function roomOf({ db, budget, now, provider, scale }: EnrichParts): Room {
  const left = budget - spentTokens(db, localDay(now()))
  return { left, factor: scale?.factor() ?? CAUTIOUS, thinking: provider.thinkingTokens ?? 0 }
}

/** The day's budget is used up only when the smallest question no longer fits. */
function overBudget(parts: EnrichParts, question: Question): Extract<Answer, { kind: 'over_budget' }> {
  const room = roomOf(parts)
  if (fitsAny(question, room)) return { kind: 'over_budget', reason: TOO_LITTLE, usedUp: false }
  const everFits = fitsAny(question, { ...room, left: parts.budget })
  return { kind: 'over_budget', reason: everFits ? USED_UP : TOO_SMALL, usedUp: true }
}

type ModelAnswer =
  | { kind: 'answer'; text: string; model: string; truncated: boolean }
  | Extract<Answer, { reason: string }>

/** Every attempt is paid before it is made; the real cost is settled afterwards. */
async function ask(
  parts: EnrichParts,
  { batch, question, request }: { batch: Batch; question: Question; request: EnrichRequest },
): Promise<ModelAnswer> {
  const { maxOutputTokens } = request
  const payment = openPayment(parts, { expected: expectedOf(request), maxOutputTokens, batch: batch.id })
  const { refs: _, ...texts } = request
  const asked: ModelRequest = { ...texts, conversation: batch.sessionId }
  const deadline = AbortSignal.timeout(CALL_WITHIN_MS)
  const signal = parts.closing ? AbortSignal.any([deadline, parts.closing]) : deadline
  try {
    const { text, model, truncated, usage } = await parts.provider.ask(asked, { signal, onAttempt: payment.pay })
    payment.settle(usage, { whole: !truncated })
    return { kind: 'answer', text, model, truncated }
  } catch (cause) {
    if (payment.overBudget) return overBudget(parts, question)
    const error =
      cause instanceof ProviderError ? cause : new ProviderError('bad_answer', 'The provider failed.', { cause })
    payment.settle(error.usage)
    parts.log.warn('the model did not answer', { batch: batch.id, trouble: error.trouble })
    return { kind: 'trouble', error, reason: error.message }
  }
}

function handleOverBudget(
  parts: EnrichParts,
  batch: Batch,
  { reason, usedUp }: Extract<Answer, { kind: 'over_budget' }>,
): EnrichOutcome {
  const { db, now } = parts
  if (usedUp) {
    postponeAll(db, { until: nextMidnight(now()), error: 'over_budget' })
    tellDaily(parts, 'over_budget', `${reason} Memories are kept in local words until tomorrow.`)
  } else {
    // Smaller questions may still fit meanwhile; this one is retried with what they leave.
    postponeBatch(db, { id: batch.id, until: now() + POSTPONE_MS, error: 'over_budget' })
  }
  return 'postponed'
}

function handleTrouble(parts: EnrichParts, batch: Batch, error: ProviderError): EnrichOutcome {
  const { db, now } = parts
  if (OUTSIDE.includes(error.trouble)) {
    postponeAll(db, { until: now() + POSTPONE_MS, error: error.trouble })
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
