/** A note fit to store and show: without private parts, secrets and retired lines; every line keeps its number. */
import { blankPrivate } from '../memory/privacy.ts'
import { redactSecrets } from '../memory/redaction.ts'

export function cleanNote(text: string): string {
  const open = blankPrivate(text).replace(RETIRED, '')
  return withLinesOf(open, redactSecrets(open))
}

/** A line that dreaming struck out: left for people to read, no longer true. */
const RETIRED = /^.*<!-- claude-mem:retired .*$/gm

/** A multi-line key becomes one word: empty lines take its place, so that what follows keeps its line number. */
function withLinesOf(before: string, after: string): string {
  const [from, to] = [before.split('\n'), after.split('\n')]
  const missing = from.length - to.length
  if (missing <= 0) return after
  let same = 0
  while (same < to.length && from.at(-1 - same) === to.at(-1 - same)) same += 1
  const end = to.length - same
  return [...to.slice(0, end), ...new Array<string>(missing).fill(''), ...to.slice(end)].join('\n')
}
