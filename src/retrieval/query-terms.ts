/**
 * Reads what somebody typed into what to search for: significant words, the words of identifiers, and the operators of
 * a query that uses them. Only letters and digits reach the index, each word quoted, so nothing typed can act as query
 * syntax.
 */
import { fold } from '../memory/fold.ts'
import { tokensOf } from './index-tokens.ts'
import { STOP_WORDS } from './stop-words.ts'
import { WEIGHTS } from './weights.ts'

export interface QueryTerm {
  /** What a memory's tokens are compared with. */
  stem: string
  /** As typed, folded: `order_total`. */
  word: string
  /** Match expression for the index. */
  match: string
  /** 1 for a word of the query, less for what was derived from it. */
  weight: number
  /** Any of these stems matches; absent: only `stem`. */
  stems?: string[]
  /** Stem of the word this is an alternative for; the better of the two counts. */
  of?: string
  /** The typed word, which does not occur; this term is what was probably meant. */
  guessedFrom?: string
  /** Matches any token that begins with `stem`: the user wrote `migrat*`. */
  prefix: boolean
  /** Stem of the preceding word, ignoring stop words. */
  after?: string | undefined
  /** In the first line of a multi-line text, which says what the rest is about. */
  headline?: boolean
}

export interface ReadQuery {
  terms: QueryTerm[]
  /** The text they were read from. */
  text: string
  /** The query's own operators and phrases; every hit must match them. */
  strict: string | undefined
  /** Only words to find: not a question or a sentence. */
  keywords: boolean
  /** Also search for its words in the other language. */
  bilingual: boolean
}

/** Both default to on. */
export interface Reading {
  /** Leave out stop words. */
  stopWords: boolean
  bilingual: boolean
}

/** Reading more of a pasted text adds nothing: it repeats its beginning. */
const MAX_CHARACTERS = 20_000
const MAX_WORDS = 400
/** A query with operators is short; a longer text with AND in it is prose. */
const MAX_OPERATOR_WORDS = 24

export function readQuery(text: string, by: Reading = { stopWords: true, bilingual: true }): ReadQuery {
  const head = text.slice(0, MAX_CHARACTERS)
  const strict = readOperators(head)
  const words = strict?.wanted ?? head
  return {
    terms: termsOf(words, by),
    text: words,
    strict: strict?.match,
    keywords: tokensOf(head).every(({ parts, word }) => parts.length > 0 || !isWeak(word)),
    bilingual: by.bilingual,
  }
}

/** Stop words count only when there is nothing else. Strongest first if two readings give the same stem. */
export function termsOf(text: string, by: Pick<Reading, 'stopWords'> = { stopWords: true }): QueryTerm[] {
  const terms = new Map<string, QueryTerm>()
  const weak: QueryTerm[] = []
  const add = (term: QueryTerm) => {
    const known = terms.get(term.stem)
    if (!known || known.weight < term.weight) terms.set(term.stem, term)
  }
  let after: string | undefined
  const follow = (term: QueryTerm) => {
    add({ ...term, after: after === term.stem ? undefined : after })
    after = term.stem
  }
  for (const { whole, parts, word } of tokensOf(text).slice(0, MAX_WORDS)) {
    if (parts.length === 0) {
      const term = plainTerm(whole, word, 1)
      if (by.stopWords && isWeak(word)) weak.push(term)
      else follow(term)
      continue
    }
    const joined = word.replaceAll('_', '')
    const match = word === joined ? quote(joined) : `(${quote(word)} OR ${quote(joined)})`
    add({ stem: whole, word, match, weight: 1, prefix: false })
    for (const part of parts) {
      if (part.length > 1 && !STOP_WORDS.has(part)) follow(plainTerm(part, part, WEIGHTS.nameWord))
    }
  }
  if (terms.size === 0) return weak.slice(0, 4)
  const headline = headlineOf(text)
  return [...terms.values()].map((term) => (headline.has(term.stem) ? { ...term, headline: true } : term))
}

function headlineOf(text: string): Set<string> {
  const [first = '', ...others] = text.trim().split(/\n+/, 2)
  return new Set(others.length === 0 ? [] : tokensOf(first).flatMap(({ whole, parts }) => [whole, ...parts]))
}

/**
 * The significant words in order, each once, in lower case without accents. A compound identifier stays one word.
 */
export function keywordsOf(text: string): string[] {
  const words = tokensOf(text.slice(0, MAX_CHARACTERS))
    .filter(({ parts, word }) => parts.length > 0 || !isWeak(word))
    .map(({ word }) => word)
  return [...new Set(words)].slice(0, MAX_WORDS)
}

/** It contains nothing to search for: "what did we do". */
export function onlyStopWords(text: string): boolean {
  return keywordsOf(text).length === 0
}

function isWeak(word: string): boolean {
  return word.length < 2 || STOP_WORDS.has(word)
}

/** A word for the index, quoted so that none of it is syntax. */
export function quote(word: string): string {
  return `"${word.replace(/[^\p{L}\p{N}_ ]+/gu, ' ')}"`
}

function plainTerm(stem: string, word: string, weight: number): QueryTerm {
  // A run of Chinese, Japanese or Thai is one token in the index: its beginning has to be enough.
  const prefix = UNSPACED.test(word)
  return { stem, word, match: prefix ? `${quote(word)} *` : quote(word), weight, prefix }
}

const UNSPACED = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]/

/**
 * AND, OR, NOT, NEAR(a b, 5), "a phrase", begin*, brackets: only in a query of keywords. In a sentence the same signs
 * are prose ("column is NOT NULL", a quoted error), and all words just count.
 */
function readOperators(text: string): { match: string; wanted: string } | undefined {
  if (!/"[^"]+"|\b(?:AND|OR|NOT|NEAR)\b|[\p{L}\p{N}]\*/u.test(text) || text.length > 1000) return undefined
  const lexemes = lexemesOf(text)
  if (lexemes.length > MAX_OPERATOR_WORDS) return undefined
  const words = lexemes.filter((lexeme) => lexeme.kind === 'word')
  if (words.some((lexeme) => STOP_WORDS.has(lexeme.text.toLowerCase()))) return undefined
  if (!/\p{Ll}|"/u.test(text)) return undefined // an all-capitals message is not a query
  const reader = { lexemes, at: 0, wanted: [] as string[], negated: false }
  const match = readOr(reader)
  const used = lexemes.some((lexeme) => lexeme.kind !== 'word' && lexeme.kind !== '(' && lexeme.kind !== ')')
  return match === '' || !used || reader.wanted.length === 0 ? undefined : { match, wanted: reader.wanted.join(' ') }
}

type Lexeme = {
  kind: 'word' | 'phrase' | 'prefix' | 'AND' | 'OR' | 'NOT' | 'NEAR' | '(' | ')' | 'number'
  text: string
}
interface Reader {
  lexemes: Lexeme[]
  at: number
  wanted: string[]
  negated: boolean
}

function lexemesOf(text: string): Lexeme[] {
  const found: Lexeme[] = []
  for (const match of fold(text).matchAll(/"([^"]+)"|\b(AND|OR|NOT|NEAR)\b|([()])|([\p{L}\p{N}_]+)(\*?)/gu)) {
    const [, phrase, operator, bracket, word, star] = match
    if (phrase !== undefined) {
      const words = phrase.match(/[\p{L}\p{N}_]+/gu) ?? []
      if (words.length > 0) found.push({ kind: 'phrase', text: words.join(' ') })
    } else if (operator !== undefined)
      found.push({ kind: operator as 'AND', text: operator }) // one of the four
    else if (bracket !== undefined)
      found.push({ kind: bracket as '(', text: bracket }) // one of the two
    else if (word !== undefined) found.push({ kind: star === '*' ? 'prefix' : 'word', text: word })
  }
  return found
}

function readOr(reader: Reader): string {
  const sides = [readAnd(reader)]
  while (peek(reader) === 'OR') {
    reader.at += 1
    sides.push(readAnd(reader))
  }
  return bracket(sides, ' OR ')
}

function readAnd(reader: Reader): string {
  const sides = [readUnit(reader)]
  let without = ''
  for (;;) {
    const next = peek(reader)
    if (next === undefined || next === 'OR' || next === ')') break
    if (next === 'AND') reader.at += 1
    else if (next === 'NOT') {
      reader.at += 1
      const before = reader.negated
      reader.negated = true
      const unit = readUnit(reader)
      reader.negated = before
      if (unit !== '') without = without === '' ? unit : `(${without} OR ${unit})`
    } else sides.push(readUnit(reader))
  }
  const all = bracket(sides, ' AND ')
  return without === '' || all === '' ? all : `(${all} NOT ${without})`
}

function readUnit(reader: Reader): string {
  const lexeme = reader.lexemes[reader.at]
  reader.at += 1
  if (!lexeme || lexeme.kind === ')') return ''
  if (lexeme.kind === '(') {
    const inside = readOr(reader)
    if (peek(reader) === ')') reader.at += 1
    return inside
  }
  if (lexeme.kind === 'NEAR') return readNear(reader)
  if (['AND', 'OR', 'NOT'].includes(lexeme.kind)) return ''
  if (!reader.negated) reader.wanted.push(lexeme.text)
  return lexeme.kind === 'prefix' ? `${quote(lexeme.text)} *` : quote(lexeme.text)
}

/** NEAR(a b c) or NEAR(a b, 5): the last number is the distance. */
function readNear(reader: Reader): string {
  if (peek(reader) !== '(') return ''
  reader.at += 1
  const words: string[] = []
  while (peek(reader) !== undefined && peek(reader) !== ')') {
    words.push(reader.lexemes[reader.at]?.text ?? '')
    reader.at += 1
  }
  reader.at += 1
  const distance = words.length > 2 && /^\d{1,3}$/.test(words.at(-1) ?? '') ? Number(words.pop()) : 10
  if (!reader.negated) reader.wanted.push(...words)
  return words.length === 0 ? '' : `NEAR(${words.map(quote).join(' ')}, ${distance})`
}

function peek(reader: Reader): Lexeme['kind'] | undefined {
  return reader.lexemes[reader.at]?.kind
}

function bracket(sides: string[], operator: string): string {
  const real = sides.filter((side) => side !== '')
  return real.length < 2 ? (real[0] ?? '') : `(${real.join(operator)})`
}
