/** Did one of two searches answer more of the same questions than chance explains? McNemar's exact test. */

export interface Paired {
  /** Questions only the first answered, and only the second. */
  firstOnly: number
  secondOnly: number
  /** Two-sided: how often equal searches would differ at least this much. */
  p: number
}

export function comparePaired(first: readonly boolean[], second: readonly boolean[]): Paired {
  const firstOnly = first.filter((answered, at) => answered && !second[at]).length
  const secondOnly = second.filter((answered, at) => answered && !first[at]).length
  return { firstOnly, secondOnly, p: signP(firstOnly, secondOnly) }
}

/** Of so many fair coins, at least as uneven. Questions both or neither answered say nothing about the difference. */
function signP(heads: number, tails: number): number {
  const coins = heads + tails
  let ways = 1
  let tail = 0
  for (let at = 0; at <= Math.min(heads, tails); at++) {
    tail += ways
    ways = (ways * (coins - at)) / (at + 1)
  }
  return Math.min(1, 2 * tail * 0.5 ** coins)
}
