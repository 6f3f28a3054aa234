/**
 * The sessions to be played: real trajectories strung together into long sessions, each played under several session
 * ids with tool-use ids of its own, as hook payloads and transcript lines.
 */
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { HostCall, ToolCall } from '../../bench/trajectories/host-call.ts'
import { loadTrajectories, toHostCalls } from '../../bench/trajectories/load.ts'
import { common, type HookOptions, sessionStart } from '../support/hook.ts'
import type { Place } from '../support/place.ts'
import { openTranscript, type Transcript } from './transcript.ts'

/** Longer than the stretch in which the disk is full: every session has hooks before or after it. */
const CALLS_PER_SESSION = 120

export interface PlannedSession {
  id: string
  calls: HostCall[]
}

export interface Plan {
  sessions: PlannedSession[]
  note: string
}

export function planSessions(by: { events: number; atLeastCopies: number }): Plan {
  const { runs, note } = loadTrajectories()
  const groups: HostCall[][] = []
  let group: HostCall[] = []
  for (const run of runs) {
    group.push(...toHostCalls(run))
    if (countTools(group) < CALLS_PER_SESSION) continue
    groups.push(group)
    group = []
  }
  if (group.length > 0) groups.push(group)
  const perCopy = groups.reduce((sum, calls) => sum + countTools(calls), 0)
  const copies = Math.max(by.atLeastCopies, Math.ceil(by.events / Math.max(1, perCopy)))
  const sessions: PlannedSession[] = []
  for (let copy = 0; copy < copies; copy++) {
    for (const [index, calls] of groups.entries()) {
      const id = uuidOf(`session ${copy} ${index}`)
      sessions.push({ id, calls: calls.map((call, i) => renamed(call, `toolu_${id.slice(0, 8)}_${index}_${i}`)) })
    }
  }
  return { sessions, note }
}

export function countTools(calls: readonly HostCall[]): number {
  return calls.filter((call) => call.kind === 'tool').length
}

function renamed(call: HostCall, id: string): HostCall {
  return call.kind === 'tool' ? { ...call, tool_use_id: id } : call
}

/** Every step of a session: what the host writes to the transcript, then the hook it runs. */
export function* stepsOf(
  place: Place,
  session: PlannedSession,
): Generator<{ write: () => void; hook: HookOptions | undefined }> {
  mkdirSync(place.transcripts, { recursive: true })
  const path = join(place.transcripts, `${session.id}.jsonl`)
  const transcript = openTranscript({ path, sessionId: session.id, cwd: place.project })
  const nothing = () => {}
  let turn = 0
  let promptId = ''
  const facts = (event: string) => ({
    ...common(place, event, { sessionId: session.id }),
    ...(promptId ? { prompt_id: promptId } : {}),
  })
  yield { write: nothing, hook: { event: 'SessionStart', payload: sessionStart(place, session.id) } }
  for (const call of session.calls) {
    if (call.kind === 'prompt') {
      promptId = promptIdOf(session.id, turn++)
      const hook = { event: 'UserPromptSubmit', payload: { ...facts('UserPromptSubmit'), prompt: call.text } }
      const id = promptId
      // The host runs this hook before it writes the prompt's line.
      yield { write: nothing, hook }
      yield { write: () => transcript.prompt(call.text, id), hook: undefined }
    } else if (call.kind === 'assistant_text') {
      yield { write: () => transcript.assistantText(call.text), hook: undefined }
    } else if (call.kind === 'tool') {
      yield { write: () => transcript.tool(call), hook: toolHook(call, facts) }
    } else {
      const payload = { ...facts('Stop'), stop_hook_active: false, last_assistant_message: call.text }
      yield { write: () => closing(transcript, call.text), hook: { event: 'Stop', payload } }
    }
  }
  yield { write: nothing, hook: { event: 'SessionEnd', payload: { ...facts('SessionEnd'), reason: 'other' } } }
}

function toolHook(call: ToolCall, facts: (event: string) => object): HookOptions {
  const event = call.failed ? 'PostToolUseFailure' : 'PostToolUse'
  const outcome = call.failed ? { error: call.tool_response } : { tool_response: call.tool_response }
  const { tool_name, tool_input, tool_use_id } = call
  return { event, payload: { ...facts(event), tool_name, tool_input, tool_use_id, ...outcome, duration_ms: 12 } }
}

function closing(transcript: Transcript, text: string): void {
  if (text.trim() !== '') transcript.assistantText(text)
}

/** Of a session's prompts, counted from 0. */
export function promptIdOf(sessionId: string, turn: number): string {
  return uuidOf(`${sessionId} prompt ${turn}`)
}

/** The same id in every run, so that a seed repeats a run exactly. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
