/**
 * Scans a text for the few words a query asks for. Nearly every word of a memory is none of them, so words are filtered
 * by their first three letters, without making strings or lookups. Reports what `tokensOf` would for the same text.
 * Reads bytes instead of characters, which takes a third of the time.
 */
import { type Token, tokenOf, tokensOf } from './index-tokens.ts'

/** Word beginnings: one byte per combination of three letters. */
export type Beginnings = Uint8Array

export interface Scanned {
  words: number
  /** Words inside identifiers, besides the identifiers themselves. */
  parts: number
}

const LETTERS = 32

/** Beginnings of words with one of these stems or prefixes. */
export function beginningsOf(by: { stems: Iterable<string>; prefixes: Iterable<string> }): Beginnings {
  const table = new Uint8Array(LETTERS ** 3)
  for (const stem of by.stems) {
    // Stemming changes a word's end: the last letter of a short stem may differ from the word's (toys → toi).
    addBeginning(table, stem.length <= 3 && /[ie]$/.test(stem) ? stem.slice(0, -1) : stem)
  }
  for (const prefix of by.prefixes) addBeginning(table, prefix)
  return table
}

/** A shorter beginning matches whatever follows it, letter or not. */
function addBeginning(table: Uint8Array, start: string): void {
  const letters = [...Buffer.from(start.slice(0, 3))].slice(0, 3)
  const missing = LETTERS ** (3 - letters.length)
  const place = letters.reduce((sum, letter) => sum * LETTERS + (letter & 31), 0) * missing
  table.fill(1, place, place + missing)
}

/**
 * `visit` gets every token that may be wanted, and some others, with its position: each word counts one, and so does
 * each word inside an identifier.
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
    // Most of a word. Comparing takes half the time of a table lookup.
    while (letterAt(at) >= SMALL_A && letterAt(at) <= SMALL_Z) at += 1
    // A plain word that nobody asked for, and what follows it.
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

/** Index of three letters, ignoring case; the text is followed by spaces. */
function placeOf(at: number): number {
  return ((letterAt(at) & 31) << 10) | ((letterAt(at + 1) & 31) << 5) | (letterAt(at + 2) & 31)
}

function letterAt(at: number): number {
  return BYTES[at] as number // of the text, or one of the blanks behind it
}

function kindAt(at: number): number {
  return KINDS[letterAt(at)] as number // of every byte
}

/** Does this capital begin a word inside an identifier? As in `splitIdentifier`: `parse|Query`, `HTTP|Query`. */
function isStart(before: number, after: number): boolean {
  return before === LOWER || before === DIGIT || after === LOWER
}

const SMALL_A = 97
const SMALL_Z = 122

const LOWER = 1
const UPPER = 2
const DIGIT = 3
const BETWEEN = 4
/** An underscore, which splits identifiers, or a byte of a non-ASCII character. */
const OTHER = 5

/** By byte of UTF-8. */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte)
  if (/[a-z]/.test(character)) return LOWER
  if (/[A-Z]/.test(character)) return UPPER
  if (/[0-9]/.test(character)) return DIGIT
  return byte >= 128 || character === '_' ? OTHER : BETWEEN
})

/**
 * Three bytes for each of the 20,000 characters a candidate can have. Allocated once, which lets V8 optimise access.
 */
const BYTES = new Uint8Array(64 * 1024)
const READABLE = Buffer.from(BYTES.buffer)
const encoder = new TextEncoder()

/** Into BYTES, followed by spaces. Returns the number of bytes. */
function encode(text: string): number {
  const { written } = encoder.encodeInto(text, BYTES)
  BYTES.fill(BLANK, written, written + 2)
  return written
}

const BLANK = 32
