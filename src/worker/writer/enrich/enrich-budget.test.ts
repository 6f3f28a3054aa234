/** How close to its real cost a call is paid for, and when a day's budget counts as used up. */
import { describe, expect, it } from 'vitest'
import { localDay } from '../../../memory/local-day.ts'
import { spentTokens } from '../../../store/budget.ts'
import { keepEvent } from '../../../store/keep-event.ts'
import { putObservation } from '../../../store/observations.ts'
import {
  draft,
  memoryDatabase,
  PROJECT,
  promptEvent,
  someSession,
  T0,
  toolEvent,
} from '../../../store/store.fixture.ts'
import { countBatches, enqueueBatch, findDueBatch } from '../../../store/synthesis-queue.ts'
import type { ModelRequest, Provider } from '../../../synthesis/providers/provider.ts'
import { ProviderError } from '../../../synthesis/providers/provider.ts'
import { makeTokenScale } from '../../../synthesis/spending.ts'
import { type EnrichParts, enrichNext } from './enrich.ts'

const OUTPUT_TOKENS = 400

/** As a tokenizer counts that needs a token for 3.6 bytes, which is denser than most make of our requests. */
const inputTokens = ({ system, preamble, prompt, schema }: ModelRequest) =>
  Math.ceil(Buffer.byteLength(system + preamble + prompt + JSON.stringify(schema)) / 3.6) + 350

function stage(by: { budget: number; ask?: Provider['ask'] }) {
  const db = memoryDatabase()
  const clock = { now: T0 + 1000 }
  const told: string[] = []
  const asked: ModelRequest[] = []
  const answer: Provider['ask'] = async (request, { onAttempt }) => {
    onAttempt()
    asked.push(request)
    const usage = { input: inputTokens(request), cacheWrite: 0, cacheRead: 0, output: OUTPUT_TOKENS }
    return { text: '{"observations":[]}', usage, model: 'm', truncated: false }
  }
  const provider: Provider = { name: 'anthropic', model: 'm', ask: by.ask ?? answer, async close() {} }
  const parts: EnrichParts = {
    db,
    provider,
    budget: by.budget,
    now: () => clock.now,
    scale: makeTokenScale(),
    log: { info() {}, warn() {}, error() {} },
    tell: (text) => told.push(text),
  }
  /** A session of its own with one turn, which waits for the model. */
  const enqueue = (n: number, more: { final?: boolean; prompts?: string[] } = {}) => {
    const session = someSession(db, `session-${n}`)
    const base = { sessionId: `session-${n}` }
    for (const [index, text] of (more.prompts ?? ['Fix the discount']).entries()) {
      keepEvent(db, { session, project: PROJECT.id, event: promptEvent(`p${n}-${index}`, text, base) })
    }
    keepEvent(db, { session, project: PROJECT.id, event: toolEvent(`${n}`, base) })
    const own = draft(`session-${n}:1`, { eventKeys: [`t:${n}`] })
    putObservation(db, { draft: own, session, project: PROJECT.id, source: 'local' })
    enqueueBatch(db, { session, from: T0, to: T0 + 500, final: more.final ?? false, dueAt: clock.now, at: clock.now })
  }
  const spent = () => spentTokens(db, localDay(clock.now))
  const ledger = () => db.all<{ reserved: number; settled: number }>('SELECT reserved, settled FROM token_ledger')
  return { db, parts, clock, told, asked, enqueue, spent, ledger }
}

describe('what is set aside for a call', () => {
  it('comes close to what it costs as soon as the model has counted a few, and is never less', async () => {
    const { parts, enqueue, ledger } = stage({ budget: 1_000_000 })
    for (let n = 0; n < 12; n += 1) {
      enqueue(n, { final: n % 4 === 3 })
      expect(await enrichNext(parts)).toBe('done')
    }
    const ratios = ledger().map(({ reserved, settled }) => reserved / settled)
    expect(Math.min(...ratios)).toBeGreaterThan(1)
    expect(Math.max(...ratios.slice(4))).toBeLessThan(1.6)
  })

  it('does not shrink by a refused call, which counts nothing', async () => {
    const free = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 }
    const ask: Provider['ask'] = async (_, { onAttempt }) => {
      onAttempt()
      throw new ProviderError('refused', 'No.', { usage: free })
    }
    const { parts, enqueue } = stage({ budget: 1_000_000, ask })
    const before = parts.scale?.factor()
    enqueue(1)
    await enrichNext(parts)
    expect(parts.scale?.factor()).toBe(before)
  })
})

describe('a day’s budget', () => {
  it('is used up when the smallest question no longer fits, and all that wait are put off together', async () => {
    const { db, parts, clock, told, enqueue, spent } = stage({ budget: 12_000 })
    for (let n = 0; n < 20; n += 1) enqueue(n)
    const outcomes: string[] = []
    for (let outcome = ''; outcome !== 'nothing'; outcomes.push(outcome)) outcome = await enrichNext(parts)
    expect(outcomes.filter((outcome) => outcome === 'done').length).toBeGreaterThanOrEqual(3)
    expect(outcomes.filter((outcome) => outcome === 'postponed')).toHaveLength(1)
    expect(spent()).toBeLessThanOrEqual(12_000)
    // less than a call is left
    expect(spent()).toBeGreaterThan(12_000 - 4500)
    expect(told).toEqual([expect.stringContaining('used up')])
    expect(findDueBatch(db, clock.now + 3_600_000)).toBeUndefined()
    expect(countBatches(db)).toMatchObject({ lastError: 'over_budget' })
  })

  it('is not used up when only the larger question at the end of a session does not fit', async () => {
    const probe = stage({ budget: 1_000_000 })
    probe.enqueue(1)
    await enrichNext(probe.parts)
    const smallest = probe.ledger()[0]?.reserved ?? 0

    const { db, parts, clock, told, asked, enqueue } = stage({ budget: smallest })
    enqueue(1, { final: true })
    expect(await enrichNext(parts)).toBe('postponed')
    expect(told).toEqual([])
    enqueue(2)
    expect(await enrichNext(parts)).toBe('done')
    expect(asked).toHaveLength(1)
    // what waits is looked at again soon, not tomorrow
    expect(findDueBatch(db, clock.now + 20 * 60_000)).toMatchObject({ final: true, attempts: 0 })
  })

  it('is not used up because a second try of the same call does not fit', async () => {
    const prompts = Array.from({ length: 12 }, (_, n) => `Prompt ${n}: ${'count every voucher once, '.repeat(40)}`)
    const probe = stage({ budget: 1_000_000 })
    probe.enqueue(1, { prompts })
    await enrichNext(probe.parts)
    const once = probe.ledger()[0]?.reserved ?? 0

    let tries = 0
    const ask: Provider['ask'] = async (_, { onAttempt }) => {
      for (;;) {
        onAttempt()
        tries += 1
      }
    }
    const { parts, told, enqueue } = stage({ budget: 2 * once - 1, ask })
    enqueue(1, { prompts })
    expect(await enrichNext(parts)).toBe('postponed')
    expect(tries).toBe(1)
    expect(told).toEqual([])
  })
})

describe('a batch in which nothing can be shown', () => {
  it('is finished without a call and without a word about budgets', async () => {
    const { db, parts, told, asked, clock } = stage({ budget: 100 })
    const session = someSession(db, 'session-9')
    const event = { key: 'e:9', sessionId: 'session-9', at: T0, origin: 'hook' as const, text: 'A long summary.' }
    keepEvent(db, { session, project: PROJECT.id, event: { ...event, kind: 'compacted' } })
    enqueueBatch(db, { session, from: T0, to: T0 + 500, final: true, dueAt: clock.now, at: clock.now })
    expect(await enrichNext(parts)).toBe('unasked')
    expect({ told, asked }).toEqual({ told: [], asked: [] })
  })
})

describe('a login that has expired', () => {
  it('is met once, not by every batch that waits', async () => {
    let tries = 0
    const ask: Provider['ask'] = async (_, { onAttempt }) => {
      onAttempt()
      tries += 1
      throw new ProviderError('expired_login', 'Your login has expired.', {
        usage: { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 },
      })
    }
    const { db, parts, enqueue, told } = stage({ budget: 1_000_000, ask })
    for (let n = 0; n < 5; n += 1) enqueue(n)
    expect(await enrichNext(parts)).toBe('postponed')
    expect(await enrichNext(parts)).toBe('nothing')
    expect(tries).toBe(1)
    expect(told).toHaveLength(1)
    expect(countBatches(db)).toMatchObject({ waiting: 5, lastError: 'expired_login' })
  })
})
