/**
 * How well a memory's words match a query: BM25 over its fields, where a title word counts more than a body word, times
 * a bonus for the share of the query it covers and one for words that are as close together as in the query. FTS5
 * chooses the candidates; this orders them, because only here are rarity inside the project and the words of
 * identifiers known.
 */
import type { Candidate } from '../store/search.ts'
import { rarityInEnglish } from './english-rarity.ts'
import { isKin } from './false-kin.ts'
import type { Token } from './index-tokens.ts'
import type { QueryTerm } from './query-terms.ts'
import { WEIGHTS } from './weights.ts'
import { type Beginnings, beginningsOf, scanWords } from './word-scan.ts'

/** A word of the query in a memory. */
interface Occurrence {
  term: RareTerm
  /** Its position among the words. */
  at: number
  /** The weight of its field; less for a word inside an identifier. */
  weight: number
}

/** What a memory contains of a query, read once. */
export interface ReadMemory {
  /** In the order of the text. */
  found: Occurrence[]
  /** Number of words; words inside identifiers count half. */
  length: number
  /** Narrative and facts: their positions and length. */
  body: { from: number; to: number; length: number }
}

/** A query's terms in the form needed for reading memories. */
export interface Wanted {
  terms: ReadonlyMap<string, RareTerm>
  prefixes: readonly RareTerm[]
  beginnings: Beginnings
}

export interface RareTerm extends QueryTerm {
  /** High for a word that few memories have. */
  rarity: number
}

export interface WordScore {
  score: number
  /** Stems of the terms found in it. */
  matched: Set<string>
}

export function wantedOf(terms: readonly RareTerm[]): Wanted {
  const byStem = new Map(terms.flatMap((term) => (term.stems ?? [term.stem]).map((stem) => [stem, term])))
  const prefixes = terms.filter((term) => term.prefix)
  const beginnings = beginningsOf({ stems: byStem.keys(), prefixes: prefixes.map(({ stem }) => stem) })
  return { terms: byStem, prefixes, beginnings }
}

export function readMemory(candidate: Candidate, wanted: Wanted): ReadMemory {
  const { field, part, apart, fileLength } = WEIGHTS
  const found: Occurrence[] = []
  let start = 0
  const readField = (text: string, weight: number) => {
    const from = start
    const { words, parts } = scanWords(text, wanted.beginnings, (token, place) => {
      const at = from + place
      const term = wanted.terms.get(token.whole)
      if (term && isMeant(term, token)) found.push({ term, at, weight })
      token.parts.forEach((stem, inside) => {
        const named = wanted.terms.get(stem)
        if (named) found.push({ term: named, at: at + inside, weight: weight * part })
      })
      for (const term of wanted.prefixes) {
        if (token.word !== term.stem && token.word.startsWith(term.stem)) found.push({ term, at, weight })
      }
    })
    const to = from + words + parts
    // Words of different fields never count as adjacent.
    start = to + apart
    return { from, to, length: words + parts / 2 }
  }
  const title = readField(candidate.title, field.title)
  const subtitle = readField(candidate.subtitle, field.subtitle)
  const body = readField(candidate.body, field.body)
  const files = readField(pathsOf(candidate.files), field.files)
  return { found, body, length: title.length + subtitle.length + body.length + fileLength * files.length }
}

/** Only a word that was typed has a form to compare; what was derived from it is a stem. */
function isMeant({ weight, prefix, word }: RareTerm, token: Token): boolean {
  return weight < 1 || prefix || isKin(word, token.word, token.whole)
}

export function scoreWords(
  memory: Pick<ReadMemory, 'found' | 'length'>,
  by: { terms: RareTerm[]; typicalLength: number },
): WordScore {
  const { seen, joined } = countUp(memory.found)
  const { saturation, lengthEffect, coverage, adjacent } = WEIGHTS
  const longness = 1 - lengthEffect + (lengthEffect * memory.length) / by.typicalLength
  const score = sumOfBest(by.terms, (term) => {
    const count = seen.get(term.stem)?.count
    if (count === undefined) return 0
    const strength = count / longness
    return (worthOf(term) * strength * (saturation + 1)) / (strength + saturation)
  })
  const share = shareOf(seen, by.terms)
  const together = joined.reduce((sum, [one, other]) => sum + (worthOf(one) + worthOf(other)) / 2, 0)
  return {
    score: score * (1 + coverage * share) + adjacent * together,
    matched: new Set(seen.keys()),
  }
}

/** How often a term occurs, by weight, and where last. */
interface Seen {
  count: number
  last: Occurrence
}

/** Occurrences by stem, and terms that are adjacent in the query and at most a few words apart in the memory. */
function countUp(found: readonly Occurrence[]): { seen: Map<string, Seen>; joined: [RareTerm, RareTerm][] } {
  const seen = new Map<string, Seen>()
  const joined = new Map<string, [RareTerm, RareTerm]>()
  for (const one of found) {
    const { term, at, weight } = one
    const known = seen.get(term.stem)
    if (known) {
      known.count += weight
      known.last = one
    } else seen.set(term.stem, { count: weight, last: one })
    const before = term.after === undefined ? undefined : seen.get(term.after)?.last
    if (before && at - before.at <= WEIGHTS.apart) joined.set(term.stem, [before.term, term])
  }
  return { seen, joined: [...joined.values()] }
}

/** Adds up the best alternative of each query word. */
function sumOfBest(terms: readonly RareTerm[], worth: (term: RareTerm) => number): number {
  let sum = 0
  for (const alternatives of wordsOf(terms)) {
    let best = 0
    for (const term of alternatives) best = Math.max(best, worth(term))
    sum += best
  }
  return sum
}

/** Alternatives by query word. Every part of every candidate is scored with the same list of terms. */
const grouped = new WeakMap<readonly RareTerm[], RareTerm[][]>()

function wordsOf(terms: readonly RareTerm[]): RareTerm[][] {
  const words = grouped.get(terms) ?? [...Map.groupBy(terms, (term) => term.of ?? term.stem).values()]
  grouped.set(terms, words)
  return words
}

function shareOf(matched: { has(stem: string): boolean }, terms: readonly RareTerm[]): number {
  const whole = worthOfAll(terms)
  return whole === 0 ? 0 : sumOfBest(terms, (term) => (matched.has(term.stem) ? worthOf(term) : 0)) / whole
}

/** Share of the query that these stems cover, and both word lists. */
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

export function worthOfAll(terms: readonly RareTerm[]): number {
  return sumOfBest(terms, worthOf)
}

function worthOf(term: RareTerm): number {
  return term.weight * term.rarity * (term.headline ? WEIGHTS.headline : 1)
}

/**
 * BM25's rarity: half from the requested projects, half from the whole store. The smaller the store, the more it also
 * counts how rare the word is in English.
 */
export function rarityOf(
  stem: string,
  by: { all: number; own: number },
  corpus: { size: number; own: number },
): number {
  const { ownRarity, english, smallStore } = WEIGHTS
  const here = ownRarity * idf(by.own, corpus.own) + (1 - ownRarity) * idf(by.all, corpus.size)
  const share = Math.min(english, 1 / (1 + (corpus.size / smallStore) ** 2))
  if (share < NEGLIGIBLE) return here
  return (1 - share) * here + share * rarityInEnglish(stem) * Math.log(1 + corpus.size)
}

/** A store of 900 memories; a larger one need not load the list. */
const NEGLIGIBLE = 0.01

/** BM25's inverse document frequency. */
export function idf(occurrences: number, size: number): number {
  return Math.log(1 + (Math.max(0, size - occurrences) + 0.5) / (occurrences + 0.5))
}

/** The paths in a JSON list, or in `{read, modified}`. */
export function pathsOf(json: string): string {
  if (json === '' || json === '[]') return ''
  const value = JSON.parse(json) as string[] | { read: string[]; modified: string[] } // written by the store
  return (Array.isArray(value) ? value : [...new Set([...value.read, ...value.modified])]).join(' ')
}
