/** What a call costs, in the budget's own unit, and which day it belongs to. Pure: the clock is an argument. */
import type { TokenUsage } from './providers/provider.ts'

/** Cached input is a tenth of the price of fresh input. */
const CACHE_READ_WEIGHT = 0.1

export function costOf(usage: TokenUsage): number {
  return Math.ceil(usage.input + usage.cacheWrite + usage.output + CACHE_READ_WEIGHT * usage.cacheRead)
}

/** What a client adds to a request of its own: an identity line and a note on the environment, measured at 450 tokens. */
const CLIENT_TOKENS = 600

/**
 * No tokenizer makes more than a token of two bytes of ordinary text, so a call can hardly cost more than this; a call
 * that does not fit into the day's budget at this figure is not made.
 */
export function mostTokens(texts: string[], maxOutputTokens: number): number {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text, 'utf8'), 0)
  return Math.ceil(bytes / 2) + CLIENT_TOKENS + maxOutputTokens
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
