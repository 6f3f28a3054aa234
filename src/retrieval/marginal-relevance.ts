/**
 * Maximal marginal relevance: one after the other, what is worth most by itself and says least of what was chosen before.
 * Pure; memories and notes are ordered by the same rule.
 */

/**
 * Best first in; where two are worth the same, the earlier one wins. `lambda` 1 is relevance alone, 0 is variety alone.
 * Relevance and similarity are from 0 to 1.
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

/** Jaccard: words in common over words in either. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return a.size === b.size ? 1 : 0
  let common = 0
  for (const word of a) if (b.has(word)) common += 1
  return common / (a.size + b.size - common)
}
