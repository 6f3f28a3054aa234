/** Numbers as people read them: `1,204`, `1 memory`, `2 memories`. */

/** With separators for thousands, always the English ones: the text around it is English. */
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
