/**
 * A rollout file as a source of events. Only its first line names the session, so it is always read from the beginning,
 * and events are returned from byte `from` on. Keys depend on the session the lines were first written in and on their
 * order: a fork's copy of its parent's lines has the same keys, and stays with the parent.
 */
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Usage } from '../../memory/event.ts'
import type { CapturedEvent } from '../captured-event.ts'
import type { SessionFacts } from '../host-event.ts'
import { shortHash } from '../short-hash.ts'
import type { TranscriptReading } from '../transcript.ts'
import { wholeLines } from '../whole-lines.ts'
import { type CodexCall, readCalls } from './call-input.ts'
import { readOutput } from './call-output.ts'
import { folderIn, typedText } from './injected-text.ts'
import { parseRolloutLine, type RolloutHead, type RolloutItem } from './rollout-line.ts'

/** As for every host: a longer line is an accident, and parsing it would exhaust the worker's memory. */
const MAX_LINE_BYTES = 32 * 1024 * 1024

interface Waiting {
  id: string
  calls: CodexCall[]
  usage: { usage?: Usage }
}

interface Reading {
  path: string
  head: RolloutHead | undefined
  /** The session whose lines are read: in a fork's copy, the original one. */
  origin: string
  cwd: string
  at: number
  calls: Map<string, Waiting>
  /** Commands that are still running, by their number. */
  running: Map<string, string>
  /** A prompt as the model received it: the client's own record of it may follow. */
  asked: { text: string; start: number } | undefined
  lastPrompt: string
  /** What the agent said last: its cost comes after it. */
  said: CapturedEvent | undefined
  promptsInTurn: number | undefined
  /** Prompts, texts and summaries so far. */
  ordinal: number
  next: number
  lines: number
  unreadable: number
}

export function readRollout(path: string, from: number, by: { finished?: boolean } = {}): TranscriptReading {
  const state: Reading = newReading(path)
  return {
    get nextOffset() {
      // What waits for the next line has not been returned yet.
      return Math.min(state.next, state.asked?.start ?? state.next, state.said?.position ?? state.next)
    },
    get lines() {
      return state.lines
    },
    get unreadable() {
      return state.unreadable
    },
    async *[Symbol.asyncIterator]() {
      const size = (await stat(path).catch(() => undefined))?.size
      if (size === undefined) return
      const since = from > size ? 0 : from
      const isNew = ({ position = 0 }: CapturedEvent) => position >= since
      for await (const { start, next, bytes, open } of wholeLines(path, 0, MAX_LINE_BYTES)) {
        const line = bytes === undefined ? 'unreadable' : parseRolloutLine(bytes)
        if (open && (!by.finished || line === 'unreadable')) break // it may still be being written
        if (start >= since) state.lines++
        if (line === 'unreadable') {
          if (start >= since) state.unreadable++
        } else {
          // Lines without times keep their order.
          state.at = line.at || state.at + 1
          if (line.item) yield* entries(eventsOf(line.item, start, state), state, isNew)
        }
        state.next = next
      }
      yield* entries(flush(state), state, isNew)
    },
  }
}

function* entries(events: Iterable<CapturedEvent>, state: Reading, isNew: (event: CapturedEvent) => boolean) {
  for (const event of events) {
    if (!state.head || state.head.internal || !isNew(event)) continue
    if (state.cwd !== '') yield { event, session: factsOf(state.head, state) }
    // Its project is unknown.
    else state.unreadable++
  }
}

function newReading(path: string): Reading {
  return {
    path,
    head: undefined,
    origin: '',
    cwd: '',
    at: 0,
    calls: new Map(),
    running: new Map(),
    asked: undefined,
    lastPrompt: '',
    said: undefined,
    promptsInTurn: undefined,
    ordinal: 0,
    next: 0,
    lines: 0,
    unreadable: 0,
  }
}

function* eventsOf(item: RolloutItem, start: number, state: Reading): Generator<CapturedEvent> {
  // The cost comes after the text; the client's record of a prompt after the prompt.
  if (item.kind !== 'user' && item.kind !== 'cost') yield* flush(state)
  switch (item.kind) {
    case 'cost':
      pay(item.tokens, start, state)
      return
    case 'head':
      begin(item.head, state)
      return
    case 'folder':
      state.cwd = item.cwd || state.cwd
      return
    case 'turn':
      state.promptsInTurn = item.is === 'begun' ? 0 : undefined
      return
    case 'user':
      yield* userEvents(item, start, state)
      return
    case 'agent':
      if (item.text.trim() === '') return
      state.lastPrompt = ''
      state.said = { ...base(start, state), kind: 'assistant_text', key: keyOf('m', item.text, state), text: item.text }
      return
    case 'call':
      yield* callEvents(item, start, state)
      return
    case 'result':
      yield* resultEvents(item, start, state)
      return
    case 'compacted':
      // Empty when the summary is stored where only the model's vendor can read it.
      if (item.text.trim() !== '' && !state.head?.parent)
        yield { ...base(start, state), kind: 'compacted', key: keyOf('c', item.text, state), text: item.text }
      return
    case 'title':
      if (item.text.trim() !== '')
        yield { ...base(start, state), kind: 'titled', key: `n:${sessionIdOf(state)}`, text: item.text }
  }
}

/** The file's own head comes first; every later one belongs to a session whose lines were copied. */
function begin(head: RolloutHead, state: Reading): void {
  const id = head.id || basename(state.path, '.jsonl')
  state.head ??= { ...head, id }
  state.origin = head.forkedFrom || id
  state.cwd = head.cwd || state.cwd
  state.at = Math.max(state.at, head.at)
}

function* userEvents(
  { texts, noted }: RolloutItem & { kind: 'user' },
  start: number,
  state: Reading,
): Generator<CapturedEvent> {
  for (const text of texts) state.cwd = folderIn(text) || state.cwd
  const text = texts
    .map(typedText)
    .filter((part) => part !== '')
    .join('\n')
  if (text === '') return
  if (!noted) {
    yield* flush(state)
    if (text !== state.lastPrompt) state.asked = { text, start }
    return
  }
  const known = state.asked
  state.asked = undefined
  // Some versions record it before asking.
  if (known !== undefined && known.text !== text) yield* promptEvent(known, state)
  yield* promptEvent({ text, start: known?.start ?? start }, state)
}

/** Returns what waited for the next line. */
function* flush(state: Reading): Generator<CapturedEvent> {
  const { said, asked } = state
  state.said = undefined
  state.asked = undefined
  if (said) yield said
  if (asked) yield* promptEvent(asked, state)
}

function* promptEvent({ text, start }: { text: string; start: number }, state: Reading): Generator<CapturedEvent> {
  const { said } = state
  state.said = undefined
  if (said) yield said
  state.lastPrompt = text
  const key = keyOf('p', text, state)
  // What a subagent is told comes from its parent, never from a person.
  if (state.head?.parent) return
  const beside = state.promptsInTurn !== undefined && state.promptsInTurn > 0 ? { beside: 'work' as const } : {}
  if (state.promptsInTurn !== undefined) state.promptsInTurn += 1
  yield { ...base(start, state), kind: 'prompt', key, text, machineMade: false, ...beside }
}

function* callEvents(
  { id, tool, given, whole }: RolloutItem & { kind: 'call' },
  start: number,
  state: Reading,
): Generator<CapturedEvent> {
  if (tool === '') return
  state.lastPrompt = ''
  const calls = readCalls(tool, given, state.cwd)
  const waiting = { id: id || keyOf('w', tool, state), calls, usage: {} }
  if (whole) yield* toolEvents(waiting, null, start, state)
  else state.calls.set(id, waiting)
}

function* resultEvents(
  { id, output }: RolloutItem & { kind: 'result' },
  start: number,
  state: Reading,
): Generator<CapturedEvent> {
  const waiting = state.calls.get(id)
  state.calls.delete(id)
  if (waiting) yield* toolEvents(waiting, output, start, state)
}

function* toolEvents(
  { id, calls, usage }: Waiting,
  given: (RolloutItem & { kind: 'result' })['output'],
  start: number,
  state: Reading,
): Generator<CapturedEvent> {
  const { shown, failed, runningAs, refused } = readOutput(given)
  if (refused) return
  for (const [i, { tool, input, folder }] of calls.entries()) {
    yield {
      ...base(start, state),
      ...(i === 0 ? usage : {}),
      kind: 'tool',
      host: 'codex',
      key: `t:${id}${i === 0 ? '' : `#${i + 1}`}`,
      tool,
      toolUseId: id,
      input: withCommand(input, runningAs, state),
      output: { shown, ...(runningAs === undefined ? {} : { runningAs }) },
      failed,
      ...(folder === '' ? {} : { folder }),
    }
  }
}

/** Checking a running command names it only by its number. */
function withCommand(input: CodexCall['input'], runningAs: string | undefined, state: Reading): CodexCall['input'] {
  const { command, session_id: looksAt } = input
  if (typeof command === 'string' && runningAs !== undefined) state.running.set(runningAs, command)
  const known = command === undefined && looksAt !== undefined ? state.running.get(String(looksAt)) : undefined
  return known === undefined ? input : { ...input, command: known }
}

/** One model reply can contain text, tool calls, or both. */
function pay(tokens: number, start: number, state: Reading): void {
  if (tokens <= 0) return
  const usage = { messageId: `${sessionIdOf(state)}:${start}`, tokens }
  const call = [...state.calls.values()].at(-1)
  if (state.said) state.said = { ...state.said, usage }
  else if (call) call.usage = { usage }
}

function base(start: number, state: Reading) {
  const { parent = '', id = '', agentType = '' } = state.head ?? {}
  return {
    sessionId: sessionIdOf(state),
    at: state.at,
    position: start,
    origin: 'transcript' as const,
    ...(parent === '' ? {} : { agent: { id, type: agentType } }),
  }
}

/** A subagent's work belongs to its parent session. */
function sessionIdOf({ head }: Reading): string {
  return head?.parent || head?.id || ''
}

function factsOf(head: RolloutHead, state: Reading): SessionFacts {
  return {
    sessionId: sessionIdOf(state),
    cwd: state.cwd,
    projectDir: undefined,
    transcriptPath: head.parent ? undefined : state.path,
    entrypoint: 'codex',
  }
}

function keyOf(letter: string, text: string, state: Reading): string {
  state.ordinal += 1
  return `${letter}:${state.origin}:${state.ordinal}:${shortHash(text)}`
}
