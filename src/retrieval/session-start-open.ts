/**
 * Open work in a project: what its last sessions left undone and no later one took up. Sessions often end midway, and
 * the first question of the next one is what was left.
 */
import type { Summary } from '../memory/observation.ts'
import { makeTold, type SaidWords, saidWords, shareSaid } from './session-start-said.ts'

export interface OpenItem {
  /** Our number for the session that left it. */
  session: number
  createdAt: number
  text: string
}

/** What a session was about, to see whether it took up earlier work. */
export interface LaterWork {
  session: number | null
  createdAt: number
  title: string
}

// 8 items, 4 of one session: more is a backlog, and the last session alone would fill it
const MAX_ITEMS = 8
const MAX_OF_ONE = 4
// 6 sessions: what nobody took up in five more was given up
const MAX_SESSIONS = 6
// Share of an item's words that one later session must contain to count as having taken it up
const TAKEN_UP = 0.6

/** Newest first. `summaries` are newest first; `later` are titles of the project's memories. */
export function findOpenItems(summaries: readonly Summary[], later: readonly LaterWork[]): OpenItem[] {
  const told = makeTold()
  const recent = summaries.slice(0, MAX_SESSIONS)
  if (recent.every(({ nextSteps }) => nextSteps === '')) return []
  const did = recent.map(({ request, completed, learned }) => saidWords(`${request} ${completed} ${learned}`))
  const titles = later.map(({ session, createdAt, title }) => ({ session, createdAt, words: saidWords(title) }))
  const items = recent.flatMap(({ session, createdAt, nextSteps }, at) => {
    const since = titles.filter((one) => one.session !== session && one.createdAt > createdAt)
    const done = [...did.slice(0, at), ...since.map(({ words }) => words)]
    const left = itemsOf(nextSteps).filter((text) => {
      // A question the user moved past without answering is no longer open.
      if (at > 0 && /[?？]$/.test(text)) return false
      const words = saidWords(text)
      if (told.says(words) || isTakenUp(words, done)) return false
      told.add(words)
      return true
    })
    return left.slice(0, MAX_OF_ONE).map((text) => ({ session, createdAt, text }))
  })
  return items.slice(0, MAX_ITEMS)
}

/** Local summaries separate items with `; `; a model writes lines or a paragraph. */
function itemsOf(nextSteps: string): string[] {
  return nextSteps
    .split(/;\s+|\n+/)
    .map((item) => item.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
    .filter((item) => item !== '' && !/[:：]$/.test(item))
}

function isTakenUp(words: SaidWords, done: readonly SaidWords[]): boolean {
  return done.some((work) => shareSaid(words, work) >= TAKEN_UP)
}
