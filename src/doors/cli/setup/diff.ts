/** What would change in a file, as a unified diff with three lines of context. */
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'

const AROUND = 3

/** '' when nothing changes. `undefined` is a missing file. */
export function renderDiff(path: string, before: string | undefined, after: string | undefined): string {
  if (before === after) return ''
  const nameOf = (text: string | undefined) => (text === undefined ? '/dev/null' : path)
  return createTwoFilesPatch(nameOf(before), nameOf(after), before ?? '', after ?? '', undefined, undefined, {
    context: AROUND,
    headerOptions: FILE_HEADERS_ONLY,
  }).trimEnd()
}
