/** State while reading a transcript, and the common parts of every event made from its lines. */
import type { SessionFacts } from '../host-event.ts'
import { emptyQueue, type Queue, queueStart } from './queued-prompts.ts'
import { mainTranscript } from './transcript-files.ts'
import { type TitleLine, type TranscriptBlock, type TranscriptLine, usageOf } from './transcript-line.ts'

/** A call that waits for its result, or the other way round. */
export interface WaitingCall {
  start: number
  line: TranscriptLine
  block: TranscriptBlock
  promptId: string | undefined
  /** A later prompt of a person shows that the other half will not come. It no longer holds back the cursor. */
  abandoned: boolean
}

export interface Reading {
  path: string
  /** Calls without a result, and results whose call comes later, by the call's id and in file order. */
  calls: Map<string, WaitingCall>
  results: Map<string, WaitingCall>
  queue: Queue
  /** Not returned yet. */
  titles: { line: TitleLine; start: number }[]
  /** Ids of the lines read: a summary names one of its session. */
  lineIds: Set<string>
  /** From the last message: lines outside the conversation do not say where or when they were written. */
  session: SessionFacts | undefined
  lastAt: number
  promptId: string | undefined
  agentType: string | undefined
  next: number
  lines: number
  unreadable: number
}

export function newReading(path: string, from: number): Reading {
  return {
    path,
    calls: new Map(),
    results: new Map(),
    queue: emptyQueue(),
    titles: [],
    lineIds: new Set(),
    session: undefined,
    lastAt: 0,
    promptId: undefined,
    agentType: undefined,
    next: from,
    lines: 0,
    unreadable: 0,
  }
}

/** Reading again from here misses nothing returned so far and nothing after it. */
export function nextOffset(state: Reading): number {
  const { calls, results, queue, titles } = state
  const held = [firstWaiting(calls), firstWaiting(results), queueStart(queue), titles[0]?.start]
  return Math.min(state.next, ...held.filter((start) => start !== undefined))
}

function firstWaiting(waiting: Map<string, WaitingCall>): number | undefined {
  for (const one of waiting.values()) if (!one.abandoned) return one.start
  return undefined
}

export function abandonCalls(waiting: Map<string, WaitingCall>, promptId: string | null | undefined): void {
  for (const [id, call] of waiting) {
    // Two prompts later it will not come any more.
    if (call.abandoned) waiting.delete(id)
    // A line of the same prompt can come between a call and its result.
    if (!promptId || call.promptId !== promptId) call.abandoned = true
  }
}

export function base(line: TranscriptLine, start: number, state: Reading) {
  const promptId = line.promptId || state.promptId
  return {
    sessionId: line.sessionId,
    at: timeOf(line),
    position: start,
    origin: 'transcript' as const,
    ...(promptId ? { promptId } : {}),
    ...agentField(line, state),
  }
}

/** For what is outside the conversation, or on a line about something else. */
export function besideBase({ sessionId }: { sessionId: string }, start: number, state: Reading, at: number) {
  const { promptId } = state
  const time = Number.isNaN(at) || at === 0 ? state.lastAt : at
  return { sessionId, at: time, position: start, origin: 'transcript' as const, ...(promptId ? { promptId } : {}) }
}

export function usageField(line: TranscriptLine) {
  const usage = usageOf(line)
  return usage === undefined ? {} : { usage }
}

export function agentField(line: TranscriptLine, state: Reading) {
  if (!line.agentId && !line.isSidechain) return {}
  state.agentType ??= line.attributionAgent ?? undefined
  // Versions before 2.1 wrote subagents into the main file without an id.
  return { agent: { id: line.agentId || 'sidechain', type: state.agentType ?? 'subagent' } }
}

export function timeOf(line: TranscriptLine): number {
  const at = Date.parse(line.timestamp ?? '')
  return Number.isNaN(at) ? 0 : at
}

export function sessionFacts(line: TranscriptLine, path: string): SessionFacts {
  return {
    sessionId: line.sessionId,
    cwd: line.cwd ?? '',
    projectDir: undefined,
    transcriptPath: mainTranscript(path),
    entrypoint: line.entrypoint ?? '',
  }
}

/** For a line that does not say where it was written: as the message before it. */
export function factsBeside(sessionId: string, state: Reading): SessionFacts {
  const known = state.session ?? {
    cwd: '',
    projectDir: undefined,
    transcriptPath: mainTranscript(state.path),
    entrypoint: '',
  }
  return { ...known, sessionId }
}
