/**
 * A session's events as turns: what one request of the user set in motion. Order of arrival and duplicates of events do
 * not matter. A prompt no person typed (a task notification) belongs to the work it interrupts.
 */
import { type AssistantTextEvent, compareEvents, type MemoryEvent, type PromptEvent } from '../memory/event.ts'

export interface Turn {
  /** Absent for what happened before the first prompt. */
  prompt: PromptEvent | undefined
  /** Id of the repository where it ended, if other than the session's. */
  project: string | undefined
  events: MemoryEvent[]
  startedAt: number
  endedAt: number
}

/** One agent's share of a turn: the main session (`agentId` undefined) or one subagent. */
export interface Lane {
  agentId: string | undefined
  events: MemoryEvent[]
}

export function splitTurns(events: readonly MemoryEvent[]): Turn[] {
  const turns: Turn[] = []
  for (const event of inOrder(events)) {
    const open = turns.at(-1)
    const starts =
      event.kind === 'prompt' && !event.machineMade && event.agent === undefined && event.beside === undefined
    if (open && !starts) {
      open.events.push(event)
      open.endedAt = event.at
      if (saysWhere(event)) open.project = event.project
      continue
    }
    const project = saysWhere(event) ? event.project : undefined
    turns.push({ prompt: starts ? event : undefined, project, events: [event], startedAt: event.at, endedAt: event.at })
  }
  return turns
}

/** Subagents have their own folders, and a queued prompt does not say where it was typed. */
function saysWhere(event: MemoryEvent): event is PromptEvent | AssistantTextEvent {
  if (event.agent !== undefined) return false
  return event.kind === 'assistant_text' || (event.kind === 'prompt' && event.beside !== 'work')
}

/** The main session first, then subagents in order of appearance. */
export function splitLanes(turn: Turn): Lane[] {
  const lanes = new Map<string | undefined, Lane>([[undefined, { agentId: undefined, events: [] }]])
  for (const event of turn.events) {
    const agentId = event.agent?.id
    const lane = lanes.get(agentId) ?? { agentId, events: [] }
    lane.events.push(event)
    lanes.set(agentId, lane)
  }
  return [...lanes.values()].filter((lane) => lane.events.length > 0)
}

function inOrder(events: readonly MemoryEvent[]): MemoryEvent[] {
  const byKey = new Map<string, MemoryEvent>()
  for (const event of events) {
    const known = byKey.get(event.key)
    if (known === undefined || preferred(event, known)) byKey.set(event.key, event)
  }
  return [...byKey.values()].sort(compareEvents)
}

/** Of two copies the transcript's is kept (it has the true time and usage); otherwise any fixed rule will do. */
function preferred(a: MemoryEvent, b: MemoryEvent): boolean {
  if (a.origin !== b.origin) return a.origin === 'transcript'
  const order = compareEvents(a, b)
  return order !== 0 ? order < 0 : JSON.stringify(a) < JSON.stringify(b)
}
