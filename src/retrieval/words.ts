/**
 * From what a person typed to a full-text query. Every term is quoted, so nothing typed can be query syntax.
 * All terms together first; any of them when that finds too little, because questions rarely repeat a memory's words.
 */
import type { Observation } from '../memory/observation.ts'
import type { Database } from '../store/database.ts'
import { matchObservations } from '../store/observations.ts'

export interface Hit {
  observation: Observation
  /** 0–1, the best match highest. */
  score: number
}

/** More terms than this add nothing but time: the rest of a pasted text repeats the beginning. */
const MOST_TERMS = 32

export function searchWords(db: Database, by: { query: string; project: string | null; limit: number }): Hit[] {
  const terms = queryTerms(by.query)
  if (terms.length === 0) return []
  const quoted = terms.map((term) => `"${term}"`)
  const found = new Map<number, Hit>()
  for (const operator of [' AND ', ' OR ']) {
    if (found.size >= by.limit) break
    for (const hit of matchObservations(db, { match: quoted.join(operator), project: by.project, limit: by.limit })) {
      const strength = Math.abs(hit.rank)
      if (!found.has(hit.id)) found.set(hit.id, { observation: hit, score: strength / (1 + strength) })
    }
  }
  return [...found.values()].slice(0, by.limit)
}

export function queryTerms(query: string): string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  const terms = words.filter((word) => word.length >= 2 && !STOP_WORDS.has(word))
  return [...new Set(terms.length > 0 ? terms : words)].slice(0, MOST_TERMS)
}

const STOP_WORDS = new Set(
  (
    'a an and are as at be been but by can did do does for from had has have how i if in into is it its me my not of on or our ' +
    'so than that the their them then there these they this those to was we were what when where which who why will with you your'
  ).split(' '),
)
