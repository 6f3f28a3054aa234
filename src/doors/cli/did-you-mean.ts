/** The name that was probably meant by a mistyped one. */

/** Undefined when nothing is near: a wrong guess is worse than none. */
export function nearest(typed: string, names: string[]): string | undefined {
  const most = typed.length <= 3 ? 1 : 2 // a third change would turn most short names into each other
  const [best] = names
    .map((name) => ({ name, distance: name.startsWith(typed) && typed.length > 1 ? 0 : editDistance(typed, name) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
  return best?.name
}

/** Letters added, left out, changed, or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array<number>(b.length).fill(0)])
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let j = 1; j <= b.length; j++) set(0, j, j)
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change)
      set(i, j, isSwap ? Math.min(best, at(i - 2, j - 2) + 1) : best)
    }
  }
  return at(a.length, b.length)

  function set(i: number, j: number, value: number) {
    const row = rows[i]
    if (row) row[j] = value
  }
}
