/** A candidate with its score. */
import type { Candidate } from '../store/search.ts'
import type { Explanation } from './search-result.ts'
import type { ReadMemory } from './word-score.ts'

export interface Ranked {
  candidate: Candidate
  memory: ReadMemory
  score: number
  /** Stems of the query that it has; of a row of a turn, also those that were said there. */
  matched: ReadonlySet<string>
  parts: Explanation
  /** Passages of its turn that fit the query, best first. */
  said: Ranked[]
  /** Ids of other memories that stand behind it: made of the same turn, or saying the same. */
  folded: number[]
}

/** Best first; the same order whatever order they came in. */
export function byScore(a: Ranked, b: Ranked): number {
  return (
    b.score - a.score ||
    b.candidate.createdAt - a.candidate.createdAt ||
    b.candidate.id - a.candidate.id ||
    (a.candidate.kind < b.candidate.kind ? -1 : 1)
  )
}
