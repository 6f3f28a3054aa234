import { describe, expect, it } from 'vitest'
import { ProviderError } from './provider.ts'
import { askWithRetries, type Outcome, parseRetryAfter } from './retries.ts'

const busy = (afterMs?: number): Outcome => ({
  kind: 'failed',
  error: new ProviderError('rate_limited', 'slow down'),
  again: 'later',
  afterMs,
})

async function play(outcomes: Outcome[], random = 0) {
  const waits: number[] = []
  let tries = 0
  const tryOnce = async () => outcomes[tries - 1] ?? busy()
  const asking = askWithRetries(tryOnce, {
    signal: new AbortController().signal,
    onAttempt: () => {
      tries += 1
    },
    patience: { sleep: async (ms) => void waits.push(ms), random: () => random, now: () => 0 },
  })
  await expect(asking).rejects.toMatchObject({ trouble: 'rate_limited' })
  return { waits, tries }
}

describe('asking again', () => {
  it('waits longer each time and stops after three more tries', async () => {
    expect(await play([])).toEqual({ waits: [500, 1000, 2000], tries: 4 })
    expect((await play([], 1)).waits).toEqual([1000, 2000, 4000])
  })

  it('says before each try what the one before cost, where that is certain', async () => {
    const free = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 }
    const refused = new ProviderError('rate_limited', 'slow down', { usage: free })
    const unknown = new ProviderError('server_error', 'broken')
    const errors = [refused, unknown, refused, refused]
    const attempts: unknown[] = []
    const asking = askWithRetries(
      async () => ({ kind: 'failed', error: errors[attempts.length - 1] ?? refused, again: 'later' }),
      {
        signal: new AbortController().signal,
        onAttempt: (attempt) => void attempts.push(attempt?.before),
        patience: { sleep: async () => {}, random: () => 0, now: () => 0 },
      },
    )
    await expect(asking).rejects.toBe(refused)
    expect(attempts).toEqual([undefined, free, undefined, free])
  })

  it('never waits longer than a minute in all', async () => {
    expect(await play([busy(40_000), busy(30_000)])).toEqual({ waits: [40_000], tries: 2 })
    expect(await play([busy(3_600_000)])).toEqual({ waits: [], tries: 1 })
  })

  it('tells the failure, not the deadline, when the time is up while it waits', async () => {
    const deadline = new AbortController()
    const sleep = async () => {
      deadline.abort()
      throw new Error('aborted')
    }
    const patience = { sleep, random: () => 0, now: () => 0 }
    const asking = askWithRetries(async () => busy(), { signal: deadline.signal, onAttempt: () => {}, patience })
    await expect(asking).rejects.toMatchObject({ trouble: 'rate_limited' })
  })
})

describe('retry-after', () => {
  const parse = (headers: Record<string, string>) => parseRetryAfter(new Headers(headers), Date.UTC(2026, 0, 1))

  it('is read in seconds, milliseconds or as a date', () => {
    expect(parse({ 'retry-after': '1.5' })).toBe(1500)
    expect(parse({ 'retry-after': '9', 'retry-after-ms': '250' })).toBe(250)
    expect(parse({ 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' })).toBe(20_000)
    expect(parse({ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' })).toBe(0)
  })

  it('is nothing when it is missing or makes no sense', () => {
    expect(parse({})).toBeUndefined()
    expect(parse({ 'retry-after': 'soon' })).toBeUndefined()
  })
})
