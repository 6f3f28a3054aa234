/**
 * Does a memory answer the question at all? One measure decides "nothing found", "not sure" and what may be told
 * unasked: a small linear model over which of the question's words were found, how close together, and similarity in
 * meaning. Its weights are data, learned by `bench/silence/train.ts` from questions whose answer is stored, was
 * removed, or never existed.
 */
import weights from './bearing.json' with { type: 'json' }
import { type BearingFeatures, featuresOf, type Question, questionOf } from './bearing-features.ts'
import type { Pool } from './candidates.ts'
import type { Ranked } from './ranked.ts'
import type { Bearing, SearchHit, SearchResult } from './search-result.ts'
import { WEIGHTS } from './weights.ts'

/** Rows measured: as many as may be told unasked. */
const MEASURED = 15
/** Of those, how many a reader looks at. */
const LOOKED_AT = 5

/**
 * Writes into the first rows how likely each answers the question, 0–1, and judges by the best of those a reader looks
 * at.
 * `keywords`: the query is only words to find; a text that has them all is what was asked for.
 */
export function measureBearing(rows: readonly Ranked[], by: { pool: Pool; keywords: boolean }): Bearing {
  const { surely, perhaps, nearlyAll } = WEIGHTS.bearing
  const question = questionOf(by.pool)
  let best = 0
  let share = 0
  for (const [at, row] of rows.slice(0, MEASURED).entries()) {
    const features = rowFeatures(row, question)
    const bearing = likelihood(features, by.pool.similarity ? weights.hybrid : weights.keywords)
    row.parts.bearing = bearing
    if (at >= LOOKED_AT) continue
    best = Math.max(best, bearing)
    share = Math.max(share, features.best)
  }
  // If none of the words occurs in the store, meaning alone would be guessing.
  if (by.pool.terms.length === 0) return 'no'
  if (best >= surely || (by.keywords && share >= nearlyAll)) return 'surely'
  return best >= perhaps ? 'perhaps' : 'no'
}

/** The memory or turn, and what was said in it. */
export function rowFeatures(row: Ranked, question: Question): BearingFeatures {
  const texts = [row, ...row.said].map(({ candidate: { title, subtitle, body } }) => [title, subtitle, body].join('\n'))
  return featuresOf({ texts, similarity: row.parts.similarity }, question)
}

/** Is a text surely about these words? For words nobody asked about, like those of a branch name. */
export function isAbout(text: string, question: Question): boolean {
  const features = featuresOf({ texts: [text], similarity: undefined }, question)
  return likelihood(features, weights.keywords) >= WEIGHTS.bearing.surely
}

/** Hits clear enough to be told with a prompt: a wrong memory costs more than none. Needs a search with `explain`. */
export function bearingHits(found: Pick<SearchResult, 'hits' | 'searched'> & { home?: string }): SearchHit[] {
  const { ofBest, unasked, elsewhere, nearlyAll } = WEIGHTS.bearing
  return found.hits.filter((hit) => {
    const { bearing = 0, coverage = 0 } = hit.explain ?? {}
    if (hit.score < ofBest || bearing < unasked) return false
    if (found.home === undefined || hit.project === found.home) return true
    // Hits from another project must be beyond doubt; words alone reach that only with nearly all of them.
    return bearing >= elsewhere || (found.searched === 'keywords' && coverage >= nearlyAll)
  })
}

type Weights = Record<keyof BearingFeatures | 'bias', number>

function likelihood(features: BearingFeatures, { bias, ...learned }: Weights): number {
  let sum = bias
  for (const [name, weight] of Object.entries(learned)) sum += weight * features[name as keyof BearingFeatures] // its names
  return 1 / (1 + Math.exp(-sum))
}
