/** A number with its word: `1 memory`, `2 memories`. */
export function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

export function memories(count: number): string {
  return countOf(count, 'memory', 'memories')
}
