/**
 * Host calls as capture would pass them to the extractor: skipped tools removed, long strings cut, one second between
 * calls and a minute between turns, no token usage (the data has none).
 */
import { keptToolEvent } from '../../src/capture/kept-event.ts'
import type { Json, MemoryEvent } from '../../src/memory/event.ts'
import type { HostCall } from './host-call.ts'
import { type Run, rootOf, toHostCalls } from './load.ts'

const SKIPPED = new Set(['Grep', 'Glob', 'LS', 'TodoRead'])
const START = Date.UTC(2026, 0, 5, 9)

export function toEvents(run: Run): MemoryEvent[] {
  const sessionId = run.session_id
  const events: MemoryEvent[] = []
  let at = START
  let turn = 0
  toHostCalls(run).forEach((call, index) => {
    at += call.kind === 'prompt' ? 60_000 : 1000
    if (call.kind === 'prompt') turn++
    const event = toEvent(call, {
      sessionId,
      at,
      position: index,
      promptId: `${sessionId}-${turn}`,
      origin: 'transcript' as const,
    })
    if (event !== undefined) events.push(event)
  })
  return events
}

export { rootOf }

interface Base {
  sessionId: string
  at: number
  position: number
  promptId: string
  origin: 'transcript'
}

function toEvent(call: HostCall, base: Base): MemoryEvent | undefined {
  if (call.kind === 'prompt')
    return { ...base, kind: 'prompt', key: `p:${base.promptId}`, text: call.text, machineMade: false }
  if (call.kind === 'assistant_text')
    return { ...base, kind: 'assistant_text', key: `m:${base.sessionId}-${base.position}:0`, text: call.text }
  if (call.kind === 'stop')
    return { ...base, kind: 'stopped', key: `e:${base.sessionId}-${base.position}`, text: call.text, failed: false }
  if (SKIPPED.has(call.tool_name)) return undefined
  return keptToolEvent({
    ...base,
    kind: 'tool',
    host: 'claude-code',
    key: `t:${call.tool_use_id}`,
    tool: call.tool_name,
    toolUseId: call.tool_use_id,
    input: bound(call.tool_input, 12_000),
    output: bound(call.tool_response, call.tool_name === 'Read' ? 2000 : 6000),
    failed: call.failed,
  })
}

function bound(value: Json, limit: number): Json {
  if (typeof value === 'string') {
    if (value.length <= limit) return value
    return `${value.slice(0, limit / 2)}\n[…${value.length - limit} characters cut…]\n${value.slice(-limit / 2)}`
  }
  if (Array.isArray(value)) return value.map((item) => bound(item, limit))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, bound(item, limit)]))
}
