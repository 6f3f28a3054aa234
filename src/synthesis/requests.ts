/**
 * The unit of memory: one request and the turns it took. "Commit it", "yes", "go on" ask for nothing new; such a turn
 * belongs to the work before it, unless the session has moved to another repository.
 */
import type { ToolEvent } from '../memory/event.ts'
import { goesOn } from '../memory/going-on.ts'
import type { Turn } from './turns.ts'
import { type Source, sourcesOf } from './words/sources.ts'

export interface Request {
  turns: Turn[]
  /** Id of the repository its turns belong to, if other than the session's. */
  project: string | undefined
  /** In order, the first turn's prompt first. */
  sources: Source[]
  /** Calls of the main session, in order. */
  calls: ToolEvent[]
}

export function splitRequests(turns: readonly Turn[]): Request[] {
  const requests: Request[] = []
  for (const turn of turns) {
    const open = requests.at(-1)
    const calls = turn.events.filter((event) => event.kind === 'tool')
    const sources = sourcesOf(turn)
    const asksNothing = turn.prompt === undefined || goesOn(turn.prompt.text)
    if (open !== undefined && asksNothing && open.project === turn.project) {
      open.turns.push(turn)
      open.sources.push(...sources)
      open.calls.push(...calls)
    } else requests.push({ turns: [turn], project: turn.project, sources, calls })
  }
  return requests
}
