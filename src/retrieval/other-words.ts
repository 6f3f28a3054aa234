/**
 * What else a word may be called: its pair in the other language, and, when no memory has the word at all, words that
 * look like it (a cognate, another ending, a typing error near the end). Everything is checked against the index.
 */
import { BILINGUAL } from './bilingual.ts'
import type { QueryTerm } from './query-terms.ts'
import { quote } from './query-terms.ts'
import { stem } from './stem.ts'
import { WEIGHTS } from './weights.ts'

export interface Vocabulary {
  /** Does any memory that may be shown have this stem? */
  has(stem: string): boolean
  /** Stems that begin so, at most `limit`. */
  beginningWith(start: string, limit: number): string[]
}

/** Terms to add to the query's own. */
export function otherWords(terms: QueryTerm[], vocabulary: Vocabulary): QueryTerm[] {
  const known = new Set(terms.map((term) => term.stem))
  const added: QueryTerm[] = []
  const add = (word: string, term: QueryTerm, weight: number) => {
    if (known.has(word)) return
    known.add(word)
    added.push({ stem: word, word, match: quote(word), weight: term.weight * weight, prefix: false, of: term.stem })
  }
  for (const term of terms.slice(0, MOST_EXPANDED)) {
    if (term.prefix) continue
    for (const pair of PAIRS.get(term.stem) ?? []) if (vocabulary.has(pair)) add(pair, term, WEIGHTS.pair)
    if (!LATIN.test(term.word) || term.word.length < SHORTEST || vocabulary.has(term.stem)) continue
    for (const like of lookAlikes(term.word, vocabulary)) add(like, term, WEIGHTS.lookAlike)
  }
  return added
}

/** Expanding costs a look into the vocabulary for each word; a pasted page needs none of it. */
const MOST_EXPANDED = 40
const LATIN = /^[a-z]+$/
/** Shorter words look like too many others. */
const SHORTEST = 5
/** More look-alikes than this mean nothing in particular, and cost time. */
const MOST_ALIKE = 12

const PAIRS = new Map<string, string[]>()
for (const [spanish, english] of BILINGUAL) {
  for (const [from, to] of [
    [stem(spanish), stem(english)],
    [stem(english), stem(spanish)],
  ] as const) {
    if (from !== to) PAIRS.set(from, [...(PAIRS.get(from) ?? []), to])
  }
}

function lookAlikes(word: string, vocabulary: Vocabulary): string[] {
  const cognates = [...new Set(ENDINGS.flatMap(([from, to]) => cognate(word, from, to)))].filter(vocabulary.has)
  if (cognates.length > 0) return cognates
  const length = Math.max(4, Math.round(word.length * WEIGHTS.sameStart))
  const starts = new Set([word, respell(word)].map((one) => one.slice(0, length)))
  const found = [...starts].flatMap((start) => vocabulary.beginningWith(start, MOST_ALIKE + 1))
  return found.length > MOST_ALIKE ? [] : found
}

function cognate(word: string, from: string, to: string): string[] {
  if (!word.endsWith(from) || word.length - from.length < 3) return []
  const other = word.slice(0, word.length - from.length) + to
  return [stem(other), stem(respell(other))]
}

/** Spanish spellings of common Latin sounds. */
function respell(word: string): string {
  return word.replace(/^es(?=[ptc])/, 's').replaceAll('cc', 'ct')
}

/** Spanish ending → English ending, then the ones that also work backwards. */
const BOTH_WAYS: readonly (readonly [string, string])[] = [
  ['ciones', 'tion'],
  ['cion', 'tion'],
  ['siones', 'sion'],
  ['dades', 'ty'],
  ['dad', 'ty'],
  ['mente', 'ly'],
  ['encia', 'ence'],
  ['ancia', 'ance'],
  ['ivo', 'ive'],
  ['iva', 'ive'],
  ['oso', 'ous'],
  ['osa', 'ous'],
  ['ario', 'ary'],
  ['aria', 'ary'],
  ['ista', 'ist'],
  ['ismo', 'ism'],
  ['gia', 'gy'],
  ['fia', 'phy'],
  ['ico', 'ic'],
  ['ica', 'ic'],
]
const ENDINGS: readonly (readonly [string, string])[] = [
  ...BOTH_WAYS,
  ...BOTH_WAYS.map(([spanish, english]) => [english, spanish] as const),
  ['ado', 'ated'],
  ['ada', 'ated'],
  ['ar', ''],
  ['er', ''],
  ['ir', ''],
  ['os', ''],
  ['as', ''],
  ['es', ''],
  ['ia', 'y'],
  ['io', 'y'],
  ['o', ''],
  ['a', ''],
]
