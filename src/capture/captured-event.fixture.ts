/** Tool events for tests, as the host delivers them and as they are stored. */
import type { Json, ToolEvent } from '../memory/event.ts'
import type { HostToolEvent } from './captured-event.ts'
import { keptToolEvent } from './kept-event.ts'

export function hostTool(tool: string, more: Partial<HostToolEvent> = {}): HostToolEvent {
  const base = { kind: 'tool' as const, key: 't:1', sessionId: 's', at: 1, origin: 'hook' as const, toolUseId: '1' }
  return { ...base, host: 'claude-code', tool, input: null, output: null, failed: false, ...more }
}

export function keptTool(tool: string, input: Json, output: Json, more: Partial<HostToolEvent> = {}): ToolEvent {
  return keptToolEvent(hostTool(tool, { input, output, ...more }))
}
