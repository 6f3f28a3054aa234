/**
 * What one question to a model covers. In the middle of a session it covers what is new. At the end it covers the whole
 * session: the end may come hours after the rest was asked about, and a summary written from nothing would replace a
 * good one.
 */

import { localDay } from '../../../memory/local-day.ts'
import { findSpanObservations, findSpoken } from '../../../store/enrichment.ts'
import { findEvents } from '../../../store/events.ts'
import { findPrompts } from '../../../store/prompts.ts'
import { findProjects } from '../../../store/sessions.ts'
import { findSummary, isSummaryWorded } from '../../../store/summaries.ts'
import type { Batch } from '../../../store/synthesis-queue.ts'
import { type EnrichInput, hasContent } from '../../../synthesis/enrich/request.ts'
import { findTurnTexts, isContent } from '../../../synthesis/enrich/turn-texts.ts'
import { renderSummary } from '../../../synthesis/summary-text.ts'
import { findStored } from './apply-answer.ts'
import type { Purse } from './payment.ts'

/** A turn rarely has more; in a long session only the newest part of a span is shown. */
const MAX_EVENTS = 400

export type Question = Omit<EnrichInput, 'maxInputTokens'>

/** The part of the session whose rows the question shows, and by whose events the answer is checked. */
export function spanOf(batch: Batch): Batch {
  return batch.final ? { ...batch, from: 0 } : batch
}

/**
 * undefined when there is nothing to ask: nothing happened, it has been forgotten, purged or taken over by a person, or
 * a model has already worded everything and only the session's end came later.
 */
export function findQuestion({ db, now }: Pick<Purse, 'db' | 'now'>, batch: Batch): Question | undefined {
  const { session, final } = batch
  const summary = findSummary(db, session)
  const events = findEvents(db, { session, from: batch.from }).filter((event) => event.at <= batch.to)
  if (final && !events.some(isContent) && isSummaryWorded(db, session)) return undefined
  // A session that moved to another repository is summarised where it ended.
  const moved = summary && summary.project !== batch.project ? findProjects(db, summary.project)[0] : undefined
  const question: Question = {
    project: moved?.name ?? batch.projectName,
    root: moved?.root ?? batch.root,
    date: localDay(now()),
    goal: findPrompts(db, session).slice(-3).join('\n\n'),
    runningSummary: summary ? renderSummary(summary) : '',
    turns: final ? findTurnTexts(findSpoken(db, { session, before: batch.from })) : [],
    events: events.slice(-MAX_EVENTS),
    observations: findSpanObservations(db, spanOf(batch)).flatMap((id) => findStored(db, id) ?? []),
    final,
  }
  return hasContent(question) ? question : undefined
}
