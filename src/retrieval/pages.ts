/**
 * Pages of a search: cut from one order that does not depend on where a page begins, how long it is or how it is shown.
 */
import type { Observation } from '../memory/observation.ts'
import type { Passage } from '../memory/passage.ts'
import type { Database } from '../store/database.ts'
import { findNote } from '../store/notes.ts'
import { findObservations } from '../store/observations.ts'
import { findPassages, findTurn } from '../store/passages.ts'
import { findPromptById } from '../store/prompts.ts'
import { type Filter, listMemories, type MemoryKind, rankByWords } from '../store/search.ts'
import { findSummaryById } from '../store/summaries.ts'
import { measureBearing } from './bearing.ts'
import { findCandidates, type Near, type Pool, type PoolQuery } from './candidates.ts'
import type { DateRange } from './dates/date-range.ts'
import { diversify } from './diversity.ts'
import type { ReadQuery } from './query-terms.ts'
import { rank } from './ranking.ts'
import type { Stale } from './search-parts.ts'
import type { SearchQuery } from './search-query.ts'
import type { Explanation, SearchHit, SearchResult } from './search-result.ts'

/** Sorted by date: a memory that covers less of the query than this just has one of its common words. */
const MAX_OF_IT = 0.5

/** Shown when nothing was found: more would look like an answer. */
const MAX_NEAR = 3

/** Adds what the caller needs to decide but does not show. */
export interface Page extends SearchResult {
  /** Some memory, on any page, has a word of the query; for a listing: there is any memory at all. */
  fits: boolean
}

interface Place {
  kind: MemoryKind
  id: number
  createdAt: number
  score: number
  folded: number[]
  /** Ids of the passages to show with it. */
  said: number[]
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
): Page {
  const { query, filter } = by
  const kinds = query.kinds ?? ['observation']
  const near = kinds.includes('observation') || kinds.includes('note') ? by.near : undefined
  const { pool, loosened } = findPool(db, { read: by.read, filter, kinds, near, wish: by.wish })
  const turns = kinds.includes('passage')
  const chosen = diversify(rank(pool, { now: by.now, home: query.home, wish: by.wish, stale: by.stale, turns }))
  const best = Math.max(Number.MIN_VALUE, ...chosen.map((one) => one.score))
  const order = chosen.map(({ candidate, score, folded, said, parts }): Place => {
    const { kind, createdAt } = candidate
    const id = kind === 'passage' ? (candidate.turn ?? 0) : candidate.id
    return { kind, id, createdAt, score: score / best, folded, said: said.map((one) => one.candidate.id), parts }
  })
  const searched = near ? ('hybrid' as const) : ('keywords' as const)
  const exact = by.read.strict !== undefined && !loosened
  // Routes for one kind list whatever is nearest; the search over everything says when it found nothing.
  const isAsked = query.mayBeSilent ?? turns
  const measured = isAsked || query.explain ? measureBearing(chosen, { pool, keywords: by.read.keywords }) : 'surely'
  const bears = isAsked && !exact ? measured : 'surely'
  const about = {
    searched,
    bears,
    unknown: [...pool.absent.map(({ word }) => word), ...pool.terms.flatMap(({ guessedFrom }) => guessedFrom ?? [])],
    loosened,
    fits: chosen.some((one) => one.parts.matched.length > 0),
  }
  const { offset, end } = span(query)
  const explain = query.explain === true
  if (bears === 'no') {
    // If none of the words occurs in the store, nothing is near.
    const nearest = pool.terms.length === 0 || offset > 0 ? [] : order.slice(0, MAX_NEAR)
    return { ...about, ...cut(db, { order: nearest, limit: end, explain }) }
  }
  if (isByDate(query)) return { ...about, ...pageByDate(db, { query, filter, pool, order }) }
  if (end >= order.length) order.push(...beyondPool(db, { pool, filter, kinds, order, most: end + 1 }))
  return { ...about, ...cut(db, { order: order.slice(offset, end + 1), limit: end - offset, explain }) }
}

/** No words: everything the filter lets through, by date. */
export function listed(db: Database, by: { query: SearchQuery; filter: Filter }): Page {
  const page = cut(db, { order: placesByDate(db, by), limit: by.query.limit, explain: false })
  const fits =
    page.hits.length > 0 || placesByDate(db, { ...by, query: { ...by.query, offset: 0, limit: 0 } }).length > 0
  return { searched: 'listing', unknown: [], loosened: false, bears: 'surely', fits, ...page }
}

/** Passages are found only by their words; nobody lists them all. */
function listable(kinds: MemoryKind[]): MemoryKind[] {
  return kinds.filter((kind) => kind !== 'passage')
}

function isByDate({ order }: SearchQuery): boolean {
  return order === 'date_desc' || order === 'date_asc'
}

/**
 * Every memory with all the words, listed by the index without scoring. If none has them all: those of the pool that
 * cover most of the query. Merely similar ones would appear among them for no visible reason.
 */
function pageByDate(
  db: Database,
  by: { query: SearchQuery; filter: Filter; pool: Pool; order: Place[] },
): Pick<SearchResult, 'hits' | 'more'> {
  const { query, filter, order } = by
  const match = by.pool.every
  const kinds = query.kinds ?? ['observation']
  const explain = query.explain === true
  if (match !== undefined && kinds.some((kind) => rankByWords(db, { kind, match, filter, limit: 1 }).length > 0)) {
    const scored = new Map(order.map((place) => [`${place.kind} ${place.id}`, place]))
    const places = placesByDate(db, { query, filter, match }).map((place) => {
      const known = scored.get(`${place.kind} ${place.id}`)
      return known ? { ...known, folded: [] } : place
    })
    return cut(db, { order: places, limit: query.limit, explain })
  }
  const covering = order.filter(({ parts }) => (parts?.coverage ?? 0) >= MAX_OF_IT)
  const { offset, end } = span(query)
  const places = (covering.length > 0 ? covering : order).sort(byDate(query))
  return cut(db, { order: places.slice(offset, end + 1), limit: end - offset, explain })
}

/** From the page's first row, one more than the page holds. */
function placesByDate(db: Database, by: { query: SearchQuery; filter: Filter; match?: string }): Place[] {
  const { query, filter, match } = by
  const kinds = listable(query.kinds ?? ['observation'])
  const { offset, end } = span(query)
  const order = query.order === 'date_asc' ? 'oldest' : 'newest'
  const [skipped, wanted] = kinds.length === 1 ? [offset, end - offset] : [0, end]
  return kinds
    .flatMap((kind) =>
      listMemories(db, { kind, filter, match, order, limit: wanted + 1, offset: skipped }).map(
        (row): Place => ({ ...row, kind, score: 0, folded: [], said: [] }),
      ),
    )
    .sort(byDate(query))
    .slice(offset - skipped, end - skipped + 1)
}

function byDate({ order }: SearchQuery): (a: Place, b: Place) => number {
  const direction = order === 'date_asc' ? 1 : -1
  return (a, b) => direction * (a.createdAt - b.createdAt || a.id - b.id)
}

function span(query: SearchQuery): { offset: number; end: number } {
  const offset = Math.max(0, query.offset ?? 0)
  return { offset, end: offset + Math.max(0, query.limit) }
}

/** Uses the user's own expression; if nothing matches it, searches its words as plain words. */
function findPool(db: Database, by: PoolQuery): { pool: Pool; loosened: boolean } {
  const pool = findCandidates(db, by)
  if (by.read.strict === undefined || pool.candidates.length > 0) return { pool, loosened: false }
  return { pool: findCandidates(db, { ...by, read: { ...by.read, strict: undefined } }), loosened: true }
}

/** Matches that were not worth scoring, in the index's order. */
function beyondPool(
  db: Database,
  by: { pool: Pool; filter: Filter; kinds: MemoryKind[]; order: Place[]; most: number },
): Place[] {
  const { pool, filter } = by
  const { match } = pool
  if (match === undefined) return []
  const shown = new Set(by.order.flatMap((place) => [place.id, ...place.folded].map((id) => `${place.kind} ${id}`)))
  return listable(by.kinds).flatMap((kind) =>
    rankByWords(db, { kind, match, filter, limit: by.most + shown.size })
      .filter(({ id }) => !shown.has(`${kind} ${id}`))
      .map(({ id }): Place => ({ kind, id, createdAt: 0, score: 0, folded: [], said: [] })),
  )
}

/** `order` starts with the page, plus one more row if there is a next page. */
function cut(
  db: Database,
  by: { order: Place[]; limit: number; explain: boolean },
): Pick<SearchResult, 'hits' | 'more'> {
  const page = by.order.slice(0, Math.max(0, by.limit))
  const ids = page.filter((place) => place.kind === 'observation').map((place) => place.id)
  const observations = new Map(findObservations(db, ids).map((one) => [one.id, one]))
  const passages = new Map(
    findPassages(
      db,
      page.flatMap(({ said }) => said),
    ).map((one) => [one.id, one]),
  )
  const toHit = (place: Place) =>
    hitOf(db, {
      place,
      explain: by.explain,
      observation: observations.get(place.id),
      said: place.said.flatMap((id) => passages.get(id) ?? []),
    })
  return { hits: page.flatMap(toHit), more: by.order.length > page.length }
}

function hitOf(
  db: Database,
  by: { place: Place; explain: boolean; observation: Observation | undefined; said: Passage[] },
): SearchHit[] {
  const { place, observation, said } = by
  const { kind, id, folded, score } = place
  const common = { id, folded, said, score, ...(by.explain && place.parts ? { explain: place.parts } : {}) }
  if (kind === 'observation') {
    return observation ? [{ kind, observation, ...common, ...placeOf(observation) }] : []
  }
  if (kind === 'summary') {
    const summary = findSummaryById(db, id)
    return summary ? [{ kind, summary, ...common, ...placeOf(summary) }] : []
  }
  if (kind === 'passage') {
    const turn = findTurn(db, id)
    return turn ? [{ kind, turn, ...common, ...placeOf(turn) }] : []
  }
  if (kind === 'note') {
    const note = findNote(db, id)
    return note ? [{ kind, note, ...common, ...placeOf(note) }] : []
  }
  const prompt = findPromptById(db, id)
  return prompt ? [{ kind, prompt, ...common, ...placeOf(prompt) }] : []
}

function placeOf(row: { project: string; projectName: string; createdAt: number }) {
  return { project: row.project, projectName: row.projectName, createdAt: row.createdAt }
}
