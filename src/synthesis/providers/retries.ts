/**
 * When a model is asked again: at most three more times, never longer than a minute in all, with growing pauses, and
 * never before the time the server named. Clock, sleep and randomness are arguments.
 */
import { setTimeout } from 'node:timers/promises'
import type { ModelAnswer, Provider, ProviderError, TokenUsage } from './provider.ts'

/**
 * `afterMs`: not before that. `changed`: a parameter the server refused was replaced, so there is nothing to wait for.
 */
export type Outcome =
  | { kind: 'answered'; answer: ModelAnswer }
  | { kind: 'failed'; error: ProviderError; again: 'never' | 'changed' | 'later'; afterMs?: number | undefined }

export interface Patience {
  /** Rejects when the signal fires. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** From 0 to 1. */
  random: () => number
  now: () => number
}

export const PATIENCE: Patience = {
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal, ref: false }),
  random: Math.random,
  now: Date.now,
}

// Plain limits: three more tries, after 1, 2 and 4 s, outlast a server hiccup; longer trouble is left to the queue.
const MAX_RETRIES = 3
/** 60 s: a batch that has to wait longer is better retried by its queue. */
const MAX_WAIT_MS = 60_000
const FIRST_WAIT_MS = 1000

export async function askWithRetries(
  tryOnce: () => Promise<Outcome>,
  by: Parameters<Provider['ask']>[1] & { patience: Patience },
): Promise<ModelAnswer> {
  let waitedMs = 0
  let before: TokenUsage | undefined
  for (let retry = 0; ; retry += 1) {
    by.onAttempt({ before })
    const outcome = await tryOnce()
    if (outcome.kind === 'answered') return outcome.answer
    if (outcome.again === 'never' || retry === MAX_RETRIES || by.signal.aborted) throw outcome.error
    before = outcome.error.usage
    if (outcome.again === 'changed') continue
    const waitMs = Math.max(outcome.afterMs ?? 0, backoffMs(retry, by.patience.random()))
    waitedMs += waitMs
    if (waitedMs > MAX_WAIT_MS) throw outcome.error
    // If the deadline passes meanwhile, the original failure says more.
    await by.patience.sleep(waitMs, by.signal).catch(() => Promise.reject(outcome.error))
  }
}

/** In milliseconds from now; servers send seconds, sometimes milliseconds, sometimes a date. */
export function parseRetryAfter(headers: Headers, now: number): number | undefined {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '')
  if (ms >= 0) return ms
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const seconds = Number(text)
  if (seconds >= 0) return seconds * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** Doubles; the upper half is random, so that two workers that failed together do not retry together. */
function backoffMs(retry: number, random: number): number {
  return FIRST_WAIT_MS * 2 ** retry * (0.5 + random / 2)
}
