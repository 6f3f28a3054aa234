/**
 * Events between the host and the store. What a tool was given and gave back still has the host's own shape here, because
 * private text and secrets are removed by field; `keptEvent` turns it into our words, and only that is stored.
 */
import type { Json, MemoryEvent, ToolEvent } from '../memory/event.ts'

/** Whose words an event is in until it is kept. */
export const HOST_NAMES = ['claude-code', 'codex'] as const
export type HostName = (typeof HOST_NAMES)[number]

export interface HostToolEvent extends Omit<ToolEvent, 'call'> {
  host: HostName
  /** Where the agent stood; absent where the host does not say. */
  folder?: string
  input: Json
  /** The host's response; for a failed call the error's text. */
  output: Json
  failed: boolean
}

export type CapturedEvent = Exclude<MemoryEvent, ToolEvent> | HostToolEvent
