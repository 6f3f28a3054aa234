/**
 * The unit of memory: one request and the turns it took. "Commit it", "yes", "go on" ask for nothing new; what happens in
 * such a turn belongs to the work before it, unless the session has moved to another repository with it.
 */
import type { ToolEvent } from '../memory/event.ts'
import type { Turn } from './turns.ts'
import { type Source, sourcesOf } from './words/sources.ts'

export interface Request {
  turns: Turn[]
  /** Of its turns: id of the repository it belongs to, where that is another than the session's. */
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

/** 12 letters: "yes, do it", "да, давай", "続けて"; a longer prompt in words we do not know may ask for something. */
const MOST_LETTERS = 12

export function goesOn(prompt: string): boolean {
  const words = prompt.toLowerCase().match(/[\p{L}\p{N}_']+/gu) ?? []
  if (words.length === 0) return true
  if (/^\/\w/.test(prompt.trim())) return words.length < 3
  if (words.every((word) => GO_ON.has(word))) return true
  const letters = words.join('').length
  return letters <= MOST_LETTERS && words.length <= 3 && !words.some((word) => /\d|_/.test(word))
}

const GO_ON = new Set(
  `ok okay k yes no yeah yep yup sure continue go on ahead do it please thanks thank you great good nice cool wow next now alright
  perfect done hi hello hey so and the a an i that this these looks look fine again try commit push pr lgtm all changes everything
  them proceed keep going then let's lets just with for me to up merge ship create open make stage amend squash message works work
  sí si vale dale hazlo continúa sigue adelante gracias haz el la los cambios y todo súbelo confirma
  да давай продолжай хорошо ок закоммить запушь спасибо дальше`.split(/\s+/),
)
