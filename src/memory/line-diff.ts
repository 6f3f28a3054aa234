/** Lines marked like a patch: ' ', '-' and '+'. For hosts that report an edit only as old and new text. */
import { diffArrays } from 'diff'

// 500 added or removed lines: 16 ms of one core at most, however long the texts are; more is a rewrite anyway
const MAX_EDITS = 500
// Lines beyond this in a new file rarely add a symbol worth naming.
const MAX_CREATED_LINES = 1500

/** Beyond MAX_EDITS the whole text counts as replaced, which costs precision but no time. */
export function diffLines(before: readonly string[], after: readonly string[]): string[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS })
  if (!parts) return [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)]
  return parts.flatMap(({ value, added, removed }) =>
    value.map((line) => `${added ? '+' : removed ? '-' : ' '}${line}`),
  )
}

/** The lines of a new text. */
export function addedLines(content: string): string[] {
  return content
    .split('\n', MAX_CREATED_LINES)
    .filter((line, index, all) => line !== '' || index < all.length - 1)
    .map((line) => `+${line}`)
}
