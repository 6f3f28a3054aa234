/**
 * Alternatives for a word: its translations and, when no memory contains the word at all, words that look like it (a
 * cognate, another ending, a typo near the end). All are checked against the index.
 */
import { openLexicon } from '../index/lexicons.ts'
import { COGNATES, translate } from '../memory/gloss.ts'
import { type Language, languageOf } from '../memory/language.ts'
import { editDistance, likeness } from '../memory/likeness.ts'
import type { QueryTerm } from './query-terms.ts'
import { quote } from './query-terms.ts'
import { stem } from './stem.ts'
import { STOP_WORDS } from './stop-words.ts'
import { WEIGHTS } from './weights.ts'

export interface Vocabulary {
  /** Does any visible memory contain this stem? */
  has(stem: string): boolean
  /** At most `limit` stems with this beginning. */
  beginningWith(start: string, limit: number): string[]
  /** Stems with this beginning that fit; a very long list is not read to its end. */
  among(start: string, fits: (stem: string) => boolean): string[]
}

/** Terms to add to the query's own. */
export function otherWords(terms: QueryTerm[], vocabulary: Vocabulary, text: string): QueryTerm[] {
  const known = new Set(terms.map((term) => term.stem))
  const added: QueryTerm[] = []
  const add = (words: string[], term: QueryTerm, weight: number) => {
    const stems = [...new Set(words)].filter((word) => !known.has(word))
    for (const word of stems) known.add(word)
    const [first] = stems
    if (first === undefined) return
    const match = stems.length === 1 ? quote(first) : `(${stems.map(quote).join(' OR ')})`
    added.push({ stem: first, stems, word: first, match, weight: term.weight * weight, prefix: false, of: term.stem })
  }
  const inOther = translator(languageOf(text), vocabulary)
  for (const term of terms.slice(0, MAX_EXPANDED)) {
    if (term.prefix || !LATIN.test(term.word)) continue
    add(inOther(term).filter(vocabulary.has), term, WEIGHTS.pair)
    if (term.word.length < SHORTEST || vocabulary.has(term.stem)) continue
    for (const like of lookAlikes(term.word, vocabulary)) add([like], term, WEIGHTS.lookAlike)
  }
  return added
}

/**
 * For a query none of whose words is stored: `dicsount` was meant to be `discount`. Only then, because words that
 * nobody stored are common in questions, and guessing at each would slow every search.
 */
export function likelyMeant(terms: QueryTerm[], vocabulary: Vocabulary): QueryTerm[] {
  return terms.slice(0, MAX_GUESSED).flatMap((term) => {
    if (term.prefix || term.weight < 1 || term.word.length < SHORTEST || !LATIN.test(term.word)) return []
    const [best] = vocabulary
      .among(term.stem.slice(0, 2), (stem) => isMisspelling(term.stem, stem))
      .sort((a, b) => editDistance(term.stem, a) - editDistance(term.stem, b))
    if (best === undefined) return []
    const weight = WEIGHTS.lookAlike
    return [
      { stem: best, word: best, match: quote(best), weight, prefix: false, of: term.stem, guessedFrom: term.word },
    ]
  })
}

/** One wrong letter, two in a longer word; or, in a longer word, nearly the same letters in another order. */
function isMisspelling(typed: string, stored: string): boolean {
  if (Math.abs(typed.length - stored.length) > 2) return false
  const long = typed.length >= LONG
  return editDistance(typed, stored) <= (long ? 2 : 1) || (long && likeness(typed, stored) >= SAME_LETTERS)
}

/** In a pasted text in an unknown language no word is known: trying a few is enough to tell. */
const MAX_GUESSED = 4
/** In shorter words, two wrong letters make another word: `invoic`, `invok`. */
const LONG = 8
/** `cypiddid` for `cydippid` scores 0.67 with three wrong letters; words that only begin alike score below 0.6. */
const SAME_LETTERS = 0.62

/** Stems a word may have in the other language, best first. A question too short to detect may be in either. */
function translator(language: Language | undefined, vocabulary: Vocabulary): (term: QueryTerm) => string[] {
  const english = ({ word }: QueryTerm) =>
    translate(word, openLexicon('es-en'))
      .filter((one) => !STOP_WORDS.has(one))
      .map(stem)
  if (language === 'es') return english
  // If nobody wrote Spanish here, an English question need not search for it.
  const spanish = SPANISH_SIGNS.filter(vocabulary.has).length < FEWEST_SIGNS ? undefined : openLexicon('en-es')
  if (language === 'en') return ({ stem }) => spanish?.find(stem) ?? []
  return ({ word, stem: own }) => [...openLexicon('es-en').find(word).map(stem), ...(spanish?.find(own) ?? [])]
}

/**
 * Translations of a word (lower case, no accents), best first; for English words the Spanish stems as the index has
 * them. If the language of the text is unknown, the word may be in either.
 */
export function inOtherLanguage(word: string, language: Language | undefined): string[] {
  const english = language === 'en' ? [] : openLexicon('es-en').find(word)
  const spanish = language === 'es' ? [] : openLexicon('en-es').find(stem(word))
  return [...new Set([...english, ...spanish])].filter((one) => one !== word && !STOP_WORDS.has(one))
}

/** Words of every Spanish text, as the index has them; one or two also occur in other texts ("Los Angeles"). */
const SPANISH_SIGNS = ['el', 'los', 'las', 'una', 'del', 'que', 'por', 'para', 'con', 'como', 'su', 'mi'].map(stem)
const FEWEST_SIGNS = 3

/** Expanding costs a vocabulary lookup per word; a pasted page does not need it. */
const MAX_EXPANDED = 40
const LATIN = /^[a-z]+$/
/** Shorter words resemble too many others. */
const SHORTEST = 5
/** More look-alikes than this are meaningless and cost time. */
const MAX_ALIKE = 12

function lookAlikes(word: string, vocabulary: Vocabulary): string[] {
  const cognates = [...new Set(ENDINGS.flatMap(([from, to]) => cognate(word, from, to)))].filter(vocabulary.has)
  if (cognates.length > 0) return cognates
  const length = Math.max(4, Math.round(word.length * WEIGHTS.sameStart))
  const starts = new Set([word, respell(word)].map((one) => one.slice(0, length)))
  const found = [...starts].flatMap((start) => vocabulary.beginningWith(start, MAX_ALIKE + 1))
  return found.length > MAX_ALIKE ? [] : found
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

/** Endings that correspond in both languages, in both directions, then Spanish ones that English words lack. */
const ENDINGS: readonly (readonly [string, string])[] = [
  ...COGNATES,
  ...COGNATES.map(([spanish, english]) => [english, spanish] as const),
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
