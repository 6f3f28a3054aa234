/** What happens to rows, spans and tokens when something changes while the model thinks. */
import { describe, expect, it } from 'vitest'
import { localDay } from '../../../memory/local-day.ts'
import { commandCall, failedCommand } from '../../../memory/tool-call.fixture.ts'
import { spentTokens } from '../../../store/budget.ts'
import { keysToForget } from '../../../store/doomed-rows.ts'
import { findEvents } from '../../../store/events.ts'
import { forgetKeys } from '../../../store/forget.ts'
import { keepEvent } from '../../../store/keep-event.ts'
import { findObservation, findSessionObservations, putObservation } from '../../../store/observations.ts'
import {
  draft,
  memoryDatabase,
  PROJECT,
  promptEvent,
  someSession,
  T0,
  toolEvent,
} from '../../../store/store.fixture.ts'
import { countBatches, enqueueBatch, failBatch, findDueBatch, retrySkipped } from '../../../store/synthesis-queue.ts'
import { type Provider, ProviderError } from '../../../synthesis/providers/provider.ts'
import { type EnrichParts, enrichNext } from './enrich.ts'

const quiet = { info() {}, warn() {}, error() {} }
const usage = { input: 400, cacheWrite: 0, cacheRead: 0, output: 100 }
const NOTHING = '{"observations": []}'

/** Answers with what `meanwhile` returns, which is also the place to change something behind its back. */
function thinking(meanwhile: (prompt: string) => string | Promise<string>): Provider & { asked: string[] } {
  const asked: string[] = []
  return {
    name: 'anthropic',
    model: 'scripted',
    asked,
    async ask(request, { onAttempt }) {
      onAttempt()
      asked.push(request.prompt)
      return { text: await meanwhile(request.prompt), usage, model: 'scripted', truncated: false }
    },
    async close() {},
  }
}

function stage() {
  const db = memoryDatabase()
  const session = someSession(db)
  keepEvent(db, { session, project: PROJECT.id, event: promptEvent('p', 'Fix the discount') })
  keepEvent(db, { session, project: PROJECT.id, event: toolEvent('1') })
  const put = (key: string, more = {}) =>
    putObservation(db, { draft: draft(key, more), session, project: PROJECT.id, source: 'local' })?.id ?? 0
  const id = put('session-1:1')
  const clock = { now: T0 + 1000 }
  const parts = (provider: Provider, more: Partial<EnrichParts> = {}): EnrichParts => ({
    db,
    provider,
    budget: 1_000_000,
    now: () => clock.now,
    log: quiet,
    tell: () => {},
    ...more,
  })
  const enqueue = (to = T0 + 500, final = false) =>
    enqueueBatch(db, { session, from: 0, to, final, dueAt: clock.now, at: clock.now })
  enqueue()
  return { db, session, id, put, parts, clock, enqueue }
}

const item = (more: object) => ({
  evidence: ['e1'],
  type: 'bugfix',
  title: 'A discount code counts once per order',
  subtitle: '',
  narrative: 'n',
  facts: [],
  concepts: [],
  ...more,
})
const answer = (...items: object[]) => JSON.stringify({ observations: items })

describe('what is forgotten while the model thinks', () => {
  it('does not come back with its answer, which is asked for again', async () => {
    const { db, session, id, parts } = stage()
    const provider = thinking(() => {
      forgetKeys(db, { keys: keysToForget(db, id) ?? [], at: T0 })
      return answer(item({ action: 'create', evidence: [], title: 'A discount code was counted twice by mistake' }))
    })
    expect(await enrichNext(parts(provider))).toBe('failed')
    expect(findSessionObservations(db, session)).toEqual([])
    expect(countBatches(db)).toMatchObject({ waiting: 1 })
  })
})

describe('a turn that ends while the model thinks', () => {
  it('still gets its own question', async () => {
    const { db, session, parts, clock, enqueue } = stage()
    const provider = thinking(() => {
      keepEvent(db, {
        session,
        project: PROJECT.id,
        event: toolEvent('2', { at: T0 + 900, call: commandCall('npm run deploy', 'ok') }),
      })
      enqueue(T0 + 900, true)
      return NOTHING
    })
    await enrichNext(parts(provider))
    clock.now += 1000
    expect(findDueBatch(db, clock.now)).toMatchObject({ to: T0 + 900, final: true, attempts: 0 })
    const next = thinking(() => NOTHING)
    expect(await enrichNext(parts(next))).toBe('done')
    expect(next.asked[0]).toContain('npm run deploy')
    expect(next.asked[0]).not.toContain('npm test')
    expect(await enrichNext(parts(next))).toBe('nothing')
  })

  it('keeps the newer local text when it changed the row that the model was shown', async () => {
    const { db, id, put, parts } = stage()
    const later = { title: 'Discount codes are a Set', facts: ['The limit is 50 codes', 'orderTotal in src/total.js'] }
    const provider = thinking(() => {
      put('session-1:1', later)
      return answer(item({ action: 'improve', ref: 'o1', title: 'Words for the older row' }))
    })
    await enrichNext(parts(provider))
    expect(findObservation(db, id)).toMatchObject({ ...later, source: 'local' })
  })

  it('is neither merged nor dropped by an answer to the older text', async () => {
    const { db, session, id, put, parts } = stage()
    const other = put('session-1:2', { title: 'Receipts list every code', at: T0 + 1 })
    const provider = thinking(() => {
      put('session-1:2', { title: 'Receipts list every code and its share', at: T0 + 1 })
      return answer({ action: 'merge', ref: 'o2', into: 'o1' }, { action: 'drop', ref: 'o2', reason: 'routine' })
    })
    await enrichNext(parts(provider))
    expect(findSessionObservations(db, session).map((row) => [row.id, row.title])).toEqual([
      [id, 'A discount code counts once per order'],
      [other, 'Receipts list every code and its share'],
    ])
  })
})

describe('a worker that is told to close while the model thinks', () => {
  it('ends the call at once, and the batch has lost no attempt', async () => {
    const { db, session, parts, clock } = stage()
    const closing = new AbortController()
    const before = findSessionObservations(db, session)
    const hanging: Provider = {
      ...thinking(() => ''),
      ask(_, { signal, onAttempt }) {
        onAttempt()
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new ProviderError('timeout', 'The time was up.')))
          closing.abort()
        })
      },
    }
    expect(await enrichNext(parts(hanging, { closing: closing.signal }))).toBe('nothing')
    expect(findDueBatch(db, clock.now)).toMatchObject({ attempts: 0 })
    expect(findSessionObservations(db, session)).toEqual(before)
    // nobody knows what it cost
    expect(spentTokens(db, localDay(clock.now))).toBeGreaterThan(0)
  })
})

describe('what a model adds', () => {
  const twin = (ref: string) =>
    item({
      action: 'create',
      evidence: [ref],
      type: 'discovery',
      title: 'The build of the shop needs Node 22 or newer',
    })

  it('is stored once, though an earlier batch had it in slightly other words', async () => {
    const { db, session, parts, clock } = stage()
    await enrichNext(parts(thinking(() => answer(twin('e1')))))
    keepEvent(db, { session, project: PROJECT.id, event: toolEvent('2', { at: T0 + 2000 }) })
    clock.now += 2000
    enqueueBatch(db, { session, from: T0 + 1500, to: T0 + 2500, final: false, dueAt: clock.now, at: clock.now })
    await enrichNext(
      parts(thinking(() => answer({ ...twin('e1'), title: 'The build of the shop now needs Node 22 or newer' }))),
    )
    expect(findSessionObservations(db, session)).toHaveLength(2)
  })

  it('is not the improved row a second time', async () => {
    const { db, session, parts } = stage()
    const title = 'orderTotal counts each voucher once'
    const both = answer(item({ action: 'improve', ref: 'o1', title }), item({ action: 'create', title }))
    await enrichNext(parts(thinking(() => both)))
    expect(findSessionObservations(db, session).map((row) => row.title)).toEqual([title])
  })
})

describe('tokens that nobody used', () => {
  const failing = (error: ProviderError): Provider => ({
    ...thinking(() => ''),
    async ask(_, { onAttempt }) {
      onAttempt()
      throw error
    },
  })

  it('are given back when the server refused the call or was never reached', async () => {
    const { db, parts, clock } = stage()
    const usage = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 }
    await enrichNext(parts(failing(new ProviderError('expired_login', 'No.', { usage }))))
    expect(spentTokens(db, localDay(clock.now))).toBe(0)
  })

  it('stay paid when nobody knows', async () => {
    const { db, parts, clock } = stage()
    await enrichNext(parts(failing(new ProviderError('timeout', 'No answer.'))))
    expect(spentTokens(db, localDay(clock.now))).toBeGreaterThan(1000)
  })
})

describe('a small budget', () => {
  it('carries a shortened question of a large batch rather than none, day after day', async () => {
    const { db, session, parts, enqueue } = stage()
    for (let n = 2; n < 60; n += 1) {
      const call = failedCommand('npm test', `line ${n} `.repeat(400))
      keepEvent(db, { session, project: PROJECT.id, event: toolEvent(String(n), { at: T0 + n, call }) })
    }
    enqueue()
    const provider = thinking(() => NOTHING)
    expect(await enrichNext(parts(provider, { budget: 10_000 }))).toBe('done')
    const [reserved] = db.all<{ reserved: number }>('SELECT reserved FROM token_ledger')
    expect(reserved?.reserved).toBeLessThanOrEqual(10_000)
    expect(reserved?.reserved).toBeGreaterThan(7000)
    expect(provider.asked[0]).toContain('left out')
    expect(findEvents(db, { session, from: 0 })).toHaveLength(60)
  })

  it('that can carry no question at all says so, and nothing is asked', async () => {
    const { parts } = stage()
    const told: string[] = []
    const provider = thinking(() => NOTHING)
    expect(await enrichNext(parts(provider, { budget: 2000, tell: (text) => told.push(text) }))).toBe('postponed')
    expect(provider.asked).toEqual([])
    expect(told.join()).toContain('too small')
  })
})

describe('skipped batches', () => {
  it('of one session all wait again when somebody asks for it', () => {
    const { db, session, clock } = stage()
    const skip = (from: number) => {
      enqueueBatch(db, { session, from, to: from + 100, final: false, dueAt: clock.now, at: clock.now })
      for (const _ of [1, 2, 3]) {
        const id = findDueBatch(db, clock.now)?.id ?? 0
        failBatch(db, { id, error: 'bad_answer', retryAt: clock.now })
      }
    }
    skip(T0)
    skip(T0 + 1000)
    expect(countBatches(db)).toMatchObject({ waiting: 0, skipped: 2 })
    expect(retrySkipped(db, clock.now)).toBe(2)
    expect(countBatches(db)).toMatchObject({ skipped: 0 })
    expect(findDueBatch(db, clock.now)).toMatchObject({ to: T0 + 1100, attempts: 0 })
  })
})
