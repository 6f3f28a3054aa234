/**
 * The host's transcript as a second source of events: what no hook delivered is read here, under the same keys. A
 * tool's call and its result are on different lines, and so are a queued prompt and its end. The cursor never passes
 * one whose other half may still come, so reading again from `nextOffset` repeats events (with equal keys) and never
 * loses one.
 */
import { stat } from 'node:fs/promises'
import type { CapturedEvent } from '../captured-event.ts'
import type { TranscriptEntry, TranscriptReading } from '../transcript.ts'
import { wholeLines } from '../whole-lines.ts'
import { handedOver, handedText, operate, type QueuedPrompt } from './queued-prompts.ts'
import { findAgentType, sessionOf } from './transcript-files.ts'
import {
  type HandedLine,
  isMessage,
  isQueued,
  type ParsedLine,
  parseTranscriptLine,
  type QueueLine,
} from './transcript-line.ts'
import { messageEvents, reportEvents } from './transcript-messages.ts'
import { bestTitle } from './transcript-records.ts'
import {
  besideBase,
  factsBeside,
  newReading,
  nextOffset,
  type Reading,
  sessionFacts,
  timeOf,
} from './transcript-state.ts'

/**
 * Longer lines are skipped: a payload of that size is an accident, and parsing it would exhaust the worker's memory.
 */
const MAX_LINE_BYTES = 32 * 1024 * 1024

export function readTranscript(path: string, from: number, by: { finished?: boolean } = {}): TranscriptReading {
  const state = newReading(path, from)
  return {
    get nextOffset() {
      return nextOffset(state)
    },
    get lines() {
      return state.lines
    },
    get unreadable() {
      return state.unreadable
    },
    async *[Symbol.asyncIterator]() {
      const size = (await stat(path).catch(() => undefined))?.size
      // The host has not created it yet.
      if (size === undefined) return
      if (from > size) state.next = 0
      state.agentType = await findAgentType(path)
      for await (const { start, next, bytes, open } of wholeLines(path, state.next, MAX_LINE_BYTES)) {
        const line = bytes === undefined ? 'unreadable' : parseTranscriptLine(bytes)
        if (open && (!by.finished || line === 'unreadable')) break // it may still be being written
        if (line === 'unreadable') state.unreadable++
        else if (line !== undefined) yield* eventsOf(line, start, state)
        state.next = next
        state.lines++
      }
      yield* titleEvents(state)
    },
  }
}

function* eventsOf(line: ParsedLine, start: number, state: Reading): Generator<TranscriptEntry> {
  // Just parsed here, so it is safe to change.
  if (typeof line.sessionId === 'string') line.sessionId = sessionOf(line.sessionId, state.path)
  if (isMessage(line)) {
    if (line.promptId) state.promptId = line.promptId
    if (line.uuid) state.lineIds.add(line.uuid)
    const session = sessionFacts(line, state.path)
    state.session = session
    state.lastAt = timeOf(line) || state.lastAt
    for (const event of messageEvents(line, start, state)) yield { event, session }
  } else if (isQueued(line)) {
    for (const event of queueEvents(line, start, state)) yield { event, session: factsBeside(line.sessionId, state) }
  } else state.titles.push({ line, start })
}

/** One for everything read: a title is rewritten whenever it may have changed. Without a message it has no time. */
function* titleEvents(state: Reading): Generator<TranscriptEntry> {
  const { session, lastAt: at } = state
  if (session === undefined || at === 0) return
  const { sessionId } = session
  const title = bestTitle(state.titles, { sessionId, isOwn: (lineId) => state.lineIds.has(lineId) })
  state.titles = []
  if (title === undefined) return
  const { text, byUser, start: position } = title
  const base = { key: `n:${sessionId}`, sessionId, at, position, origin: 'transcript' as const }
  yield { event: { ...base, kind: 'titled', text, ...(byUser ? { byUser } : {}) }, session }
}

function* queueEvents(line: QueueLine | HandedLine, start: number, state: Reading): Generator<CapturedEvent> {
  if (line.type === 'attachment' && line.isSidechain) return
  const text = line.type === 'attachment' ? handedText(line.attachment.prompt) : (line.content ?? '')
  const at = Date.parse(line.timestamp)
  // What a task or another agent sent in the middle of a turn is recorded nowhere else.
  if (line.type === 'attachment' || line.operation === 'enqueue')
    yield* reportEvents(text, besideBase(line, start, state, at))
  const said = line.type === 'attachment' ? handedOver(state.queue, line, start) : operate(state.queue, line, start)
  if (said !== undefined) yield queuedPrompt(said, line.sessionId, state)
}

function queuedPrompt({ key, text, at, start }: QueuedPrompt, sessionId: string, state: Reading): CapturedEvent {
  const base = besideBase({ sessionId }, start, state, at)
  return { ...base, kind: 'prompt', key, text, machineMade: false, beside: 'work' }
}
