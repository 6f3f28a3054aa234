/**
 * The memories worth scoring: what matches all the words, what matches the rarer ones, and what is near in meaning. The
 * pool does not depend on the page asked for, so that all pages are cut from one order.
 */
import type { Database } from '../store/database.ts'
import {
  type Candidate,
  type Filter,
  filterObservations,
  loadCandidates,
  type MemoryKind,
  matchAmong,
  rankByWords,
  type WordRank,
} from '../store/search.ts'
import { type Corpus, corpusOf } from './corpus.ts'
import { narrow } from './filters.ts'
import { otherWords } from './other-words.ts'
import type { ReadQuery } from './query-terms.ts'
import type { DateRange } from './search.ts'
import { WEIGHTS } from './weights.ts'
import { type RareTerm, rarityOf } from './word-score.ts'

export interface Pool {
  candidates: Candidate[]
  /** Cosine similarity by observation id; undefined when meaning had no part in it. */
  similarity: Map<number, number> | undefined
  /** The query's terms that occur at all, and what was added to them. */
  terms: RareTerm[]
  corpus: Corpus
  /** The widest expression the words were matched with, for hits beyond the pool; undefined = no word occurs. */
  match: string | undefined
  /** The user's own expression, or all the words; undefined = too many of them, or one of them occurs nowhere. */
  every: string | undefined
  /** Words of the query that no memory has. */
  unknown: string[]
}

export interface Near {
  id: number
  similarity: number
}

export interface PoolQuery {
  read: ReadQuery
  filter: Filter
  kinds: MemoryKind[]
  near: Near[] | undefined
  /** Memories from here are looked for in particular. */
  wish?: DateRange | undefined
}

/** A query of more words than this has room for chance: requiring all of them finds nothing. */
const MOST_REQUIRED = 8
/** More alternatives than this cost time and change nothing: the rarest decide. */
const MOST_ALTERNATIVES = 24
/** From the time that was wished for, beside the others. */
const WISHED = 50
/** Matches the index may score: about 1 µs each. Words beyond it are common; they still count in the scoring. */
const MOST_SCORED = 3000

export function findCandidates(db: Database, by: PoolQuery): Pool {
  const { read, filter, kinds } = by
  const corpus = corpusOf(db, filter.projects)
  const terms = rareTerms(read, { corpus, kinds })
  const plan = planMatch(read, terms, corpus, filter)
  const ids = new Map<MemoryKind, Set<number>>(kinds.map((kind) => [kind, new Set<number>()]))
  for (const [kind, found] of ids) {
    const look = (match: string, limit: number, within = filter) => {
      for (const id of newestFirst(db, { kind, match, limit, ...inIndex(kind, within, plan.way) }, plan)) found.add(id)
    }
    if (plan.every !== undefined && plan.every !== plan.any) look(plan.every, WEIGHTS.wordPool)
    if (plan.any !== undefined && found.size < WEIGHTS.wordPool) look(plan.any, WEIGHTS.wordPool)
    if (plan.any !== undefined && by.wish) look(plan.any, WISHED, { ...filter, ...narrow(filter, by.wish) })
  }
  const near = keepVisible(db, by)
  for (const { id } of near ?? []) ids.get('observation')?.add(id)
  return {
    candidates: [...ids]
      .flatMap(([kind, found]) => loadCandidates(db, { kind, ids: [...found] }))
      .filter((candidate) => !filter.projects || filter.projects.includes(candidate.project)),
    similarity: near && new Map(near.map(({ id, similarity }) => [id, similarity])),
    terms,
    corpus,
    match: plan.any,
    every: plan.every,
    unknown: read.terms
      .filter(({ stem, weight }) => weight === 1 && !terms.some((term) => term.stem === stem))
      .map(({ word }) => word),
  }
}

/** The corpus counts observations: a word that stands in none of them may still stand in a summary or a prompt. */
function rareTerms(read: ReadQuery, { corpus, kinds }: { corpus: Corpus; kinds: MemoryKind[] }): RareTerm[] {
  const elsewhere = kinds.some((kind) => kind !== 'observation')
  return [...read.terms, ...otherWords(read.terms, corpus)]
    .map((term) => ({ term, occurrences: corpus.occurrences(term) }))
    .filter(({ term, occurrences }) => occurrences.all > 0 || (elsewhere && term.weight === 1))
    .map(({ term, occurrences }) => ({ ...term, rarity: rarityOf(occurrences, corpus) }))
}

interface Plan {
  every: string | undefined
  /** The rarer ones as alternatives, or the user's own expression. */
  any: string | undefined
  way: Way
  /** Even the rarest word is common: memories with higher ids are looked through first. */
  after: number | undefined
}

function planMatch(read: ReadQuery, terms: RareTerm[], corpus: Corpus, filter: Filter): Plan {
  if (read.strict !== undefined) return { every: read.strict, any: read.strict, way: 'index', after: undefined }
  const own = terms.filter((term) => term.weight === 1)
  const required = own.length > 0 && own.length <= MOST_REQUIRED && own.length === full(read)
  const chosen: RareTerm[] = []
  const sum = { all: 0, own: 0 }
  const rarest = terms.toSorted((a, b) => b.weight * b.rarity - a.weight * a.rarity).slice(0, MOST_ALTERNATIVES)
  for (const term of rarest) {
    const { all, own: inside } = corpus.occurrences(term)
    if (chosen.length > 0 && Math.min(sum.all + all, sum.own + inside) > MOST_SCORED) break
    sum.all += all
    sum.own += inside
    chosen.push(term)
  }
  return {
    every: required ? own.map((term) => term.match).join(' AND ') : undefined,
    any: chosen.length > 0 ? chosen.map((term) => term.match).join(' OR ') : undefined,
    way: wayOf(corpus, filter, sum),
    after: sum.own > MOST_SCORED ? Math.floor(corpus.size * (1 - MOST_SCORED / sum.own)) : undefined,
  }
}

/** Where words are so common that scoring every match would take long, the newest are enough, unless they are too few. */
function newestFirst(db: Database, by: WordRank, { after }: Plan): number[] {
  const newest = after === undefined ? [] : rankByWords(db, { ...by, after })
  const found = after !== undefined && newest.length >= by.limit ? newest : rankByWords(db, by)
  return found.map(({ id }) => id)
}

/** How other projects are left out: afterwards, since there is hardly any; by the index; or row by row. */
type Way = 'afterwards' | 'index' | 'rows'

function wayOf(corpus: Corpus, filter: Filter, sum: { all: number; own: number }): Way {
  if (filter.projects === undefined || corpus.own >= corpus.size * 0.95) return 'afterwards'
  // Reading a project's whole list costs 0.04 µs a row, looking up a row 0.7 µs, scoring one 1 µs (measured at 57k rows).
  return corpus.own * 0.04 + sum.own < sum.all * 1.7 ? 'index' : 'rows'
}

function inIndex(kind: MemoryKind, filter: Filter, way: Way): { filter: Filter; scope?: string[] | undefined } {
  if (kind !== 'observation' || way === 'rows') return { filter }
  const { projects, ...others } = filter
  return way === 'index' ? { filter: others, scope: projects } : { filter: others }
}

/** How many words of the query count in full. */
function full(read: ReadQuery): number {
  return read.terms.filter((term) => term.weight === 1).length
}

/** Without what is dropped, filtered out, or does not match the user's own expression. */
function keepVisible(db: Database, by: PoolQuery): Near[] | undefined {
  if (!by.near || !by.kinds.includes('observation')) return undefined
  const ids = by.near.map((one) => one.id)
  const visible = filterObservations(db, { ids, filter: by.filter })
  const matching = by.read.strict === undefined ? visible : new Set(matchAmong(db, { match: by.read.strict, ids }))
  return by.near.filter(({ id }) => visible.has(id) && matching.has(id))
}
