/**
 * What happened in a session, in our types. Hooks and transcripts both become events; `key` is the same whichever
 * delivered it, so an event that arrives twice is one event. Values of this type are already free of private text and
 * secrets, and limited in size.
 */
import type { ToolCall } from './tool-call.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Tokens one model reply cost. Several events can share a reply; count each `messageId` once. */
export interface Usage {
  messageId: string
  tokens: number
}

interface EventBase {
  /**
   * Stable identity: `t:<tool_use_id>`, `p:<prompt id>`, `m:<message id>:<block>`, `e:<spool name>`; words beside a turn
   * `r:<tool_use_id>` (a refusal), `q:<time>:<hash>` (typed while the agent worked); records `c:<line id>` (compaction),
   * `n:<session id>` (title), `a:<task>:<hash>` (report).
   */
  key: string
  sessionId: string
  /** Milliseconds. From the transcript once it was read, else when the hook wrote its spool file. */
  at: number
  /** Byte offset of its line in the transcript; absent until the transcript was read. */
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
  /** The host's own name for the tool: for display and filters, never for decisions. */
  tool: string
  toolUseId: string
  call: ToolCall
}

export interface PromptEvent extends EventBase {
  kind: 'prompt'
  text: string
  /** Task notifications and other prompts no person typed. */
  machineMade: boolean
  /**
   * Said in the middle of a turn, so it starts none: typed while the agent worked, or given as the reason for refusing
   * a tool call or a plan.
   */
  beside?: 'work' | 'refusal'
  /** The text is a plan the host passes as a prompt, without the host's own sentences. */
  carries?: 'plan'
  /** Id of the repository it was said in, if other than the session's. */
  project?: string
}

export interface AssistantTextEvent extends EventBase {
  kind: 'assistant_text'
  text: string
  /** As for a prompt. */
  project?: string
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

/**
 * Texts the host keeps for a session besides its conversation. `compacted`: the summary a compaction left. `titled`: a
 * title, by the host or the user. `reported`: what a subagent, a teammate or a background task sent back.
 */
export interface RecordEvent extends EventBase {
  kind: 'compacted' | 'titled' | 'reported'
  text: string
  /** For a title: the user set it, so no title of the host replaces it. */
  byUser?: boolean
}

export type MemoryEvent = ToolEvent | PromptEvent | AssistantTextEvent | StoppedEvent | LifecycleEvent | RecordEvent
export type EventKind = MemoryEvent['kind']

/** Time order; within a millisecond the transcript's order; else the key. */
export function compareEvents(a: MemoryEvent, b: MemoryEvent): number {
  return (
    a.at - b.at ||
    (a.position ?? Number.MAX_SAFE_INTEGER) - (b.position ?? Number.MAX_SAFE_INTEGER) ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  )
}
