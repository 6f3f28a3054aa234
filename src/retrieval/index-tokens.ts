/**
 * Text as the keyword index sees it: lower case, no accents, stems; a name that programmers write together is one token
 * and its words are further ones. Query and memory are read by the same rule.
 */
import { fold } from '../memory/fold.ts'
import { splitIdentifier } from '../store/identifiers.ts'
import { stem } from './stem.ts'

export interface Token {
  /** Its stem, or for a name of several words the name itself without its joints: `order_total` → `ordertotal`. */
  whole: string
  /** Stems of the words of a name; empty for a plain word. */
  parts: string[]
  /** As written, folded to lower case without accents. */
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

/** The same, of the beginning: at most `most`. */
export function firstTokens(text: string, most: number): Token[] {
  const tokens: Token[] = []
  // Words of a long text are far fewer than its characters: a little more than they take is enough, until it is not.
  for (let characters = most * 16; tokens.length < most; characters *= 4) {
    tokens.splice(0, tokens.length, ...tokensOf(text.slice(0, characters)))
    if (characters >= text.length) break
    tokens.pop() // it may have been cut
  }
  return tokens.slice(0, most)
}

/** Of a single folded word or name; undefined for one that has neither letters nor digits. */
export function tokenOf(name: string): Token | undefined {
  const known = remembered.get(name)
  if (known) return known
  const token = makeToken(name)
  if (!token) return undefined
  if (remembered.size >= REMEMBERED) remembered.clear()
  remembered.set(name, token)
  return token
}

/** Most text is plain ASCII, and there a plain expression takes half the time. */
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

/** Words repeat: reading a page of memories is mostly looking them up here. Beyond this many the table starts anew. */
const REMEMBERED = 50_000
const remembered = new Map<string, Token>()
