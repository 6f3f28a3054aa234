/** A candidate with its score. */
import type { Candidate } from '../store/search.ts'
import type { Explanation } from './search-result.ts'
import type { ReadMemory } from './word-score.ts'

export interface Ranked {
  candidate: Candidate
  memory: ReadMemory
  score: number
  /** Stems of the query that it contains; for a turn, also those said there. */
  matched: ReadonlySet<string>
  parts: Explanation
  /** Passages of its turn that match the query, best first. */
  said: Ranked[]
  /** Ids of memories folded into it: from the same turn, or saying the same. */
  folded: number[]
}

/** Best first, independent of the input order. */
export function byScore(a: Ranked, b: Ranked): number {
  return (
    b.score - a.score ||
    b.candidate.createdAt - a.candidate.createdAt ||
    b.candidate.id - a.candidate.id ||
    (a.candidate.kind < b.candidate.kind ? -1 : 1)
  )
}
