/**
 * Does a text repeat another? A session start tells nothing twice. Texts are compared by the stems of their significant
 * words, and by pairs of characters in scripts without spaces.
 */

import { type Token, tokensOf } from './index-tokens.ts'
import { STOP_WORDS } from './stop-words.ts'

export interface SaidWords {
  /** The words that distinguish it from others. */
  telling: ReadonlySet<string>
  all: ReadonlySet<string>
}

// 0.8: one word of five may differ, of four none: in "totals are rounded once" and "… twice" that word is the point
const SAID = 0.8
/** In a shorter text every word counts: "once", "not" and "only" can reverse its meaning. */
const SHORT = 5

export function saidWords(text: string): SaidWords {
  const known = remembered.get(text)
  if (known) return known
  if (remembered.size >= REMEMBERED) remembered.clear()
  const words = readWords(text)
  remembered.set(text, words)
  return words
}

/** The same titles are compared at every start, several times each. Cleared beyond this many. */
const REMEMBERED = 500
const remembered = new Map<string, SaidWords>()

function readWords(text: string): SaidWords {
  const telling = new Set<string>()
  const all = new Set<string>()
  for (const { whole, parts, word } of tokensOf(text)) {
    const isEveryday = word.length < 2 || STOP_WORDS.has(word)
    for (const stem of stemsOf({ whole, parts, word })) {
      all.add(stem)
      if (!isEveryday) telling.add(stem)
    }
  }
  return { telling: telling.size < SHORT ? all : telling, all }
}

/** 0–1: how much of one is contained in the other. */
export function shareSaid({ telling }: SaidWords, { all }: SaidWords): number {
  if (telling.size === 0) return 0
  let common = 0
  for (const word of telling) if (all.has(word)) common += 1
  return common / telling.size
}

/** What has been told so far, line by line. */
export interface Told {
  /** One of the lines says all of it, or nearly. */
  says(words: SaidWords): boolean
  add(words: SaidWords): void
}

export function makeTold(): Told {
  const lines: SaidWords[] = []
  return {
    says: (words) => lines.some((line) => shareSaid(words, line) >= SAID),
    add: (words) => void lines.push(words),
  }
}

function stemsOf({ whole, parts, word }: Token): string[] {
  if (UNSPACED.test(word)) return pairsOf(word)
  return parts.length > 0 ? parts : [whole]
}

const UNSPACED = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u

function pairsOf(word: string): string[] {
  const letters = [...word]
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}
