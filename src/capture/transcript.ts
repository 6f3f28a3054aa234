/**
 * The host's transcript as a second source of events: what no hook delivered is read here, under the same keys.
 * A tool's call and its result stand on different lines; the cursor never passes a call whose result may still come,
 * so reading again from `nextOffset` repeats events (their keys are equal) and never loses one.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { MemoryEvent } from '../memory/event.ts'
import type { SessionFacts } from './host-event.ts'
import { humanText, slashCommand } from './machine-made.ts'
import {
  blocksOf,
  json,
  outcomeOf,
  parseTranscriptLine,
  type TranscriptBlock,
  type TranscriptLine,
  usageOf,
} from './transcript-line.ts'
import { wholeLines } from './whole-lines.ts'

export interface TranscriptEntry {
  event: MemoryEvent
  session: SessionFacts
}

/**
 * `for await (const { event, session } of reading) …`, then keep `reading.nextOffset`. At any time it is the place from
 * which nothing already given out, and nothing after it, can be missed: it can be kept in the middle of a long import.
 */
export interface TranscriptReading extends AsyncIterable<TranscriptEntry> {
  readonly nextOffset: number
  /** Whole lines read so far, of whatever type. */
  readonly lines: number
}

/** Longer lines are skipped: a payload of that size is an accident, and parsing it would take the worker's memory. */
const MAX_LINE_BYTES = 32 * 1024 * 1024

/** New events from byte `from` on. A file that shrank is another file: it is read from its beginning. */
export function readTranscript(path: string, from: number): TranscriptReading {
  const state: Reading = { path, calls: new Map(), promptId: undefined, agentType: undefined, next: from, lines: 0 }
  return {
    get nextOffset() {
      // Calls are kept in file order: the first that waits is the earliest.
      for (const call of state.calls.values()) if (!call.abandoned) return Math.min(call.start, state.next)
      return state.next
    },
    get lines() {
      return state.lines
    },
    async *[Symbol.asyncIterator]() {
      const size = (await stat(path).catch(() => undefined))?.size
      // The host has not written it yet.
      if (size === undefined) return
      if (from > size) state.next = 0
      state.agentType = await findAgentType(path)
      for await (const { start, next, bytes } of wholeLines(path, state.next, MAX_LINE_BYTES)) {
        const line = bytes === undefined ? undefined : parseTranscriptLine(bytes)
        if (line !== undefined) yield* eventsOf(line, start, state)
        state.next = next
        state.lines++
      }
    },
  }
}

/** The transcripts of a session's subagents, in files of their own beside it. */
export async function subagentTranscripts(transcriptPath: string): Promise<string[]> {
  const folder = join(transcriptPath.replace(/\.jsonl$/, ''), 'subagents')
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(folder, name))
}

export interface FoundTranscript {
  path: string
  sizeBytes: number
  mtimeMs: number
  /** The host's name for the project's folder: its path with `-` for everything but letters and digits. */
  projectSlug: string
}

/** Every session's transcript below the host's configuration folder, oldest first. */
export async function findTranscripts(configDir: string): Promise<FoundTranscript[]> {
  const projects = join(configDir, 'projects')
  const found: FoundTranscript[] = []
  for (const projectSlug of await readdir(projects).catch(() => [])) {
    for (const name of await readdir(join(projects, projectSlug)).catch(() => [])) {
      if (!name.endsWith('.jsonl')) continue
      const path = join(projects, projectSlug, name)
      const stats = await stat(path).catch(() => undefined)
      if (stats?.isFile()) found.push({ path, sizeBytes: stats.size, mtimeMs: stats.mtimeMs, projectSlug })
    }
  }
  return found.sort((a, b) => a.mtimeMs - b.mtimeMs || (a.path < b.path ? -1 : 1))
}

interface WaitingCall {
  start: number
  line: TranscriptLine
  block: TranscriptBlock
  promptId: string | undefined
  /** A later prompt of a person shows that no result will come. It no longer holds the cursor. */
  abandoned: boolean
}

interface Reading {
  path: string
  calls: Map<string, WaitingCall>
  promptId: string | undefined
  agentType: string | undefined
  next: number
  lines: number
}

function* eventsOf(line: TranscriptLine, start: number, state: Reading): Generator<TranscriptEntry> {
  if (line.promptId) state.promptId = line.promptId
  const session = sessionFacts(line, state.path)
  const events = line.type === 'assistant' ? assistantEvents(line, start, state) : userEvents(line, start, state)
  for (const event of events) yield { event, session }
}

function* assistantEvents(line: TranscriptLine, start: number, state: Reading): Generator<MemoryEvent> {
  for (const [i, block] of blocksOf(line).entries()) {
    if (block.type === 'tool_use' && block.id && block.name)
      state.calls.set(block.id, { start, line, block, promptId: state.promptId, abandoned: false })
    if (block.type !== 'text' || !block.text?.trim() || !line.message.id) continue
    const key = `m:${line.message.id}:${blockId(line, i)}`
    yield { ...base(line, start, state), ...usageField(line), kind: 'assistant_text', key, text: block.text }
  }
}

function* userEvents(line: TranscriptLine, start: number, state: Reading): Generator<MemoryEvent> {
  const blocks = blocksOf(line)
  const results = blocks.filter((block) => block.type === 'tool_result')
  for (const result of results) {
    const event = toolEvent(line, result, start, state)
    if (event !== undefined) yield event
  }
  if (results.length > 0) return
  const prompt = promptEvent(line, blocks, start, state)
  if (prompt === undefined) return
  if (prompt.kind === 'prompt' && !prompt.machineMade) abandonCalls(state, line.promptId)
  yield prompt
}

function toolEvent(
  line: TranscriptLine,
  result: TranscriptBlock,
  start: number,
  state: Reading,
): MemoryEvent | undefined {
  const id = result.tool_use_id ?? ''
  const call = state.calls.get(id)
  if (call === undefined) return undefined
  state.calls.delete(id)
  const outcome = outcomeOf(line, result)
  if (outcome === undefined) return undefined
  return {
    ...base(line, start, state),
    ...usageField(call.line),
    ...agentField(call.line, state),
    kind: 'tool',
    key: `t:${id}`,
    tool: call.block.name ?? '',
    toolUseId: id,
    input: json(call.block.input),
    ...outcome,
  }
}

function promptEvent(
  line: TranscriptLine,
  blocks: TranscriptBlock[],
  start: number,
  state: Reading,
): MemoryEvent | undefined {
  if (line.isMeta || line.isCompactSummary || line.isVisibleInTranscriptOnly) return undefined
  // What a subagent is told comes from its parent, never from a person.
  if (line.isSidechain || line.agentId) return undefined
  const id = line.promptId || line.uuid
  const raw = blocks
    .map((block) => (block.type === 'text' ? (block.text ?? '') : ''))
    .filter((part) => part.trim() !== '')
    .join('\n')
  if (!id || raw.trim() === '' || raw.startsWith('[Request interrupted by user')) return undefined
  const typed = humanText(raw)
  const fromMachine = line.promptSource === 'system' || line.origin?.kind === 'task-notification'
  const machineMade = typed === '' || fromMachine
  const text = machineMade ? (slashCommand(raw) ?? raw) : typed
  const lineId = line.uuid ? { lineId: line.uuid } : {}
  return { ...base(line, start, state), ...lineId, kind: 'prompt', key: `p:${id}`, text, machineMade }
}

function abandonCalls(state: Reading, promptId: string | null | undefined): void {
  for (const [id, call] of state.calls) {
    // Two prompts later nothing comes any more.
    if (call.abandoned) state.calls.delete(id)
    // A line of the same prompt can come between a call and its result.
    if (!promptId || call.promptId !== promptId) call.abandoned = true
  }
}

function base(line: TranscriptLine, start: number, state: Reading) {
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

function usageField(line: TranscriptLine) {
  const usage = usageOf(line)
  return usage === undefined ? {} : { usage }
}

function agentField(line: TranscriptLine, state: Reading) {
  if (!line.agentId && !line.isSidechain) return {}
  state.agentType ??= line.attributionAgent ?? undefined
  // Versions before 2.1 wrote subagents into the main file without an id.
  return { agent: { id: line.agentId || 'sidechain', type: state.agentType ?? 'subagent' } }
}

/** Stable however the file is read: the host's block number, else the line's own id. */
function blockId(line: TranscriptLine, i: number): string {
  if (typeof line.apiBlockIndex === 'number') return String(line.apiBlockIndex + i)
  return line.uuid ? `${line.uuid}${i === 0 ? '' : `.${i}`}` : String(i)
}

function timeOf(line: TranscriptLine): number {
  const at = Date.parse(line.timestamp ?? '')
  return Number.isNaN(at) ? 0 : at
}

/** Hooks inside a subagent name the parent's transcript; so do we. */
function sessionFacts(line: TranscriptLine, path: string): SessionFacts {
  const folder = dirname(path)
  return {
    sessionId: line.sessionId,
    cwd: line.cwd ?? '',
    projectDir: undefined,
    transcriptPath: basename(folder) === 'subagents' ? `${dirname(folder)}.jsonl` : path,
    entrypoint: line.entrypoint ?? '',
  }
}

/** A subagent's kind is written beside its transcript, in versions that do so. */
async function findAgentType(path: string): Promise<string | undefined> {
  if (basename(dirname(path)) !== 'subagents') return undefined
  try {
    const meta: unknown = JSON.parse(await readFile(path.replace(/\.jsonl$/, '.meta.json'), 'utf8'))
    if (typeof meta !== 'object' || meta === null || !('agentType' in meta)) return undefined
    return typeof meta.agentType === 'string' && meta.agentType !== '' ? meta.agentType : undefined
  } catch {
    return undefined // Absent in older versions: the lines may still name the kind.
  }
}
