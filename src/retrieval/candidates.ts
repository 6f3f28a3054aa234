/**
 * The memories worth scoring: those that match all words, those that match the rarer ones, and those close in meaning.
 * The pool does not depend on the page, so that all pages are cut from one order.
 */
import type { Database } from '../store/database.ts'
import {
  type Candidate,
  type Filter,
  filterNotes,
  filterObservations,
  findMadeOf,
  lastId,
  loadCandidates,
  type MemoryKind,
  matchAmong,
  rankByWords,
  type WordRank,
} from '../store/search.ts'
import { type Corpus, corpusOf } from './corpus.ts'
import type { DateRange } from './dates/date-range.ts'
import { narrow } from './dates/date-range.ts'
import { likelyMeant, otherWords } from './other-words.ts'
import type { QueryTerm, ReadQuery } from './query-terms.ts'
import { WEIGHTS } from './weights.ts'
import { type RareTerm, rarityOf } from './word-score.ts'

export interface Pool {
  candidates: Candidate[]
  /** Matching passages: from the candidates' turns, and from turns that left no memory. */
  said: Candidate[]
  /** Cosine similarity by index id (`nearId`); undefined when meaning was not used. */
  similarity: Map<number, number> | undefined
  /** The query's terms that occur in the store, and those added to them. */
  terms: RareTerm[]
  /** Terms that do not occur in the store. */
  absent: RareTerm[]
  corpus: Corpus
  /** The widest expression the words were matched with, for hits beyond the pool; undefined = no word occurs. */
  match: string | undefined
  /** The user's own expression, or all the words; undefined = too many words, or one does not occur. */
  every: string | undefined
}

/** `id`: an observation's id, or a note's negated. */
export interface Near {
  id: number
  similarity: number
}

/** Its id in the index; undefined = it has no vector. */
export function nearId({ kind, id }: Pick<Candidate, 'kind' | 'id'>): number | undefined {
  return kind === 'observation' ? id : kind === 'note' ? -id : undefined
}

export interface PoolQuery {
  read: ReadQuery
  filter: Filter
  kinds: MemoryKind[]
  near: Near[] | undefined
  /** Memories from this time are fetched additionally. */
  wish?: DateRange | undefined
}

/** With more words than this, requiring all of them finds nothing. */
const MAX_REQUIRED = 8
/** More alternatives than this cost time and change nothing: the rarest decide. */
const MAX_ALTERNATIVES = 24
/** Fetched from the wished time, in addition to the others. */
const WISHED = 50
/** Matches the index may score: about 1 µs each. Words left out are common; they still count in the scoring. */
const MAX_SCORED = 3000

/**
 * This many of the best by words, and of the nearest in meaning, are read in full; the others only up to `BEGINNING`
 * characters, so that time does not grow with text length: a search among texts of 10 kB takes 1.3 times as long as
 * among 600 characters instead of 1.7 times. Sets of long texts: beam-100k +0.1 R@10, entire-commit2session −0.4
 * hit@10.
 */
const READ_WHOLE = 40
const BEGINNING = 2000

export function findCandidates(db: Database, by: PoolQuery): Pool {
  const { read, filter, kinds } = by
  const corpus = corpusOf(db, filter.projects)
  const terms = rareTerms(db, read, { corpus, kinds })
  const plan = planMatch(read, terms, corpus, filter)
  const ids = new Map<MemoryKind, Set<number>>(kinds.map((kind) => [kind, new Set<number>()]))
  const lookFor = (kind: MemoryKind) => {
    // Hits by meaning take no place away from hits by words.
    const found = new Set<number>()
    const look = (match: string, limit: number, within = filter) => {
      for (const id of newestFirst(db, { kind, match, limit, ...inIndex(kind, within, plan.way) }, plan)) found.add(id)
    }
    if (plan.every !== undefined && plan.every !== plan.any) look(plan.every, WEIGHTS.wordPool)
    if (plan.any !== undefined && found.size < WEIGHTS.wordPool) look(plan.any, WEIGHTS.wordPool)
    if (plan.any !== undefined && by.wish) look(plan.any, WISHED, { ...filter, ...narrow(filter, by.wish) })
    return [...found]
  }
  const near = keepVisible(db, by)
  const load = (kind: MemoryKind, found: number[]) => {
    const nearest = (near ?? [])
      .map((one) => memoryOf(one))
      .filter((one) => one.kind === kind)
      .map(({ id }) => id)
    const first = new Set([...found.slice(0, READ_WHOLE), ...nearest.slice(0, READ_WHOLE)])
    const others = new Set([...(ids.get(kind) ?? []), ...found].filter((id) => !first.has(id)))
    return [
      ...loadCandidates(db, { kind, ids: [...first] }),
      ...loadCandidates(db, { kind, ids: [...others], most: BEGINNING }),
    ].filter((candidate) => !filter.projects || filter.projects.includes(candidate.project))
  }
  for (const one of (near ?? []).map(memoryOf)) ids.get(one.kind)?.add(one.id)
  const said = kinds.includes('observation') || kinds.includes('passage') ? load('passage', lookFor('passage')) : []
  for (const id of madeOf(db, said, by)) ids.get('observation')?.add(id)
  const memories = kinds.filter((kind) => kind !== 'passage')
  return {
    candidates: memories.flatMap((kind) => load(kind, lookFor(kind))),
    said,
    similarity: near && new Map(near.map(({ id, similarity }) => [id, similarity])),
    terms,
    corpus,
    match: plan.any,
    every: plan.every,
    absent: read.terms
      .filter(({ stem, weight }) => weight === 1 && !terms.some((term) => term.stem === stem || term.of === stem))
      .map((term) => ({ ...term, rarity: rarityOf(term.stem, { all: 0, own: 0 }, corpus) })),
  }
}

/** The memories of turns in which the words were said. */
function madeOf(db: Database, said: Candidate[], { kinds, filter, read }: PoolQuery): Iterable<number> {
  // The user's own expression must match the memory itself.
  if (!kinds.includes('observation') || read.strict !== undefined || said.length === 0) return []
  const turns = new Set(said.flatMap(({ turn }) => turn ?? []))
  return filterObservations(db, { ids: findMadeOf(db, [...turns]), filter })
}

/** Counts observations, passages and notes: a word in none of them may still be in a summary or a prompt. */
function rareTerms(db: Database, read: ReadQuery, by: { corpus: Corpus; kinds: MemoryKind[] }): RareTerm[] {
  const { corpus } = by
  const others = by.kinds.filter((kind) => kind === 'summary' || kind === 'prompt')
  const elsewhere = ({ match }: QueryTerm) =>
    others.some((kind) => rankByWords(db, { kind, match, filter: {}, limit: 1 }).length > 0)
  const known = (terms: QueryTerm[]) =>
    terms
      .map((term) => ({ term, occurrences: corpus.occurrences(term) }))
      .filter(({ term, occurrences }) => occurrences.all > 0 || (term.weight === 1 && elsewhere(term)))
      .map(({ term, occurrences }) => ({ ...term, rarity: rarityOf(term.stem, occurrences, corpus) }))
  const found = known([...read.terms, ...(read.bilingual ? otherWords(read.terms, corpus, read.text) : [])])
  return found.length > 0 ? found : known(likelyMeant(read.terms, corpus))
}

interface Plan {
  every: string | undefined
  /** The rarer words as alternatives, or the user's own expression. */
  any: string | undefined
  way: Way
  /** Set when even the rarest word is common: the newest are searched first, from this share of the ids on. */
  after: number | undefined
}

function planMatch(read: ReadQuery, terms: RareTerm[], corpus: Corpus, filter: Filter): Plan {
  if (read.strict !== undefined) return { every: read.strict, any: read.strict, way: 'index', after: undefined }
  const own = terms.filter((term) => term.weight === 1)
  const required = own.length > 0 && own.length <= MAX_REQUIRED && own.length === full(read)
  const chosen: RareTerm[] = []
  const sum = { all: 0, own: 0 }
  const rarest = terms.toSorted((a, b) => b.weight * b.rarity - a.weight * a.rarity).slice(0, MAX_ALTERNATIVES)
  for (const term of rarest) {
    const { all, own: inside } = corpus.occurrences(term)
    if (chosen.length > 0 && Math.min(sum.all + all, sum.own + inside) > MAX_SCORED) break
    sum.all += all
    sum.own += inside
    chosen.push(term)
  }
  return {
    every: required ? own.map((term) => term.match).join(' AND ') : undefined,
    any: chosen.length > 0 ? chosen.map((term) => term.match).join(' OR ') : undefined,
    way: wayOf(corpus, filter, sum),
    after: sum.own > MAX_SCORED ? 1 - MAX_SCORED / sum.own : undefined,
  }
}

/** If words are so common that scoring every match takes long, the newest are enough, unless too few match. */
function newestFirst(db: Database, by: WordRank, { after }: Plan): number[] {
  const { kind } = by
  const counted = kind === 'observation' || kind === 'passage'
  const newest =
    after === undefined || !counted ? [] : rankByWords(db, { ...by, after: Math.floor(lastId(db, kind) * after) })
  const found = newest.length > 0 && newest.length >= by.limit ? newest : rankByWords(db, by)
  return found.map(({ id }) => id)
}

/** How other projects are excluded: afterwards, when there is hardly anything else; by the index; or row by row. */
type Way = 'afterwards' | 'index' | 'rows'

function wayOf(corpus: Corpus, filter: Filter, sum: { all: number; own: number }): Way {
  if (filter.projects === undefined || corpus.own >= corpus.size * 0.95) return 'afterwards'
  // Reading a project's whole list costs 0.04 µs a row, looking up a row 0.7 µs, scoring one 1 µs (measured at 57k rows).
  return corpus.own * 0.04 + sum.own < sum.all * 1.7 ? 'index' : 'rows'
}

function inIndex(kind: MemoryKind, filter: Filter, way: Way): { filter: Filter; scope?: string[] | undefined } {
  if (kind === 'summary' || kind === 'prompt' || way === 'rows') return { filter }
  const { projects, ...others } = filter
  return way === 'index' ? { filter: others, scope: projects } : { filter: others }
}

/** How many words of the query count in full. */
function full(read: ReadQuery): number {
  return read.terms.filter((term) => term.weight === 1).length
}

/** Without dropped or filtered rows, and those that do not match the user's own expression. */
function keepVisible(db: Database, by: PoolQuery): Near[] | undefined {
  const kinds = by.kinds.filter((kind) => kind === 'observation' || kind === 'note')
  if (!by.near || kinds.length === 0) return undefined
  const near = by.near.map((one) => ({ ...memoryOf(one), one }))
  const visible = kinds.flatMap((kind) => {
    const ids = near.filter((one) => one.kind === kind).map(({ id }) => id)
    const kept = (kind === 'note' ? filterNotes : filterObservations)(db, { ids, filter: by.filter })
    const matching = by.read.strict === undefined ? kept : new Set(matchAmong(db, { kind, match: by.read.strict, ids }))
    return near.filter((one) => one.kind === kind && kept.has(one.id) && matching.has(one.id))
  })
  const shown = new Set(visible.map(({ one }) => one))
  return by.near.filter((one) => shown.has(one))
}

function memoryOf({ id }: Near): { kind: 'observation' | 'note'; id: number } {
  return id < 0 ? { kind: 'note', id: -id } : { kind: 'observation', id }
}
