/**
 * The six signals of a recalled fact, each 0–1, and their weighted sum. Nothing is relative to the best of the store: a
 * fact is judged by itself, so the best of a poor week is not promoted for being the best. Time is that of the data:
 * age counts from the newest recall, so imported history dreams as it would have then.
 */
import type { RecallFigures, RecallStore } from './recall-store.ts'
import { WEIGHTS } from './settings.ts'

export type Signals = Record<keyof typeof WEIGHTS, number>

const DAY_MS = 24 * 60 * 60 * 1000
// Ten recalls, five questions, five days over a week, six concepts: beyond that, more does not matter.
const ENOUGH_RECALLS = 10
const ENOUGH_QUESTIONS = 5
const ENOUGH_DAYS = 5
const ENOUGH_SPAN_DAYS = 7
const ENOUGH_TAGS = 6
const FADE_DAYS = 14

export function signalsOf(of: RecallFigures, by: { tags: number; at: number }): Signals {
  const ago = Math.max(0, by.at - Date.parse(of.lastRecalledAt)) / DAY_MS
  return {
    frequency: bounded(Math.log1p(of.recallCount) / Math.log1p(ENOUGH_RECALLS)),
    relevance: relevanceOf(of),
    queryDiversity: bounded(questionsOf(of) / ENOUGH_QUESTIONS),
    recency: bounded(2 ** (-ago / FADE_DAYS)),
    consolidation: consolidationOf(of.recallDays),
    conceptualRichness: bounded(by.tags / ENOUGH_TAGS),
  }
}

export function scoreOf(signals: Signals): number {
  return (
    WEIGHTS.frequency * signals.frequency +
    WEIGHTS.relevance * signals.relevance +
    WEIGHTS.queryDiversity * signals.queryDiversity +
    WEIGHTS.recency * signals.recency +
    WEIGHTS.consolidation * signals.consolidation +
    WEIGHTS.conceptualRichness * signals.conceptualRichness
  )
}

export function questionsOf({ queries }: RecallFigures): number {
  return Object.keys(queries).length
}

/** When the newest thing in the store happened; `now` if it is empty. */
export function timeOf(recall: RecallStore, now: number): number {
  const times = Object.values(recall.entries).map(({ lastRecalledAt }) => Date.parse(lastRecalledAt))
  return times.length === 0
    ? now
    : Math.min(
        now,
        times.reduce((a, b) => Math.max(a, b)),
      )
}

/** Half its best match, half its average: one lucky hit is not enough, one poor hit does not spoil it. */
function relevanceOf({ recallCount, totalScore, maxScore }: RecallFigures): number {
  return recallCount === 0 ? 0 : bounded((maxScore + totalScore / recallCount) / 2)
}

/** Several days, and not all in one week. A single day counts 0. */
function consolidationOf(days: readonly string[]): number {
  const [first, last] = [days[0], days.at(-1)]
  if (days.length < 2 || first === undefined || last === undefined) return 0
  const span = (Date.parse(last) - Date.parse(first)) / DAY_MS
  return 0.55 * bounded(Math.log(days.length) / Math.log(ENOUGH_DAYS)) + 0.45 * bounded(span / ENOUGH_SPAN_DAYS)
}

function bounded(value: number): number {
  return Math.min(1, Math.max(0, value))
}
