/**
 * Whether a memory that nobody but us worded repeats what outsiders wrote: the agent read a web page, another program's answer or
 * a stranger's issue, and says it again. Told by words in the same order. What the user or the agent had said before it came back
 * from outside (its own pull request, its own file) stays theirs. Pure.
 */
import type { MemoryEvent } from '../memory/event.ts'
import type { ObservationText } from '../memory/observation.ts'
import { isAgentInstruction } from './enrich/agent-instruction.ts'
import { isOutside } from './enrich/outside.ts'
import { runsOf } from './word-runs.ts'

/** A page says what it says at its beginning; reading all of a megabyte for every memory would be felt. */
const MAX_CHARACTERS = 100_000

export interface OutsideWords {
  /** Whether a memory repeats them, or is titled like an order to an agent in a session that read some. */
  areIn(words: Pick<ObservationText, 'title' | 'subtitle' | 'narrative' | 'facts'>): boolean
  /** The lines that are not orders of theirs: a summary speaks in our own voice. */
  withoutOrders(text: string): string
}

const NONE: OutsideWords = { areIn: () => false, withoutOrders: (text) => text }

/** `events` in order, of one session. */
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

/** What was typed or said in the session itself; what an agent repeats of a page comes after the page. */
function ownWords(event: MemoryEvent): string {
  if (event.kind === 'assistant_text' || (event.kind === 'prompt' && !event.machineMade)) return event.text
  if (event.kind !== 'tool') return ''
  const { call } = event
  if (call.act === 'command') return call.command
  if (call.act === 'edit') return call.hunks.flatMap(({ lines }) => lines.map((line) => line.slice(1))).join('\n')
  return ''
}

/** What came back, without what was asked. */
function outsideWords(event: MemoryEvent): string {
  if (event.kind !== 'tool') return ''
  const { call } = event
  if (call.act === 'command' || call.act === 'search') return call.output
  if (call.act === 'read') return call.content
  return call.act === 'other' ? call.output : ''
}
