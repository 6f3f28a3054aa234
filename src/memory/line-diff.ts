/** Lines marked like a patch: ' ' stays, '-' goes, '+' comes. For hosts that report an edit only as an old and a new text. */
import { diffArrays } from 'diff'

// 500 lines that go or come: 16 ms of one core at most, however long the texts are; more is a rewrite anyway
const MAX_EDITS = 500
// What comes after this many lines of a created file rarely adds a symbol worth naming.
const MAX_CREATED_LINES = 1500

/** Past MAX_EDITS the whole text is taken as replaced, which costs precision and never time. */
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
