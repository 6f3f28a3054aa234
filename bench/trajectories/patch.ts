/** A `structuredPatch` from the lines around an edit, three lines of context like Claude Code's. */
import type { Json } from '../../src/memory/event.ts'
import { diffLines } from '../../src/memory/line-diff.ts'

const CONTEXT = 3

export function structuredPatch(by: {
  start: number
  before: string[]
  after: string[]
  above: string[]
  below: string[]
}): Json {
  const all = [
    ...by.above.map((line) => ` ${line}`),
    ...diffLines(by.before, by.after),
    ...by.below.map((line) => ` ${line}`),
  ]
  const changed = all.flatMap((line, index) => (line.startsWith(' ') ? [] : [index]))
  const [first, last] = [changed[0], changed.at(-1)]
  if (first === undefined || last === undefined) return []
  const from = Math.max(0, first - CONTEXT)
  const lines = all.slice(from, last + 1 + CONTEXT)
  const oldLines = lines.filter((line) => !line.startsWith('+')).length
  const newLines = lines.filter((line) => !line.startsWith('-')).length
  const start = Math.max(
    1,
    by.start - by.above.length + all.slice(0, from).filter((line) => !line.startsWith('+')).length,
  )
  return [{ oldStart: start, oldLines, newStart: start, newLines, lines }]
}
