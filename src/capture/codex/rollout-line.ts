/**
 * One line of a rollout file, as far as we use it. Since September 2025 every line is `{timestamp, type, payload}`;
 * before, the first line was the session's head and every other one an item of the model's conversation without a time.
 * Fields and types come and go: unknown ones are `undefined`, and a field of an unexpected type counts as absent.
 */
import type { Json } from '../../memory/event.ts'
import { isTooLong } from '../../memory/path-length.ts'
import { asList, asRecord, count, type JsonRecord, text } from '../tool-payload.ts'

export type RolloutItem =
  | { kind: 'head'; head: RolloutHead }
  /** The agent's folder from here on. */
  | { kind: 'folder'; cwd: string }
  | { kind: 'turn'; is: 'begun' | 'over' }
  /** `noted`: recorded by the client as typed; else as the model received it, with much added. */
  | { kind: 'user'; texts: string[]; noted: boolean }
  | { kind: 'agent'; text: string }
  /** `whole`: it includes its result, or will never get one. */
  | { kind: 'call'; id: string; tool: string; given: Json; whole: boolean }
  | { kind: 'result'; id: string; output: Json }
  | { kind: 'cost'; tokens: number }
  | { kind: 'compacted'; text: string }
  | { kind: 'title'; text: string }

export interface RolloutHead {
  id: string
  cwd: string
  at: number
  /** The session it was forked from, whose lines follow as a copy. */
  forkedFrom: string
  /** The session it works for, if it is a subagent. */
  parent: string
  agentType: string
  /** The client's own jobs (compaction, its memories): nobody's work. */
  internal: boolean
}

export interface RolloutLine {
  /** 0 if the line does not say. */
  at: number
  item: RolloutItem | undefined
}

export function parseRolloutLine(bytes: Buffer): RolloutLine | 'unreadable' {
  let line: JsonRecord
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'unreadable'
    line = value as JsonRecord // as: just checked
  } catch {
    return 'unreadable' // half-written or damaged: the lines around it are still good
  }
  const at = timeOf(line.timestamp)
  if (!('payload' in line)) return { at, item: bareItem(line) }
  return { at, item: wrappedItem(text(line.type), asRecord(line.payload)) }
}

function bareItem(line: JsonRecord): RolloutItem | undefined {
  if (text(line.type) !== '') return conversationItem(line)
  return text(line.id) === '' ? undefined : { kind: 'head', head: headOf(line) }
}

function wrappedItem(type: string, payload: JsonRecord): RolloutItem | undefined {
  switch (type) {
    case 'session_meta':
      return { kind: 'head', head: headOf(payload) }
    case 'turn_context':
      return { kind: 'folder', cwd: pathOf(payload.cwd) }
    case 'response_item':
      return conversationItem(payload)
    case 'compacted':
      return { kind: 'compacted', text: text(payload.message) }
    case 'event_msg':
      return noticeItem(payload)
    default:
      return undefined
  }
}

/** An item the model received or produced. */
function conversationItem(item: JsonRecord): RolloutItem | undefined {
  const id = text(item.call_id) || text(item.id)
  switch (text(item.type)) {
    case 'message': {
      const texts = contentTexts(item.content)
      if (text(item.role) === 'user') return { kind: 'user', texts, noted: false }
      return text(item.role) === 'assistant' ? { kind: 'agent', text: texts.join('\n') } : undefined
    }
    case 'function_call':
      return { kind: 'call', id, tool: toolName(item), given: item.arguments ?? null, whole: false }
    case 'custom_tool_call':
      return { kind: 'call', id, tool: toolName(item), given: { text: text(item.input) }, whole: false }
    case 'local_shell_call':
      return { kind: 'call', id, tool: 'local_shell', given: asRecord(item.action), whole: false }
    case 'web_search_call':
      return { kind: 'call', id, tool: 'web_search', given: asRecord(item.action), whole: true }
    case 'function_call_output':
    case 'custom_tool_call_output':
      return { kind: 'result', id, output: item.output ?? null }
    default:
      return undefined
  }
}

/** The client's own records. Most of them repeat the conversation. */
function noticeItem(notice: JsonRecord): RolloutItem | undefined {
  switch (text(notice.type)) {
    case 'user_message':
      return { kind: 'user', texts: [text(notice.message)], noted: true }
    case 'item_completed': {
      const item = asRecord(notice.item)
      const isPrompt = text(item.type) === 'UserMessage'
      return isPrompt ? { kind: 'user', texts: [contentTexts(item.content).join('')], noted: true } : undefined
    }
    case 'task_started':
    case 'turn_started':
      return { kind: 'turn', is: 'begun' }
    case 'task_complete':
    case 'turn_complete':
    case 'turn_aborted':
      return { kind: 'turn', is: 'over' }
    case 'token_count':
      return { kind: 'cost', tokens: tokensOf(asRecord(asRecord(notice.info).last_token_usage)) }
    case 'thread_name_updated':
      return { kind: 'title', text: text(notice.thread_name) }
    default:
      return undefined
  }
}

function headOf(meta: JsonRecord): RolloutHead {
  const source = asRecord(meta.source)
  const spawned = asRecord(asRecord(source.subagent).thread_spawn)
  const errand = text(source.subagent) || text(source.internal)
  return {
    id: text(meta.id) || text(meta.session_id),
    cwd: pathOf(meta.cwd),
    at: timeOf(meta.timestamp),
    forkedFrom: text(meta.forked_from_id),
    parent: text(spawned.parent_thread_id) || ('subagent' in source ? text(meta.parent_thread_id) : ''),
    agentType: text(spawned.agent_role) || text(meta.agent_role) || errand || 'subagent',
    internal: errand === 'compact' || errand === 'memory_consolidation',
  }
}

/** In some versions the server's name is a separate field. */
function toolName(item: JsonRecord): string {
  return text(item.namespace) + text(item.name)
}

function contentTexts(content: Json | undefined): string[] {
  if (typeof content === 'string') return [content]
  return asList(content)
    .map((part) => text(asRecord(part).text))
    .filter((part) => part !== '')
}

/** Cached input costs a tenth of fresh input. */
function tokensOf(usage: JsonRecord): number {
  const cached = count(usage.cached_input_tokens)
  return Math.round(count(usage.input_tokens) - cached + count(usage.output_tokens) + 0.1 * cached)
}

/** An impossible folder is left out. */
function pathOf(value: Json | undefined): string {
  return isTooLong(text(value)) ? '' : text(value)
}

function timeOf(stamp: Json | undefined): number {
  const at = Date.parse(text(stamp))
  return Number.isNaN(at) ? 0 : at
}
