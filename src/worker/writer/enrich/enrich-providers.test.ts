/**
 * Every way a provider can fail, played by a stand-in of its real wire: whatever comes back, the rows are counted and
 * compared, and not one local observation is lost, changed or doubled.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { startAnthropicStandin } from '../../../../test/support/anthropic-standin.ts'
import type { ModelServer } from '../../../../test/support/model-server.ts'
import { startOpenAiStandin } from '../../../../test/support/openai-standin.ts'
import { storeTurns } from '../../../../test/support/turns.ts'
import { localDay } from '../../../memory/local-day.ts'
import { spentTokens } from '../../../store/budget.ts'
import { memoryDatabase, T0 } from '../../../store/store.fixture.ts'
import { enqueueBatch } from '../../../store/synthesis-queue.ts'
import { anthropicProvider } from '../../../synthesis/providers/anthropic.ts'
import { openaiProvider } from '../../../synthesis/providers/openai.ts'
import type { Play } from '../../../synthesis/providers/provider.contract.ts'
import type { Provider } from '../../../synthesis/providers/provider.ts'
import { enrichNext } from './enrich.ts'

const TURNS = 6
const BUDGET = 200_000
const patience = { sleep: async () => {}, random: () => 0, now: Date.now }

const WIRES = {
  anthropic: {
    start: startAnthropicStandin,
    open: (baseUrl: string) => anthropicProvider({ apiKey: 'sk-dummy', model: 'm', baseUrl, patience }),
  },
  openai: {
    start: startOpenAiStandin,
    open: (baseUrl: string) => openaiProvider({ apiKey: 'sk-dummy', model: 'm', baseUrl, patience }),
  },
}

const four = (play: Play) => [play, play, play, play]
const IMPROVED = JSON.stringify({
  observations: [{ action: 'improve', ref: 'o1', title: 'A title that a model would give it', evidence: ['e1'] }],
})

/** `free`: the server refused, so nothing may be left on the bill. */
const FAILURES: [string, Play[], { free?: true }?][] = [
  ['a refusal', [{ text: 'I will not.', stop: 'refusal', written: true }]],
  ['a streamed refusal', [{ text: 'I will not.', stop: 'refusal', written: true, streamed: true }]],
  ['an empty answer', [{ text: '', written: true }]],
  ['prose', [{ text: 'I would rather talk about the weather.', written: true }]],
  ['streamed prose', [{ text: 'I would rather talk about the weather.', written: true, streamed: true }]],
  ['JSON of another shape', [{ text: '{"weather":"fine"}' }]],
  ['items of unknown actions', [{ text: '{"observations":[{"action":"delete","ref":"o1"}]}' }]],
  ['references to nothing', [{ text: '{"observations":[{"action":"drop","ref":"o99","reason":"x"}]}' }]],
  ['truncated JSON', [{ text: IMPROVED.slice(0, 40), stop: 'limit', written: true }]],
  ['truncated JSON in a stream', [{ text: IMPROVED.slice(0, 40), stop: 'limit', written: true, streamed: true }]],
  ['a request it does not take', [{ status: 400, says: 'prompt is too long' }], { free: true }],
  ['no credit', [{ status: 400, says: 'Your credit balance is too low' }], { free: true }],
  ['a bad key', [{ status: 401, says: 'invalid x-api-key' }], { free: true }],
  ['a revoked login', [{ status: 403, says: 'OAuth token has been revoked' }], { free: true }],
  ['a model that is gone', [{ status: 404, says: 'model: m' }], { free: true }],
  ['429 again and again', four({ status: 429, retryAfter: '1' }), { free: true }],
  ['500 again and again', four({ status: 500 })],
  ['529 again and again', four({ status: 529 })],
  ['a connection that is reset', four({ broken: 'reset' })],
  ['a connection that is cut off', four({ broken: 'cut' })],
  ['a page instead of JSON', [{ broken: 'no_json' }]],
  ['a reply of another API', [{ broken: 'wrong_shape' }]],
  ['a hang', [{ broken: 'hang' }]],
]

let server: ModelServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** A hang must not hold the test up for two minutes. */
function impatient(provider: Provider): Provider {
  const ask: Provider['ask'] = (request, by) =>
    provider.ask(request, { ...by, signal: AbortSignal.any([by.signal, AbortSignal.timeout(500)]) })
  return { name: provider.name, model: provider.model, close: provider.close, ask }
}

function stage() {
  const db = memoryDatabase()
  const { session } = storeTurns(db, {
    project: '/home/me/shop',
    sessionId: 's',
    turns: TURNS,
    until: T0,
    turnMs: 1000,
  })
  const clock = { now: T0 + 1000 }
  enqueueBatch(db, { session, from: 0, to: T0, final: true, dueAt: clock.now, at: clock.now })
  const everything = () => ({
    observations: db.all('SELECT * FROM observations ORDER BY id'),
    files: db.all('SELECT * FROM observation_files ORDER BY observation_id, path'),
    aliases: db.all('SELECT * FROM observation_aliases'),
    summaries: db.all('SELECT * FROM session_summaries'),
    events: db.all('SELECT * FROM observation_queue ORDER BY id'),
  })
  const told: string[] = []
  const enrich = (provider: Provider) =>
    enrichNext({
      db,
      provider,
      budget: BUDGET,
      now: () => clock.now,
      log: { info() {}, warn() {}, error() {} },
      tell: (text) => told.push(text),
    })
  return { db, clock, everything, enrich }
}

describe.each(Object.entries(WIRES))('every local observation survives, with %s,', (_, wire) => {
  it.each(FAILURES)('%s', async (_name, plays, { free } = {}) => {
    server = await wire.start()
    server.play(...plays)
    const { db, clock, everything, enrich } = stage()
    const before = everything()
    expect(before.observations.length).toBeGreaterThanOrEqual(TURNS)
    await enrich(impatient(wire.open(server.url)))
    expect(server.received).toHaveLength(plays.length)
    expect(everything()).toEqual(before)
    const spent = spentTokens(db, localDay(clock.now))
    if (free) expect(spent).toBe(0)
    else expect(spent).toBeGreaterThan(0)
    expect(spent).toBeLessThanOrEqual(BUDGET)
  })

  it('nobody listening', async () => {
    server = await wire.start()
    const { url } = server
    await server.close()
    server = undefined
    const { db, clock, everything, enrich } = stage()
    const before = everything()
    expect(await enrich(wire.open(url))).toBe('postponed')
    expect(everything()).toEqual(before)
    expect(spentTokens(db, localDay(clock.now))).toBe(0)
  })

  it('and is still improved by the answer that comes in the end', async () => {
    server = await wire.start()
    server.play({ status: 429, retryAfter: '1' }, { text: IMPROVED, streamed: true })
    const { db, clock, everything, enrich } = stage()
    const before = everything()
    expect(await enrich(wire.open(server.url))).toBe('done')
    const after = everything()
    expect(after.observations).toHaveLength(before.observations.length)
    expect(after.observations.filter((row) => row.source === 'model')).toHaveLength(1)
    // the refused try was free
    expect(spentTokens(db, localDay(clock.now))).toBe(120)
  })
})
