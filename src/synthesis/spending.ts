/**
 * What a call costs, in the budget's unit, and which day it belongs to. Pure: the clock is an argument. Before a call
 * its input can only be estimated, because every model has its own tokenizer. We count like the densest one we could
 * measure, and learn from each answer how far this model's count differs.
 */
import type { TokenUsage } from './providers/provider.ts'

/** Cached input is a tenth of the price of fresh input. */
const CACHE_READ_WEIGHT = 0.1

/** Never negative: a miscounting server gives nothing back. */
export function costOf(usage: TokenUsage): number {
  const cost = usage.input + usage.cacheWrite + usage.output + CACHE_READ_WEIGHT * usage.cacheRead
  return Math.max(0, Math.ceil(cost))
}

/**
 * What a provider or client adds to a request itself: the client an identity line and a note on the environment
 * (measured at 450 tokens), the Messages API a few sentences on tools (about 350).
 */
export const CLIENT_TOKENS = 500
/** Our own prompts are English prose and a JSON schema: 3.9 to 4.3 bytes a token with each of the three tokenizers. */
const OWN_BYTES_PER_TOKEN = 3.9

/** `own` is our fixed text, `observed` can be anything. */
export function expectedInput(by: { own: string[]; observed: string[] }): number {
  const own = by.own.reduce((sum, text) => sum + Buffer.byteLength(text, 'utf8') / OWN_BYTES_PER_TOKEN, 0)
  const observed = by.observed.reduce((sum, text) => sum + expectedTokensIn(text), 0)
  return Math.ceil(own + observed) + CLIENT_TOKENS
}

/**
 * Before anything is learned: half more, because the newest tokenizers take up to a third more than those we measured.
 */
export const CAUTIOUS = 1.5

/** What to reserve: a call hardly ever costs more, and one that does not fit at this figure is not made. */
export function mostTokens(by: { expected: number; factor: number; maxOutputTokens: number }): number {
  return Math.ceil(by.expected * by.factor) + by.maxOutputTokens
}

/** How a model's own counts compare with our estimate. Must live as long as its provider. */
export interface TokenScale {
  /** Multiply an estimate by this. */
  factor: () => number
  learn: (by: { expected: number; usage: TokenUsage }) => void
}

/** 20 answers: enough to have seen prose, code and tables. */
const REMEMBERED = 20
/** A tenth above the densest of twenty, plus four tenths divided by the number of answers while there are few. */
const MARGIN = 1.1
const FIRST_MARGIN = 0.4

export function makeTokenScale(): TokenScale {
  const ratios: number[] = []
  return {
    // Never below our own count: a server that reports too little must not make us reckless.
    factor() {
      if (ratios.length === 0) return CAUTIOUS
      return Math.max(1, Math.max(...ratios) * (MARGIN + FIRST_MARGIN / ratios.length))
    },
    learn({ expected, usage }) {
      ratios.push((usage.input + usage.cacheWrite + usage.cacheRead) / expected)
      if (ratios.length > REMEMBERED) ratios.shift()
    },
  }
}

// Tokens by kind of text, fitted to what o200k, cl100k and the published Claude tokenizer make of 619 texts of real
// sessions, using for each text the tokenizer that needs most: on average 12 % too high, at worst 13 % too low.
const WORD_LETTERS = 6
const PER_FURTHER_LETTER = 0.35
const PER_CAPITAL = 0.62
const PER_DIGIT = 0.6
const PER_GAP = 1.3
const PER_SIGN = 0.8
/** Other scripts take 0.3 to 0.6 tokens per byte, emoji 0.7. */
const PER_FOREIGN_BYTE = 0.7

const PIECES = /([A-Z]?[a-z]+)|([A-Z]+)|( ?\d+)|( )|(\s+)|([^\0-\x7f]+)|./gs

/** The space before a word or sign costs nothing, the one before a number does. */
function expectedTokensIn(text: string): number {
  let tokens = 0
  for (const [piece, word, capitals, digits, space, gap, foreign] of text.matchAll(PIECES)) {
    if (word) tokens += 1 + Math.max(0, word.length - WORD_LETTERS) * PER_FURTHER_LETTER
    else if (capitals) tokens += Math.max(1, capitals.length * PER_CAPITAL)
    else if (digits)
      tokens += piece.startsWith(' ') ? 1 + (digits.length - 1) * PER_DIGIT : Math.max(1, digits.length * PER_DIGIT)
    else if (gap) tokens += PER_GAP
    else if (foreign) tokens += Buffer.byteLength(foreign, 'utf8') * PER_FOREIGN_BYTE
    else if (!space) tokens += PER_SIGN
  }
  return tokens
}

export function nextMidnight(at: number): number {
  const date = new Date(at)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime()
}
