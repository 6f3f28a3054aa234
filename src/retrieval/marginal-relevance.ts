/**
 * Maximal marginal relevance: repeatedly picks what is most relevant and least similar to what was picked before. Pure;
 * used for memories and notes alike.
 */

/**
 * Input is best first; of equal ones the earlier wins. `lambda` 1 is relevance only, 0 is variety only. Relevance and
 * similarity are from 0 to 1.
 */
export function byMarginalRelevance<T extends object>(
  candidates: readonly T[],
  by: { lambda: number; relevance: (one: T) => number; similarity: (one: T, other: T) => number },
): T[] {
  const waiting = new Map(candidates.map((one) => [one, 0]))
  const chosen: T[] = []
  while (waiting.size > 0) {
    let next: T | undefined
    let worth = Number.NEGATIVE_INFINITY
    for (const [one, overlap] of waiting) {
      const value = by.lambda * by.relevance(one) - (1 - by.lambda) * overlap
      if (value > worth) [next, worth] = [one, value]
    }
    if (!next) break
    waiting.delete(next)
    chosen.push(next)
    for (const [one, overlap] of waiting) waiting.set(one, Math.max(overlap, by.similarity(next, one)))
  }
  return chosen
}

/** Jaccard: common words divided by all words of both. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return a.size === b.size ? 1 : 0
  let common = 0
  for (const word of a) if (b.has(word)) common += 1
  return common / (a.size + b.size - common)
}
