/** A note as it may be kept and told: without private parts, secrets and what was retired, every line where the file has it. */
import { blankPrivate } from '../memory/privacy.ts'
import { redactSecrets } from '../memory/redaction.ts'

export function cleanNote(text: string): string {
  const open = blankPrivate(text).replace(RETIRED, '')
  return withLinesOf(open, redactSecrets(open))
}

/** A line that dreaming struck out: it stands there for people, and no longer holds. */
const RETIRED = /^.*<!-- claude-mem:retired .*$/gm

/** A key of many lines becomes one word: the lines it took stay behind it, empty, so that what follows keeps its number. */
function withLinesOf(before: string, after: string): string {
  const [from, to] = [before.split('\n'), after.split('\n')]
  const missing = from.length - to.length
  if (missing <= 0) return after
  let same = 0
  while (same < to.length && from.at(-1 - same) === to.at(-1 - same)) same += 1
  const end = to.length - same
  return [...to.slice(0, end), ...new Array<string>(missing).fill(''), ...to.slice(end)].join('\n')
}
