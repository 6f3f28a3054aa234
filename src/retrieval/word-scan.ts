/**
 * Looks through a text for the few words a query asks for. Nearly every word of a memory is none of them, so a word is
 * only told apart by its first three letters: no string is made of it and nothing is looked up. What is reported is what
 * `tokensOf` would say of the same text. Bytes are read instead of characters, which takes a third of the time.
 */
import { type Token, tokenOf, tokensOf } from './index-tokens.ts'

/** Beginnings of words, one byte for every three letters. */
export type Beginnings = Uint8Array

export interface Scanned {
  words: number
  /** Words inside names, beside the names themselves. */
  parts: number
}

const LETTERS = 32

/** Of the words that have one of these stems, and of those that begin with one of `prefixes`. */
export function beginningsOf(by: { stems: Iterable<string>; prefixes: Iterable<string> }): Beginnings {
  const table = new Uint8Array(LETTERS ** 3)
  for (const stem of by.stems) {
    // Stemming changes a word's end: of a short stem the last letter may be another one in the word (toys → toi).
    addBeginning(table, stem.length <= 3 && /[ie]$/.test(stem) ? stem.slice(0, -1) : stem)
  }
  for (const prefix of by.prefixes) addBeginning(table, prefix)
  return table
}

/** Whatever follows a shorter one may be no letter any more: it counts with everything after it. */
function addBeginning(table: Uint8Array, start: string): void {
  const letters = [...Buffer.from(start.slice(0, 3))].slice(0, 3)
  const missing = LETTERS ** (3 - letters.length)
  const place = letters.reduce((sum, letter) => sum * LETTERS + (letter & 31), 0) * missing
  table.fill(1, place, place + missing)
}

/**
 * `visit` gets every token that may be wanted, and some others, with its place: each word counts one, and so does each
 * word inside a name.
 */
export function scanWords(text: string, wanted: Beginnings, visit: (token: Token, at: number) => void): Scanned {
  if (text.length * 3 + 2 > BYTES.length) return scanSlowly(text, visit)
  const end = encode(text)
  let words = 0
  let parts = 0
  let at = 0
  while (at < end) {
    const from = at
    const first = kindAt(at)
    at += 1
    if (first === BETWEEN) continue
    let maybe = wanted[placeOf(from)] as number // every three letters have one
    // Most of a word. Comparing takes half the time of looking up.
    while (letterAt(at) >= SMALL_A && letterAt(at) <= SMALL_Z) at += 1
    // A plain word that nobody asked for, and what stands behind it.
    if (first !== OTHER && maybe === 0 && kindAt(at) === BETWEEN) {
      words += 1
      at += 1
      continue
    }
    let odd = first === OTHER
    let inside = 0
    for (let kind = kindAt(at); kind !== BETWEEN; kind = kindAt(at)) {
      if (kind === OTHER) odd = true
      else if (kind === UPPER && isStart(kindAt(at - 1), kindAt(at + 1))) {
        inside += 1
        maybe |= wanted[placeOf(at)] as number
      }
      at += 1
    }
    if (!odd && maybe === 0) {
      words += 1
      parts += inside === 0 ? 0 : inside + 1
      continue
    }
    const name = end === text.length ? text.slice(from, at) : READABLE.toString('utf8', from, at)
    for (const token of odd ? tokensOf(name) : [tokenOf(name)]) {
      if (!token) continue
      words += 1
      visit(token, words + parts)
      parts += token.parts.length
    }
  }
  return { words, parts }
}

function scanSlowly(text: string, visit: (token: Token, at: number) => void): Scanned {
  let words = 0
  let parts = 0
  for (const token of tokensOf(text)) {
    words += 1
    visit(token, words + parts)
    parts += token.parts.length
  }
  return { words, parts }
}

/** Of three letters, whatever their case; behind the text there are blanks. */
function placeOf(at: number): number {
  return ((letterAt(at) & 31) << 10) | ((letterAt(at + 1) & 31) << 5) | (letterAt(at + 2) & 31)
}

function letterAt(at: number): number {
  return BYTES[at] as number // of the text, or one of the blanks behind it
}

function kindAt(at: number): number {
  return KINDS[letterAt(at)] as number // of every byte
}

/** Does a capital begin a word inside a name? As `splitIdentifier` has it: `parse|Query`, `HTTP|Query`. */
function isStart(before: number, after: number): boolean {
  return before === LOWER || before === DIGIT || after === LOWER
}

const SMALL_A = 97
const SMALL_Z = 122

const LOWER = 1
const UPPER = 2
const DIGIT = 3
const BETWEEN = 4
/** An underscore, which a name is split at, or part of a character that is no plain letter. */
const OTHER = 5

/** By byte of UTF-8. */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte)
  if (/[a-z]/.test(character)) return LOWER
  if (/[A-Z]/.test(character)) return UPPER
  if (/[0-9]/.test(character)) return DIGIT
  return byte >= 128 || character === '_' ? OTHER : BETWEEN
})

/** Three bytes for each of the 20,000 characters a candidate has at most. Never another one, which V8 makes use of. */
const BYTES = new Uint8Array(64 * 1024)
const READABLE = Buffer.from(BYTES.buffer)
const encoder = new TextEncoder()

/** Into BYTES, with blanks behind it. Returns how many bytes they are. */
function encode(text: string): number {
  const { written } = encoder.encodeInto(text, BYTES)
  BYTES.fill(BLANK, written, written + 2)
  return written
}

const BLANK = 32
