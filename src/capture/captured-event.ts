/**
 * Events between the host and the store. A tool's input and output still have the host's own shape here, because
 * private text and secrets are removed field by field; `keptEvent` converts them to ours, and only that is stored.
 */
import type { Json, MemoryEvent, ToolEvent } from '../memory/event.ts'

/** Whose format an event has until it is stored. */
export const HOST_NAMES = ['claude-code', 'codex'] as const
export type HostName = (typeof HOST_NAMES)[number]

export interface HostToolEvent extends Omit<ToolEvent, 'call'> {
  host: HostName
  /** The agent's folder; absent if the host does not say. */
  folder?: string
  input: Json
  /** The host's response; for a failed call, the error text. */
  output: Json
  failed: boolean
}

export type CapturedEvent = Exclude<MemoryEvent, ToolEvent> | HostToolEvent
