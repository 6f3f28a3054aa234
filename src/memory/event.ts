/**
 * What happened in a session, in our words. Hooks and transcripts both become events; `key` is the same whichever
 * of the two delivered it, so an event that arrives twice is one event.
 * Events are already free of private text and secrets, and bounded in size, when they have this type.
 */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Tokens one model reply cost. Several events can share a reply; count each `messageId` once. */
export interface Usage {
  messageId: string
  tokens: number
}

interface EventBase {
  /** Stable identity: `t:<tool_use_id>`, `p:<prompt id>`, `m:<message id>:<block>`, `e:<spool name>`. */
  key: string
  sessionId: string
  /** Milliseconds. From the transcript when it was read, else when the hook wrote its spool file. */
  at: number
  /** Place in the transcript file (byte offset of its line); absent until the transcript was read. */
  position?: number
  promptId?: string
  /** The transcript line's own id. A fork copies its parent's lines under new session and prompt ids, but keeps this. */
  lineId?: string
  agent?: { id: string; type: string }
  usage?: Usage
  origin: 'hook' | 'transcript'
}

export type SessionStartSource = 'startup' | 'resume' | 'clear' | 'compact' | 'fork' | 'unknown'

export interface ToolEvent extends EventBase {
  kind: 'tool'
  tool: string
  toolUseId: string
  input: Json
  /** The tool's own response object; for a failed call the error text. */
  output: Json
  failed: boolean
}

export interface PromptEvent extends EventBase {
  kind: 'prompt'
  text: string
  /** Task notifications and other prompts no person typed. */
  machineMade: boolean
}

export interface AssistantTextEvent extends EventBase {
  kind: 'assistant_text'
  text: string
}

/** The end of a turn. `text` is the last assistant message (or the API error when `failed`). */
export interface StoppedEvent extends EventBase {
  kind: 'stopped'
  text: string
  failed: boolean
}

export interface LifecycleEvent extends EventBase {
  kind: 'session_started' | 'session_ended' | 'compacting' | 'subagent_stopped'
  /** Source of a start, reason of an end, trigger of a compaction; for a subagent its last message. */
  text: string
}

export type MemoryEvent = ToolEvent | PromptEvent | AssistantTextEvent | StoppedEvent | LifecycleEvent
export type EventKind = MemoryEvent['kind']

/** Time order; the transcript's order between events of the same millisecond; the key where neither decides. */
export function compareEvents(a: MemoryEvent, b: MemoryEvent): number {
  return (
    a.at - b.at ||
    (a.position ?? Number.MAX_SAFE_INTEGER) - (b.position ?? Number.MAX_SAFE_INTEGER) ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  )
}
