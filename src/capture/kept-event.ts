/** An event as stored: the host's part converted to our types, within the size limit. */
import type { Json, MemoryEvent, ToolEvent } from '../memory/event.ts'
import type { CapturedEvent, HostToolEvent } from './captured-event.ts'
import { keptWithinSize } from './event-size.ts'
import { hostOf } from './hosts.ts'
import { asRecord } from './tool-payload.ts'

/** Takes a cleaned event. */
export function keptEvent(event: CapturedEvent): MemoryEvent {
  return event.kind === 'tool' ? keptToolEvent(event) : event
}

export function keptToolEvent(event: HostToolEvent): ToolEvent {
  const { host: _host, input: _input, output: _output, failed: _failed, folder: _folder, ...rest } = event
  return keptWithinSize({ ...rest, call: hostOf(event).tools.read(event) })
}

/** Converts a tool event of an earlier version that stored the host's format; undefined for everything else. */
export function asKept(stored: Json): ToolEvent | undefined {
  const event = asRecord(stored)
  if (event.kind !== 'tool' || event.call !== undefined || typeof event.tool !== 'string') return undefined
  const { input = null, output = null, failed, ...rest } = event
  // Those versions knew one host.
  const told = { ...rest, host: 'claude-code', input, output, failed: failed === true }
  return keptToolEvent(told as unknown as HostToolEvent) // as: `rest` was written from that type
}
