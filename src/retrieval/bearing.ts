/**
 * Whether a memory bears on a prompt so clearly that it may be said unasked. A wrong memory costs more than none: most
 * prompts get nothing. The numbers are chosen by bench/retrieval/prompt-recall.ts.
 */
import type { SearchHit, SearchResult } from './search.ts'
import { WEIGHTS } from './weights.ts'

/** Of a search with `explain`, best first. */
export function bearingHits(found: Pick<SearchResult, 'hits' | 'searched'>): SearchHit[] {
  return found.hits.filter((hit) => bearsOn(hit, found.searched))
}

function bearsOn({ score, explain }: SearchHit, searched: SearchResult['searched']): boolean {
  const { bearing } = WEIGHTS
  if (!explain || score < bearing.ofBest) return false
  const { coverage, similarity = 0, matched } = explain
  if (searched === 'keywords') return coverage >= bearing.wordsAlone && matched.length >= bearing.termsAlone
  return similarity + bearing.coverage * coverage >= bearing.together
}
