/** A `structuredPatch` from the lines around an edit, three lines of context like Claude Code's. */
import type { Json } from '../../src/memory/event.ts'

const CONTEXT = 3

export function structuredPatch(by: {
  start: number
  before: string[]
  after: string[]
  above: string[]
  below: string[]
}): Json {
  let head = 0
  while (head < by.before.length && head < by.after.length && by.before[head] === by.after[head]) head++
  let tail = 0
  while (
    tail < by.before.length - head &&
    tail < by.after.length - head &&
    by.before.at(-1 - tail) === by.after.at(-1 - tail)
  )
    tail++
  const removed = by.before.slice(head, by.before.length - tail)
  const added = by.after.slice(head, by.after.length - tail)
  if (removed.length === 0 && added.length === 0) return []
  const above = [...by.above, ...by.before.slice(0, head)].slice(-CONTEXT)
  const below = [...by.before.slice(by.before.length - tail), ...by.below].slice(0, CONTEXT)
  const first = by.start + head - above.length
  const lines = [
    ...above.map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...below.map((line) => ` ${line}`),
  ]
  const context = above.length + below.length
  return [
    { oldStart: first, oldLines: context + removed.length, newStart: first, newLines: context + added.length, lines },
  ]
}
