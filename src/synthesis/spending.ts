/** What a call costs, in the budget's own unit, and which day it belongs to. Pure: the clock is an argument. */
import type { TokenUsage } from './providers/provider.ts'

/** Cached input is a tenth of the price of fresh input. */
const CACHE_READ_WEIGHT = 0.1

/** Never negative: a server that miscounts gives nothing back. */
export function costOf(usage: TokenUsage): number {
  const cost = usage.input + usage.cacheWrite + usage.output + CACHE_READ_WEIGHT * usage.cacheRead
  return Math.max(0, Math.ceil(cost))
}

/** What a client adds to a request of its own: an identity line and a note on the environment, measured at 450 tokens. */
export const CLIENT_TOKENS = 600
/** Our own prompts are English prose and a JSON schema: every tokenizer we know gets 3 bytes or more into a token. */
const OWN_BYTES_PER_TOKEN = 2.5

/**
 * A call can hardly cost more than this; one that does not fit into the day's budget at this figure is not made. `own` is
 * text of ours that never changes, `observed` anything at all.
 */
export function mostTokens(by: { own: string[]; observed: string[]; maxOutputTokens: number }): number {
  const own = by.own.reduce((sum, text) => sum + Buffer.byteLength(text, 'utf8') / OWN_BYTES_PER_TOKEN, 0)
  const observed = by.observed.reduce((sum, text) => sum + mostTokensIn(text), 0)
  return Math.ceil(own) + observed + CLIENT_TOKENS + by.maxOutputTokens
}

/**
 * A word takes at most a token for three letters, and the space before it none. Everything else (digits, signs, capitals in
 * a row, hexadecimal, other scripts) may cost a token per byte, and is counted so.
 */
function mostTokensIn(text: string): number {
  let tokens = Buffer.byteLength(text, 'utf8')
  for (const { 0: piece } of text.matchAll(/\b[A-Z]?[a-z]+\b|\s+/g)) {
    if (piece === ' ') tokens -= 1
    else if (/^\s/.test(piece)) tokens -= Buffer.byteLength(piece, 'utf8') - 1
    else tokens -= piece.length - Math.ceil(piece.length / 3)
  }
  return tokens
}

/** The local calendar day: budgets end at the user's midnight. */
export function localDay(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

export function nextMidnight(at: number): number {
  const date = new Date(at)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime()
}
