/**
 * Text as the keyword index sees it: lower case, no accents, stems. A compound identifier is one token, and its words
 * are further tokens. Queries and memories follow the same rules.
 */
import { fold } from '../memory/fold.ts'
import { splitIdentifier } from '../store/identifiers.ts'
import { stem } from './stem.ts'

export interface Token {
  /** Its stem; for an identifier of several words, the identifier without separators: `order_total` → `ordertotal`. */
  whole: string
  /** Stems of the words of an identifier; empty for a plain word. */
  parts: string[]
  /** As written, in lower case without accents. */
  word: string
}

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const name of wordsIn(text)) {
    const token = tokenOf(name)
    if (token) tokens.push(token)
  }
  return tokens
}

/** The same for the first `most` tokens. */
export function firstTokens(text: string, most: number): Token[] {
  const tokens: Token[] = []
  // Reads only the beginning, a little more than the words should take, and more if that was not enough.
  for (let characters = most * 16; tokens.length < most; characters *= 4) {
    tokens.splice(0, tokens.length, ...tokensOf(text.slice(0, characters)))
    if (characters >= text.length) break
    tokens.pop() // it may have been cut
  }
  return tokens.slice(0, most)
}

/** For one folded word or identifier; undefined if it has neither letters nor digits. */
export function tokenOf(name: string): Token | undefined {
  const known = remembered.get(name)
  if (known) return known
  const token = makeToken(name)
  if (!token) return undefined
  if (remembered.size >= REMEMBERED) remembered.clear()
  remembered.set(name, token)
  return token
}

/** Most text is plain ASCII, for which a simpler expression takes half the time. */
function wordsIn(text: string): string[] {
  return (NOT_ASCII.test(text) ? fold(text).match(WORDS) : text.match(ASCII_WORDS)) ?? []
}

function makeToken(name: string): Token | undefined {
  const bare = name.replace(/^_+|_+$/g, '')
  if (bare === '') return undefined
  const words = splitIdentifier(bare).map((part) => part.toLowerCase())
  const word = bare.toLowerCase()
  if (words.length < 2) return { whole: stem(word), parts: [], word }
  return { whole: stem(word.replaceAll('_', '')), parts: words.map(stem), word }
}

const WORDS = /[\p{L}\p{N}_]+/gu
const ASCII_WORDS = /\w+/g
const NOT_ASCII = /[^\p{ASCII}]/u

/** Words repeat, so reading memories is mostly lookups here. Cleared beyond this many. */
const REMEMBERED = 50_000
const remembered = new Map<string, Token>()
