/**
 * Looks through a text for the few words a query asks for. Nearly every word of a memory is none of them, so a word is
 * only measured until its first three letters can no longer belong to one: no string is made of it and nothing is looked
 * up. What is reported is what `tokensOf` would say of the same text.
 */
import { fold, type Token, tokenOf, tokensOf } from './tokens.ts'

/** Beginnings of words, one byte for every three letters. */
export type Beginnings = Uint8Array

export interface Scanned {
  words: number
  /** Words inside names, beside the names themselves. */
  parts: number
}

const LETTERS = 32

/** Of the words that have one of these stems or, if `prefixes`, begin with one of those. */
export function beginningsOf(by: { stems: Iterable<string>; prefixes: Iterable<string> }): Beginnings {
  const table = new Uint8Array(LETTERS ** 3)
  for (const stem of by.stems) {
    // Stemming changes a word's end: of a short stem the last letter may be another one in the word (toys → toi).
    const changed = stem.length <= 3 && /[ie]$/.test(stem)
    addBeginning(table, changed ? stem.slice(0, -1) : stem, { open: changed || stem.length >= 3 })
    if (stem.length < 3) addBeginning(table, stem, { open: true })
  }
  for (const prefix of by.prefixes) addBeginning(table, prefix, { open: true })
  return table
}

/** `open`: further letters may follow. */
function addBeginning(table: Uint8Array, start: string, { open }: { open: boolean }): void {
  const place = placeOf(start, 0, start.length)
  const further = open ? LETTERS ** Math.max(0, 3 - start.length) : 1
  table.fill(1, place, place + further)
}

/** Letters and digits alone decide, in upper or lower case; a missing one counts as none. */
function placeOf(text: string, from: number, end: number): number {
  let place = 0
  let at = from
  while (at < from + 3 && at < end && kindOf(text.charCodeAt(at)) <= DIGIT) {
    place = place * LETTERS + (text.charCodeAt(at) & 31)
    at += 1
  }
  return place * LETTERS ** (from + 3 - at)
}

/**
 * `visit` gets every token that may be wanted, and some others, with its place: each word counts one, and so does each
 * word inside a name.
 */
export function scanWords(text: string, wanted: Beginnings, visit: (token: Token, at: number) => void): Scanned {
  const end = text.length
  let words = 0
  let parts = 0
  let at = 0
  while (at < end) {
    const from = at
    let kind = kindOf(text.charCodeAt(at))
    at += 1
    if (kind === BETWEEN) continue
    let maybe = wanted[placeOf(text, from, end)] === 1
    let inside = 0
    let odd = kind === OTHER
    let before = kind
    while (at < end) {
      kind = kindOf(text.charCodeAt(at))
      if (kind === BETWEEN) break
      if (kind === OTHER) odd = true
      else if (kind === UPPER && isStart(before, at + 1 < end ? kindOf(text.charCodeAt(at + 1)) : BETWEEN)) {
        inside += 1
        maybe ||= wanted[placeOf(text, at, end)] === 1
      }
      before = kind
      at += 1
    }
    if (!odd && !maybe) {
      words += 1
      parts += inside === 0 ? 0 : inside + 1
      continue
    }
    for (const token of odd ? tokensOf(text.slice(from, at)) : [tokenOf(text.slice(from, at))]) {
      if (!token) continue
      words += 1
      visit(token, words + parts)
      parts += token.parts.length
    }
  }
  return { words, parts }
}

/** Does a capital begin a word inside a name? As `splitIdentifier` has it: `parse|Query`, `HTTP|Query`. */
function isStart(before: number, after: number): boolean {
  return before === LOWER || before === DIGIT || after === LOWER
}

const LOWER = 1
const UPPER = 2
const DIGIT = 3
const BETWEEN = 4
/** An underscore, which a name is split at, or what is no plain letter. */
const OTHER = 5

/** By character code, learned when one is met; 0 = not yet. */
const kinds = new Uint8Array(65_536)

function kindOf(code: number): number {
  const known = kinds[code] as number // every code has a place
  if (known !== 0) return known
  const kind = learn(code)
  kinds[code] = kind
  return kind
}

function learn(code: number): number {
  const character = String.fromCharCode(code)
  if (/[a-z]/.test(character)) return LOWER
  if (/[A-Z]/.test(character)) return UPPER
  if (/[0-9]/.test(character)) return DIGIT
  // Half of a character, or one that changes the one before it, is read together with what stands around it.
  if (/[\p{L}\p{N}\p{M}\p{Cs}_]/u.test(character)) return OTHER
  return /[\p{L}\p{N}_]/u.test(fold(character)) ? OTHER : BETWEEN
}
