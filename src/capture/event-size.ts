/**
 * The size limit of an event, which the store and all readers rely on. Cleaned text is cut further, step by step, until
 * the whole event fits; applied before and after an event is converted to our types.
 */
import { renderNumber } from '../memory/count.ts'
import { type Ends, keepEnds, scaled } from '../memory/cut-text.ts'
import type { Json, ToolEvent } from '../memory/event.ts'
import type { ToolCall } from '../memory/tool-call.ts'
import type { CapturedEvent } from './captured-event.ts'

export const MAX_EVENT_BYTES = 32 * 1024
/** Per list or object. */
export const MAX_ITEMS = 100

const FIELD: Ends = { head: 2600, tail: 1400 }
const PROSE: Ends = { head: 12_000, tail: 4000 }
const TOO_LARGE = '[… too large, left out …]'
// Each step halves what a text may keep; below a two-hundredth there is nothing left to cut.
const STEPS = [0.5, 0.25, 0.125, 0.0625, 0.031, 0.016, 0.008]

export function capturedWithinSize(event: CapturedEvent): CapturedEvent {
  let fitting = event
  for (const scale of STEPS) {
    if (bytes(fitting) <= MAX_EVENT_BYTES) return fitting
    if (fitting.kind !== 'tool') fitting = { ...fitting, text: keepEnds(fitting.text, scaled(PROSE, scale)) }
    else fitting = { ...fitting, input: shrink(fitting.input, scale), output: shrink(fitting.output, scale) }
  }
  if (bytes(fitting) <= MAX_EVENT_BYTES || fitting.kind !== 'tool') return fitting
  return { ...fitting, input: TOO_LARGE, output: TOO_LARGE }
}

export function keptWithinSize(event: ToolEvent): ToolEvent {
  let fitting = event
  for (const scale of STEPS) {
    if (bytes(fitting) <= MAX_EVENT_BYTES) return fitting
    fitting = { ...fitting, call: shrinkCall(fitting.call, scale) as ToolCall } // as: every field keeps its type
  }
  if (bytes(fitting) <= MAX_EVENT_BYTES) return fitting
  return {
    ...fitting,
    call: { act: 'other', result: event.call.result, files: [], input: TOO_LARGE, output: TOO_LARGE },
  }
}

export function leftOutMark(count: number): string {
  return `[… ${renderNumber(count)} more left out …]`
}

function shrink(value: Json, scale: number): Json {
  if (typeof value === 'string') return keepEnds(value, scaled(FIELD, scale))
  if (value === null || typeof value !== 'object') return value
  const items = itemsAt(scale)
  if (Array.isArray(value)) {
    const kept = value.slice(0, items).map((item) => shrink(item, scale))
    return value.length > items ? [...kept, leftOutMark(value.length - items)] : kept
  }
  const entries = Object.entries(value)
  const kept = entries.slice(0, items).map(([key, item]): [string, Json] => [key, shrink(item, scale)])
  if (entries.length > items) kept.push(['…', leftOutMark(entries.length - items)])
  return Object.fromEntries(kept)
}

/** Shortens only texts and lists: no mark may appear where a file or a task is expected. */
function shrinkCall(value: unknown, scale: number): unknown {
  if (typeof value === 'string') return keepEnds(value, scaled(PROSE, scale))
  if (Array.isArray(value)) return value.slice(0, 2 * itemsAt(scale)).map((item) => shrinkCall(item, scale))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shrinkCall(item, scale)]))
}

function itemsAt(scale: number): number {
  return Math.max(4, Math.floor(MAX_ITEMS * scale))
}

function bytes(event: CapturedEvent | ToolEvent): number {
  return Buffer.byteLength(JSON.stringify(event), 'utf8')
}
