/**
 * The messages of a transcript as events: what was said and asked, and what each tool did. A call and its result are on
 * different lines, usually in this order; the event is made when both have been read.
 */
import type { CapturedEvent } from '../captured-event.ts'
import { humanText, promptWords, reportsIn, slashCommand } from './machine-made.ts'
import { promptCame } from './queued-prompts.ts'
import {
  blocksOf,
  json,
  outcomeOf,
  refusalWords,
  type TranscriptBlock,
  type TranscriptLine,
} from './transcript-line.ts'
import { compactionText } from './transcript-records.ts'
import {
  abandonCalls,
  agentField,
  base,
  besideBase,
  type Reading,
  timeOf,
  usageField,
  type WaitingCall,
} from './transcript-state.ts'

export function messageEvents(line: TranscriptLine, start: number, state: Reading): Generator<CapturedEvent> {
  return line.type === 'assistant' ? assistantEvents(line, start, state) : userEvents(line, start, state)
}

/** Reports of agents beside the session in one of the host's texts. */
export function* reportEvents(text: string, about: ReturnType<typeof besideBase>): Generator<CapturedEvent> {
  for (const report of reportsIn(text)) yield { ...about, kind: 'reported', ...report }
}

function* assistantEvents(line: TranscriptLine, start: number, state: Reading): Generator<CapturedEvent> {
  for (const [i, block] of blocksOf(line).entries()) {
    if (block.type === 'tool_use' && block.id && block.name) {
      const call = { start, line, block, promptId: state.promptId, abandoned: false }
      const early = state.results.get(block.id)
      state.results.delete(block.id)
      if (early === undefined) state.calls.set(block.id, call)
      else yield* toolEvents(call, early, state)
    }
    if (block.type !== 'text' || !block.text?.trim() || !line.message.id || isHostsNote(line, block.text)) continue
    const key = `m:${line.message.id}:${blockId(line, i)}`
    yield { ...base(line, start, state), ...usageField(line), kind: 'assistant_text', key, text: block.text }
  }
}

/** Written in the agent's name: an API error, or that nothing was asked. */
function isHostsNote(line: TranscriptLine, text: string): boolean {
  return line.isApiErrorMessage === true || /^(?:API Error: \d{3} |No response requested\.$)/.test(text.trim())
}

function* userEvents(line: TranscriptLine, start: number, state: Reading): Generator<CapturedEvent> {
  const blocks = blocksOf(line)
  const results = blocks.filter((block) => block.type === 'tool_result')
  for (const block of results)
    yield* resultEvents({ start, line, block, promptId: state.promptId, abandoned: false }, state)
  if (results.length > 0) return
  if (line.isCompactSummary) {
    yield* compactionEvents(line, blocks, start, state)
    return
  }
  // What a subagent is told comes from its parent, never from a person.
  if (line.isSidechain || line.agentId) return
  const raw = textOfBlocks(blocks)
  yield* reportEvents(raw, besideBase(line, start, state, timeOf(line)))
  const prompt = promptEvent(line, raw, start, state)
  if (prompt === undefined) return
  if (prompt.kind === 'prompt' && !prompt.machineMade) {
    promptCame(state.queue, prompt.text)
    abandonCalls(state.calls, line.promptId)
    abandonCalls(state.results, line.promptId)
  }
  yield prompt
}

function* resultEvents(result: WaitingCall, state: Reading): Generator<CapturedEvent> {
  const id = result.block.tool_use_id ?? ''
  const words = refusalWords(result.line, result.block)
  if (words !== '') {
    yield {
      ...base(result.line, result.start, state),
      kind: 'prompt',
      key: `r:${id}`,
      text: words,
      machineMade: false,
      beside: 'refusal',
    }
  }
  const call = state.calls.get(id)
  state.calls.delete(id)
  if (call !== undefined) yield* toolEvents(call, result, state)
  else if (id !== '' && outcomeOf(result.line, result.block) !== undefined) state.results.set(id, result)
}

function* toolEvents(call: WaitingCall, result: WaitingCall, state: Reading): Generator<CapturedEvent> {
  const outcome = outcomeOf(result.line, result.block)
  const id = call.block.id ?? ''
  if (outcome === undefined) return
  yield {
    ...base(result.line, result.start, state),
    ...usageField(call.line),
    ...agentField(call.line, state),
    kind: 'tool',
    host: 'claude-code',
    key: `t:${id}`,
    tool: call.block.name ?? '',
    toolUseId: id,
    input: json(call.block.input),
    // From the call's line, not the result's: a `cd` in the command has moved that one.
    ...(call.line.cwd ? { folder: call.line.cwd } : {}),
    ...outcome,
  }
}

function* compactionEvents(
  line: TranscriptLine,
  blocks: TranscriptBlock[],
  start: number,
  state: Reading,
): Generator<CapturedEvent> {
  const text = compactionText(textOfBlocks(blocks))
  if (!line.uuid || text === '' || line.isSidechain || line.agentId) return
  yield { ...base(line, start, state), kind: 'compacted', key: `c:${line.uuid}`, text }
}

function textOfBlocks(blocks: TranscriptBlock[]): string {
  const texts = blocks.map((block) => (block.type === 'text' ? (block.text ?? '') : ''))
  return texts.filter((part) => part.trim() !== '').join('\n')
}

/** A host notice that carries a report becomes that report, not a prompt. */
function promptEvent(line: TranscriptLine, raw: string, start: number, state: Reading): CapturedEvent | undefined {
  const id = line.promptId || line.uuid
  if (!id || line.isMeta || line.isVisibleInTranscriptOnly) return undefined
  if (raw === '' || raw.startsWith('[Request interrupted by user')) return undefined
  const typed = humanText(raw)
  const fromMachine = line.promptSource === 'system' || MACHINES.has(line.origin?.kind ?? '')
  const machineMade = typed === '' || fromMachine
  if (machineMade && reportsIn(raw).length > 0) return undefined
  const words = machineMade ? { text: slashCommand(raw) ?? raw } : promptWords(typed)
  const lineId = line.uuid ? { lineId: line.uuid } : {}
  return { ...base(line, start, state), ...lineId, kind: 'prompt', key: `p:${id}`, ...words, machineMade }
}

/** Senders of prompts other than people, in versions that say so. */
const MACHINES = new Set(['task-notification', 'coordinator', 'peer', 'auto-continuation'])

/** Stable however the file is read: the host's block number, else the line's own id. */
function blockId(line: TranscriptLine, i: number): string {
  if (typeof line.apiBlockIndex === 'number') return String(line.apiBlockIndex + i)
  return line.uuid ? `${line.uuid}${i === 0 ? '' : `.${i}`}` : String(i)
}
