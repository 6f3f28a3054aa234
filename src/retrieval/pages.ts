/** Pages of a search: cut from one order that does not depend on where the page begins, how long it is or how it is shown. */
import type { Observation } from '../memory/observation.ts'
import type { Database } from '../store/database.ts'
import { findObservations } from '../store/observations.ts'
import { type Filter, listMemories, type MemoryKind, rankByWords } from '../store/search.ts'
import { findPromptById, findSummaryById } from '../store/timeline.ts'
import { findCandidates, type Near, type Pool, type PoolQuery } from './candidates.ts'
import { diversify } from './diversity.ts'
import type { ReadQuery } from './query-terms.ts'
import { rank } from './ranking.ts'
import type { DateRange, Explanation, SearchHit, SearchQuery, SearchResult, Stale } from './search.ts'

/** Nobody reads further, and nothing below is worth the time. */
const DEEPEST = 5000

interface Place {
  kind: MemoryKind
  id: number
  createdAt: number
  score: number
  folded: number[]
  parts?: Explanation
}

export function pageOf(
  db: Database,
  by: {
    query: SearchQuery
    filter: Filter
    read: ReadQuery
    near: Near[] | undefined
    wish: DateRange | undefined
    stale: Stale | undefined
    now: number
  },
): SearchResult {
  const { query, filter, near } = by
  const kinds = query.kinds ?? ['observation']
  const pool = findPool(db, { read: by.read, filter, kinds, near, wish: by.wish })
  const chosen = diversify(rank(pool, { now: by.now, home: query.home, wish: by.wish, stale: by.stale }))
  const best = Math.max(Number.MIN_VALUE, ...chosen.map((one) => one.score))
  const order = chosen.map(({ candidate, score, folded, parts }): Place => {
    return {
      kind: candidate.kind,
      id: candidate.id,
      createdAt: candidate.createdAt,
      score: score / best,
      folded,
      parts,
    }
  })
  const { offset, end } = span(query)
  // Ordering by date needs nothing beyond the pool: below it only one common word matches.
  if (query.order === 'date_desc') order.sort((a, b) => b.createdAt - a.createdAt || b.id - a.id)
  else if (query.order === 'date_asc') order.sort((a, b) => a.createdAt - b.createdAt || a.id - b.id)
  else if (end >= order.length) order.push(...beyondPool(db, { pool, filter, kinds, order, most: end + 1 }))
  return { searched: near ? 'hybrid' : 'keywords', ...cut(db, { order, offset, end, explain: query.explain === true }) }
}

/** No words: everything the filter lets through, by date. */
export function listed(db: Database, by: { query: SearchQuery; filter: Filter }): SearchResult {
  const { offset, end } = span(by.query)
  const order = by.query.order === 'date_asc' ? 'oldest' : 'newest'
  const direction = order === 'newest' ? -1 : 1
  const places = (by.query.kinds ?? ['observation'])
    .flatMap((kind) =>
      listMemories(db, { kind, filter: by.filter, order, limit: end + 1, offset: 0 }).map(
        (row): Place => ({ ...row, kind, score: 0, folded: [] }),
      ),
    )
    .sort((a, b) => direction * (a.createdAt - b.createdAt || a.id - b.id))
  return { searched: 'keywords', ...cut(db, { order: places, offset, end, explain: false }) }
}

function span(query: SearchQuery): { offset: number; end: number } {
  const offset = Math.min(Math.max(0, query.offset ?? 0), DEEPEST)
  return { offset, end: offset + Math.max(0, query.limit) }
}

/** The user's own expression counts; if nothing at all matches it, its words are searched as words. */
function findPool(db: Database, by: PoolQuery): Pool {
  const pool = findCandidates(db, by)
  if (by.read.strict === undefined || pool.candidates.length > 0) return pool
  return findCandidates(db, { ...by, read: { ...by.read, strict: undefined } })
}

/** Matches that were not worth scoring, in the index's own order. */
function beyondPool(
  db: Database,
  by: { pool: Pool; filter: Filter; kinds: MemoryKind[]; order: Place[]; most: number },
): Place[] {
  const { pool, filter } = by
  const { match } = pool
  if (match === undefined) return []
  const shown = new Set(by.order.flatMap((place) => [place.id, ...place.folded].map((id) => `${place.kind} ${id}`)))
  return by.kinds.flatMap((kind) =>
    rankByWords(db, { kind, match, filter, limit: by.most + shown.size })
      .filter(({ id }) => !shown.has(`${kind} ${id}`))
      .map(({ id }): Place => ({ kind, id, createdAt: 0, score: 0, folded: [] })),
  )
}

function cut(
  db: Database,
  by: { order: Place[]; offset: number; end: number; explain: boolean },
): Pick<SearchResult, 'hits' | 'more'> {
  const page = by.order.slice(by.offset, by.end)
  const ids = page.filter((place) => place.kind === 'observation').map((place) => place.id)
  const observations = new Map(findObservations(db, ids).map((one) => [one.id, one]))
  const toHit = (place: Place) => hitOf(db, { place, explain: by.explain, observation: observations.get(place.id) })
  return { hits: page.flatMap(toHit), more: by.order.length > by.end }
}

function hitOf(
  db: Database,
  by: { place: Place; explain: boolean; observation: Observation | undefined },
): SearchHit[] {
  const { place, observation } = by
  const { kind, id, folded } = place
  const common = { id, folded, score: place.score, ...(by.explain && place.parts ? { explain: place.parts } : {}) }
  if (kind === 'observation') {
    return observation ? [{ kind, observation, ...common, ...placeOf(observation) }] : []
  }
  if (kind === 'summary') {
    const summary = findSummaryById(db, id)
    return summary ? [{ kind, summary, ...common, ...placeOf(summary) }] : []
  }
  const prompt = findPromptById(db, id)
  return prompt ? [{ kind, prompt, ...common, ...placeOf(prompt) }] : []
}

function placeOf(row: { project: string; projectName: string; createdAt: number }) {
  return { project: row.project, projectName: row.projectName, createdAt: row.createdAt }
}
