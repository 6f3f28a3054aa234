/**
 * Numbers that show whether a text answers a question: how much of the question it contains, how close together, what
 * is missing, and how similar it is in meaning. Words count by their rarity in the whole store, relative to a word that
 * does not occur, so that the numbers mean the same in small and large stores. (With rarity inside the project, a
 * question about another project looks like a rare one: area under curve 0.954 instead of 0.964,
 * bench/silence/train.ts.)
 */
import type { Corpus } from './corpus.ts'
import type { Token } from './index-tokens.ts'
import type { QueryTerm } from './query-terms.ts'
import { type Beginnings, beginningsOf, scanWords } from './word-scan.ts'
import { idf } from './word-score.ts'

/** A word of the question, with its alternatives. */
interface AskedWord {
  stem: string
  /** 0–1; 1 = does not occur in the store. */
  worth: number
}

export interface Question {
  asked: AskedWord[]
  /** Question words by stem: their own stems and those of their alternatives. */
  wordOf: ReadonlyMap<string, AskedWord>
  /** Those that match any longer word: scripts without spaces, and `begin*`. */
  prefixes: readonly AskedWord[]
  beginnings: Beginnings
  total: number
}

export interface BearingFeatures {
  /** Share of the question that the best single text contains in one place. */
  best: number
  close: number
  closest: number
  /** Worth of the rarest missing word: with equal shares, the text that lacks just one word is the better one. */
  missing: number
  similarity: number
  /** 1 when its meaning is unknown: a turn that left no memory, a summary. */
  unlike: number
  /** Of the question: how many words, and how rare they are. */
  words: number
  rare: number
}

/** Words between the first and last match of a place: a long sentence, and a clause. */
const CLOSE = 30
const CLOSEST = 12

/** `absent`: words that do not occur in the store. */
export function questionOf(by: { terms: QueryTerm[]; absent: QueryTerm[]; corpus: Corpus }): Question {
  const { terms, absent, corpus } = by
  const unknown = idf(0, corpus.size)
  const wordOf = new Map<string, AskedWord>()
  const ask = (stem: string, term: QueryTerm) => {
    const word = wordOf.get(stem) ?? { stem, worth: idf(corpus.occurrences(term).all, corpus.size) / unknown }
    for (const name of [stem, ...(term.stems ?? [term.stem])]) if (!wordOf.has(name)) wordOf.set(name, word)
    return word
  }
  const own = [...terms.filter((term) => term.weight === 1), ...absent]
  const asked = new Set(own.map((term) => ask(term.stem, term)))
  // A word found only by its alternatives is as rare as they are.
  const inNames = new Set(terms.filter(({ weight }) => weight < 1).map(({ stem }) => stem))
  for (const term of terms) if (term.of !== undefined && !inNames.has(term.of)) asked.add(ask(term.of, term))
  const prefixes = own.filter(({ prefix }) => prefix).flatMap(({ stem }) => wordOf.get(stem) ?? [])
  const beginnings = beginningsOf({ stems: wordOf.keys(), prefixes: prefixes.map(({ stem }) => stem) })
  const total = [...asked].reduce((sum, { worth }) => sum + worth, 0)
  return { asked: [...asked], wordOf, prefixes, beginnings, total }
}

/** For one row of an answer, each of its texts separately. */
export function featuresOf(
  { texts, similarity }: { texts: readonly string[]; similarity: number | undefined },
  question: Question,
): BearingFeatures {
  const { asked, total } = question
  const places = texts.map((text) => placesIn(text, question))
  const found = new Set(places.flat().map(({ word }) => word))
  const share = (worth: number) => (total === 0 ? 0 : worth / total)
  const within = (width: number) => share(Math.max(0, ...places.map((text) => worthWithin(text, width))))
  return {
    best: within(Number.POSITIVE_INFINITY),
    close: within(CLOSE),
    closest: within(CLOSEST),
    missing: Math.max(0, ...asked.filter((word) => !found.has(word)).map(({ worth }) => worth)),
    similarity: similarity ?? 0,
    unlike: similarity === undefined ? 1 : 0,
    words: Math.log(1 + asked.length),
    rare: asked.length === 0 ? 0 : total / asked.length,
  }
}

interface Place {
  at: number
  word: AskedWord
}

/** Positions of the question's words in a text, in text order. */
function placesIn(text: string, question: Question): Place[] {
  const places: Place[] = []
  scanWords(text, question.beginnings, (token, at) => {
    for (const word of wordsOf(token, question)) places.push({ at, word })
  })
  return places
}

function wordsOf({ whole, parts, word }: Token, { wordOf, prefixes }: Question): AskedWord[] {
  const found = wordOf.get(whole)
  if (found) return [found]
  const inside = parts.flatMap((part) => wordOf.get(part) ?? [])
  return inside.length > 0 ? inside : prefixes.filter(({ stem }) => word.startsWith(stem))
}

/** The most of the question that any window of this many words contains. */
function worthWithin(places: readonly Place[], width: number): number {
  const counts = new Map<AskedWord, number>()
  let from = 0
  let worth = 0
  let best = 0
  for (const { at, word } of places) {
    const before = counts.get(word) ?? 0
    counts.set(word, before + 1)
    if (before === 0) worth += word.worth
    for (let first = places[from]; first && at - first.at >= width; first = places[++from]) {
      const left = (counts.get(first.word) ?? 1) - 1
      counts.set(first.word, left)
      if (left === 0) worth -= first.word.worth
    }
    best = Math.max(best, worth)
  }
  return best
}
