/**
 * Does a locally made memory repeat what outsiders wrote? The agent read a web page, another program's answer or a
 * stranger's issue, and says it again. Detected by words in the same order. What the user or the agent had said before
 * it came back from outside (their own pull request, their own file) stays theirs. Pure.
 */
import type { MemoryEvent } from '../memory/event.ts'
import type { ObservationText } from '../memory/observation.ts'
import { isAgentInstruction } from './enrich/agent-instruction.ts'
import { isOutside } from './enrich/outside.ts'
import { runsOf } from './word-runs.ts'

/** The gist of a page is at its beginning; reading a whole megabyte for every memory would be noticeable. */
const MAX_CHARACTERS = 100_000

export interface OutsideWords {
  /** The memory repeats them, or has a title like an order to an agent in a session that read some. */
  areIn(words: Pick<ObservationText, 'title' | 'subtitle' | 'narrative' | 'facts'>): boolean
  /** Removes lines that are orders from outside: a summary speaks in our own voice. */
  withoutOrders(text: string): string
}

const NONE: OutsideWords = { areIn: () => false, withoutOrders: (text) => text }

/** `events` of one session, in order. */
export function findOutsideWords(events: readonly MemoryEvent[], root: string | undefined): OutsideWords {
  if (!events.some((event) => isOutside(event, root))) return NONE
  const own = new Set<string>()
  const theirs = new Set<string>()
  for (const event of events) {
    for (const run of runsOf(ownWords(event))) own.add(run)
    if (!isOutside(event, root)) continue
    for (const run of runsOf(outsideWords(event).slice(0, MAX_CHARACTERS))) if (!own.has(run)) theirs.add(run)
  }
  const repeats = (text: string) => runsOf(text).some((run) => theirs.has(run))
  return {
    areIn: ({ title, subtitle, narrative, facts }) =>
      [title, subtitle, narrative, ...facts].some(repeats) || isAgentInstruction(title),
    withoutOrders: (text) =>
      text
        .split('\n')
        .filter((line) => !(repeats(line) && isAgentInstruction(line)))
        .join('\n'),
  }
}

/** What was typed or said in the session itself; an agent repeats a page only after reading it. */
function ownWords(event: MemoryEvent): string {
  if (event.kind === 'assistant_text' || (event.kind === 'prompt' && !event.machineMade)) return event.text
  if (event.kind !== 'tool') return ''
  const { call } = event
  if (call.act === 'command') return call.command
  if (call.act === 'edit') return call.hunks.flatMap(({ lines }) => lines.map((line) => line.slice(1))).join('\n')
  return ''
}

/** The result of the call, without its input. */
function outsideWords(event: MemoryEvent): string {
  if (event.kind !== 'tool') return ''
  const { call } = event
  if (call.act === 'command' || call.act === 'search') return call.output
  if (call.act === 'read') return call.content
  return call.act === 'other' ? call.output : ''
}
