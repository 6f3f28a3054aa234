/**
 * Reads a model's answer: lenient about its form, strict about its meaning. What cannot be understood does no harm,
 * because the local text stays. Reasons never quote the answer, so they can be logged and shown.
 */
import { countOf } from '../../memory/count.ts'
import type { Json } from '../../memory/event.ts'
import type { SummaryText } from '../../memory/observation.ts'
import { MAX_PARAGRAPH, readProse } from './answer-text.ts'
import { type EnrichChange, resolveChanges } from './changes.ts'
import { findJson } from './lenient-json.ts'
import type { Refs } from './request.ts'
import { LooseChange, LooseSummary } from './schema.ts'

export type { EnrichChange } from './changes.ts'

export interface UsableAnswer {
  kind: 'usable'
  /** Apply in this order. */
  changes: EnrichChange[]
  /** An empty paragraph means that the model had nothing to say: the local one stays. */
  summary: SummaryText | undefined
  /** What was skipped and why, in our words. */
  ignored: string[]
}

export type ParsedAnswer = UsableAnswer | { kind: 'unusable'; reason: string }

export function parseAnswer(text: string, refs: Refs): ParsedAnswer {
  if (text.trim() === '') return { kind: 'unusable', reason: 'The answer is empty.' }
  const values = findJson(text)
  if (values.length === 0) return { kind: 'unusable', reason: 'The answer contains no JSON.' }
  const found = findAnswer(values)
  if (found === undefined)
    return { kind: 'unusable', reason: 'The JSON of the answer has neither observations nor a summary.' }
  const items = found.items.flatMap((item) => LooseChange.safeParse(item).data ?? [])
  const summary = readSummary(found.summary)
  if (items.length === 0 && found.items.length > 0 && summary === undefined) {
    return { kind: 'unusable', reason: 'No item of the answer has a known action.' }
  }
  const { changes, ignored } = resolveChanges(items, refs)
  const unread = found.items.length - items.length
  if (unread > 0) ignored.push(`${countOf(unread, 'item')} without a known action`)
  return { kind: 'usable', changes, summary, ignored }
}

interface Found {
  items: Json[]
  summary: Json | undefined
}

/** The last complete answer, since models think aloud first; else the complete items of a damaged one. */
function findAnswer(values: readonly Json[]): Found | undefined {
  const whole = values.map((value) => readWhole(value, 0)).findLast((found) => found !== undefined)
  if (whole !== undefined) return whole
  const records = values.flatMap((value) => (Array.isArray(value) ? value : [value])).filter(isRecord)
  const items = records.filter((record) => 'action' in record)
  const summary = records.findLast((record) => 'request' in record && ('learned' in record || 'completed' in record))
  return items.length === 0 && summary === undefined ? undefined : { items, summary }
}

function readWhole(value: Json, depth: number): Found | undefined {
  if (!isRecord(value)) return undefined
  const { observations, summary } = value
  if (Array.isArray(observations)) return { items: observations, summary }
  if (isRecord(observations)) return { items: [observations], summary }
  if (isRecord(summary)) return { items: [], summary }
  // Some models wrap the answer: {"answer": {…}}.
  const inner = Object.values(value).filter(isRecord)
  return depth === 0 && inner.length === 1 && inner[0] !== undefined ? readWhole(inner[0], 1) : undefined
}

function isRecord(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readSummary(value: Json | undefined): SummaryText | undefined {
  const read = LooseSummary.safeParse(value).data
  if (read === undefined) return undefined
  const summary = {
    request: readProse(read.request, MAX_PARAGRAPH),
    investigated: readProse(read.investigated, MAX_PARAGRAPH),
    learned: readProse(read.learned, MAX_PARAGRAPH),
    completed: readProse(read.completed, MAX_PARAGRAPH),
    nextSteps: readProse(read.next_steps, MAX_PARAGRAPH),
    notes: readProse(read.notes, MAX_PARAGRAPH),
  }
  return Object.values(summary).some((paragraph) => paragraph !== '') ? summary : undefined
}
