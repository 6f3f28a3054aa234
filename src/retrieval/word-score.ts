/**
 * How well a memory's words fit a query: BM25 over its fields, a title word counting more than one of the body, times a
 * bonus for the share of the query it covers, and one for words that stand together as they do there. FTS5 chooses the candidates; this orders them, because only here are rarity
 * inside the project and the words of names known.
 */
import type { Candidate } from '../store/search.ts'
import type { QueryTerm } from './query-terms.ts'
import { WEIGHTS } from './weights.ts'
import { type Beginnings, beginningsOf, scanWords } from './word-scan.ts'

/** What a memory has of a query, read once. */
export interface ReadMemory {
  /** Occurrences by stem, each counting as much as its field. */
  counts: Map<string, number>
  /** Terms that follow each other in the query and, a few words apart at most, in the memory too. */
  joined: [RareTerm, RareTerm][]
  /** Its words, those of names beside the names half. */
  length: number
}

/** The terms of a query as a memory is read for them. */
export interface Wanted {
  terms: ReadonlyMap<string, RareTerm>
  prefixes: readonly string[]
  beginnings: Beginnings
}

export interface RareTerm extends QueryTerm {
  /** High for a word few memories have. */
  rarity: number
}

export interface WordScore {
  score: number
  /** Stems of the terms found in it. */
  matched: Set<string>
}

export function wantedOf(terms: readonly RareTerm[]): Wanted {
  const byStem = new Map(terms.flatMap((term) => (term.stems ?? [term.stem]).map((stem) => [stem, term])))
  const prefixes = terms.filter((term) => term.prefix).map((term) => term.stem)
  return { terms: byStem, prefixes, beginnings: beginningsOf({ stems: byStem.keys(), prefixes }) }
}

export function readMemory(candidate: Candidate, wanted: Wanted): ReadMemory {
  const { field, part, apart, fileLength } = WEIGHTS
  const counts = new Map<string, number>()
  const joined = new Map<string, [RareTerm, RareTerm]>()
  const lastAt = new Map<string, number>()
  const add = (stem: string, weight: number) => counts.set(stem, (counts.get(stem) ?? 0) + weight)
  const join = (term: RareTerm, at: number) => {
    lastAt.set(term.stem, at)
    const before = term.after === undefined ? undefined : wanted.terms.get(term.after)
    if (before && at - (lastAt.get(before.stem) ?? Number.NEGATIVE_INFINITY) <= apart)
      joined.set(term.stem, [before, term])
  }
  let start = 0
  /** Its length. */
  const readField = (text: string, weight: number): number => {
    const { words, parts } = scanWords(text, wanted.beginnings, (token, place) => {
      const term = wanted.terms.get(token.whole)
      if (term) {
        add(term.stem, weight)
        join(term, start + place)
      }
      token.parts.forEach((stem, inside) => {
        const named = wanted.terms.get(stem)
        if (!named) return
        add(named.stem, weight * part)
        join(named, start + place + inside)
      })
      for (const prefix of wanted.prefixes) {
        if (token.word !== prefix && token.word.startsWith(prefix)) add(prefix, weight)
      }
    })
    start += words + parts + apart
    return words + parts / 2
  }
  const length =
    readField(candidate.title, field.title) +
    readField(candidate.subtitle, field.subtitle) +
    readField(candidate.body, field.body) +
    fileLength * readField(pathsOf(candidate.files), field.files)
  return { counts, joined: [...joined.values()], length }
}

export function scoreWords(memory: ReadMemory, by: { terms: RareTerm[]; typicalLength: number }): WordScore {
  const { counts, joined } = memory
  const { saturation, lengthEffect, coverage, adjacent } = WEIGHTS
  const longness = 1 - lengthEffect + (lengthEffect * memory.length) / by.typicalLength
  const score = sumOfBest(by.terms, (term) => {
    const count = counts.get(term.stem)
    if (count === undefined) return 0
    const strength = count / longness
    return (worthOf(term) * strength * (saturation + 1)) / (strength + saturation)
  })
  const matched = new Set(counts.keys())
  const share = shareOf(matched, by.terms)
  const together = joined.reduce((sum, [one, other]) => sum + (worthOf(one) + worthOf(other)) / 2, 0)
  return {
    score: score * (1 + coverage * share) + adjacent * together,
    matched,
  }
}

/** Of each word of the query the best of its names, added up. */
function sumOfBest(terms: RareTerm[], worth: (term: RareTerm) => number): number {
  const best = new Map<string, number>()
  for (const term of terms) {
    const word = term.of ?? term.stem
    best.set(word, Math.max(best.get(word) ?? 0, worth(term)))
  }
  let sum = 0
  for (const one of best.values()) sum += one
  return sum
}

function shareOf(matched: ReadonlySet<string>, terms: RareTerm[]): number {
  const whole = worthOfAll(terms)
  return whole === 0 ? 0 : worthOfAll(terms.filter((term) => matched.has(term.stem))) / whole
}

/** Share of the query that these stems cover, and its words on both sides. */
export function coverageOf(
  matched: ReadonlySet<string>,
  terms: RareTerm[],
): { coverage: number; matched: string[]; missing: string[] } {
  const found = terms.filter((term) => matched.has(term.stem))
  const named = new Set(found.map((term) => term.of))
  const isMissing = ({ weight, stem }: RareTerm) => weight === 1 && !matched.has(stem) && !named.has(stem)
  return {
    coverage: shareOf(matched, terms),
    matched: found.map((term) => term.word),
    missing: terms.filter(isMissing).map((term) => term.word),
  }
}

export function worthOfAll(terms: RareTerm[]): number {
  return sumOfBest(terms, worthOf)
}

function worthOf(term: RareTerm): number {
  return term.weight * term.rarity * (term.headline ? WEIGHTS.headline : 1)
}

/** BM25's rarity: inside the projects asked for and in the whole store, half each. */
export function rarityOf(by: { all: number; own: number }, corpus: { size: number; own: number }): number {
  return WEIGHTS.ownRarity * idf(by.own, corpus.own) + (1 - WEIGHTS.ownRarity) * idf(by.all, corpus.size)
}

/** BM25's, of a word that occurs in so many of so many texts. */
export function idf(occurrences: number, size: number): number {
  return Math.log(1 + (Math.max(0, size - occurrences) + 0.5) / (occurrences + 0.5))
}

/** The paths in a JSON list, or in `{read, modified}`. */
export function pathsOf(json: string): string {
  if (json === '' || json === '[]') return ''
  const value = JSON.parse(json) as string[] | { read: string[]; modified: string[] } // written by the store
  return (Array.isArray(value) ? value : [...new Set([...value.read, ...value.modified])]).join(' ')
}
