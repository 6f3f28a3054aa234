/**
 * Text as the keyword index sees it: lower case, no accents, stems; a name that programmers write together is one token
 * and its words are further ones. Query and memory are read by the same rule.
 */
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
    const known = remembered.get(name)
    if (known) {
      tokens.push(known)
      continue
    }
    const token = tokenOf(name)
    if (!token) continue
    if (remembered.size >= REMEMBERED) remembered.clear()
    remembered.set(name, token)
    tokens.push(token)
  }
  return tokens
}

/** Most text is plain ASCII, and there a plain expression takes half the time. */
function wordsIn(text: string): string[] {
  return (NOT_ASCII.test(text) ? fold(text).match(WORDS) : text.match(ASCII_WORDS)) ?? []
}

/** Without accents, case kept: `Cañón` → `Canon`. */
export function fold(text: string): string {
  return NOT_ASCII.test(text) ? text.normalize('NFD').replace(/\p{M}+/gu, '') : text
}

function tokenOf(name: string): Token | undefined {
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
