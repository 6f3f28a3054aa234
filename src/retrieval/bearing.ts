/**
 * Does a memory bear on the question at all? The one measure behind "nothing found" and behind what may be said unasked.
 * Words and meaning must agree, or the words alone cover nearly all of it; a word that nothing stored has counts against
 * both. The numbers are chosen by bench/silence and bench/retrieval/prompt-recall.ts.
 */
import type { Explanation, SearchHit, SearchResult } from './search.ts'
import { WEIGHTS } from './weights.ts'

/** Whether one of the rows, best first, may be called an answer. `known`: share of the question that anything stored has. */
export function isAnswered(
  rows: readonly Pick<Explanation, 'coverage' | 'similarity'>[],
  by: { known: number; searched: SearchResult['searched'] },
): boolean {
  const { coverage: weight, answers, wordsAlone, nearlyAll } = WEIGHTS.bearing
  return rows.slice(0, LOOKED_AT).some(({ coverage, similarity = 0 }) => {
    if (coverage * by.known >= nearlyAll) return true
    if (by.searched === 'keywords') return coverage * by.known >= wordsAlone
    return similarity + (weight * coverage * (1 + by.known)) / 2 >= answers
  })
}

const LOOKED_AT = 5

/** Those so clear that they may be said beside a prompt: a wrong memory costs more than none. Of a search with `explain`. */
export function bearingHits(found: Pick<SearchResult, 'hits' | 'searched'> & { home?: string }): SearchHit[] {
  return found.hits.filter((hit) => bearsOn(hit, found))
}

/** What is told from another project must be beyond doubt. */
function bearsOn(hit: SearchHit, { searched, home }: { searched: SearchResult['searched']; home?: string }): boolean {
  const { bearing } = WEIGHTS
  if (!hit.explain || hit.score < bearing.ofBest) return false
  const { coverage, similarity = 0, matched } = hit.explain
  const isHome = home === undefined || hit.project === home
  if (searched === 'keywords') {
    return coverage >= (isHome ? bearing.wordsAlone : bearing.nearlyAll) && matched.length >= bearing.termsAlone
  }
  return similarity + bearing.coverage * coverage >= (isHome ? bearing.together : bearing.elsewhere)
}
