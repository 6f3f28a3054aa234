/** Numbers for people: `1,204`, `1 memory`, `2 memories`. */

/**
 * With English thousands separators, because the surrounding text is English. Not by `toLocaleString`: its first call
 * takes 25 ms, in each thread, while a cold session waits.
 */
export function renderNumber(value: number): string {
  const [whole = '', fraction] = String(value).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** A number with its word. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${renderNumber(count)} ${count === 1 ? one : many}`
}

export function memories(count: number): string {
  return countOf(count, 'memory', 'memories')
}
