/** Numbers for people: `1,204`, `1 memory`, `2 memories`. */

/** With English thousands separators, because the surrounding text is English. */
export function renderNumber(value: number): string {
  return value.toLocaleString('en-US')
}

/** A number with its word. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${renderNumber(count)} ${count === 1 ? one : many}`
}

export function memories(count: number): string {
  return countOf(count, 'memory', 'memories')
}
