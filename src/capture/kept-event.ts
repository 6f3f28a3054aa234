/** An event as it is stored: what came from the host in our words, within the size of an event. */
import type { Json, MemoryEvent, ToolEvent } from '../memory/event.ts'
import type { CapturedEvent, HostToolEvent } from './captured-event.ts'
import { keptWithinSize } from './event-size.ts'
import { hostOf } from './hosts.ts'
import { asRecord } from './tool-payload.ts'

/** Takes a clean event. */
export function keptEvent(event: CapturedEvent): MemoryEvent {
  return event.kind === 'tool' ? keptToolEvent(event) : event
}

export function keptToolEvent(event: HostToolEvent): ToolEvent {
  const { host: _host, input: _input, output: _output, failed: _failed, folder: _folder, ...rest } = event
  return keptWithinSize({ ...rest, call: hostOf(event).tools.read(event) })
}

/** A tool event of a version that kept it as the host said it; undefined for everything else. */
export function asKept(stored: Json): ToolEvent | undefined {
  const event = asRecord(stored)
  if (event.kind !== 'tool' || event.call !== undefined || typeof event.tool !== 'string') return undefined
  const { input = null, output = null, failed, ...rest } = event
  // Those versions knew one host.
  const told = { ...rest, host: 'claude-code', input, output, failed: failed === true }
  return keptToolEvent(told as unknown as HostToolEvent) // as: `rest` was written from that type
}
