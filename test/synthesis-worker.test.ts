/** When the worker asks a model and when it does not: windows, restarts, old sessions, and the meter a person sees. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Status } from '../src/worker/protocol.ts'
import { startAnthropicStandin } from './support/anthropic-standin.ts'
import { runCli } from './support/cli.ts'
import { runHook, sessionStart } from './support/hook.ts'
import type { ModelServer } from './support/model-server.ts'
import { makePlace, type Place, PROJECT_ROOT, removePlace } from './support/place.ts'
import { spoolTurn, wordOf } from './support/turns.ts'
import { waitFor } from './support/wait.ts'
import { call, settle, startWorker, stopWorker } from './support/worker.ts'

const TRANSCRIPT = join(PROJECT_ROOT, 'test/fixtures/host/transcript.all-tools.jsonl')
const DAY_MS = 24 * 60 * 60 * 1000

let place: Place
let server: ModelServer
beforeEach(async () => {
  place = makePlace()
  server = await startAnthropicStandin()
  server.otherwise(() => ({
    text: '{"observations":[]}',
    usage: { input: 3000, cacheWrite: 0, cacheRead: 0, output: 200 },
  }))
})
afterEach(async () => {
  await stopWorker(place)
  await server.close()
  removePlace(place)
})

const env = (more: Record<string, string> = {}) => ({
  CLAUDE_MEM_PROVIDER: 'anthropic',
  CLAUDE_MEM_BASE_URL: server.url,
  CLAUDE_MEM_API_KEY: 'sk-dummy',
  CLAUDE_MEM_BATCH_WINDOW_MS: '0',
  ...more,
})
const status = () => call<Status>(place, 'GET', '/api/status')
const asked = (n: number) => JSON.stringify(server.received[n]?.body ?? '')
const allAsked = () =>
  waitFor('every batch to be asked', async () => server.received.length > 0 && (await status()).synthesis.waiting === 0)

describe('the batch window', () => {
  it('puts turns that end shortly after each other into one question', async () => {
    await startWorker(place, env({ CLAUDE_MEM_BATCH_WINDOW_MS: '2000' }))
    for (const n of [1, 2, 3]) {
      spoolTurn(place, { sessionId: 's', n })
      await settle(place)
      expect((await status()).synthesis.waiting).toBe(1)
    }
    await allAsked()
    expect(server.received).toHaveLength(1)
    for (const n of [1, 2, 3]) expect(asked(0)).toContain(wordOf({ sessionId: 's', n }))
  })
})

describe('a worker that is killed', () => {
  it('leaves what waits for the model to the next one', async () => {
    await startWorker(place, env({ CLAUDE_MEM_BATCH_WINDOW_MS: '3000' }))
    for (const sessionId of ['one', 'two']) spoolTurn(place, { sessionId, n: 1 }, { end: sessionId === 'two' })
    await settle(place)
    expect((await status()).synthesis.waiting).toBe(2)
    expect(server.received).toEqual([])
    await stopWorker(place)
    await startWorker(place, env())
    await allAsked()
    const both = asked(0) + asked(1)
    for (const sessionId of ['one', 'two']) expect(both).toContain(wordOf({ sessionId, n: 1 }))
    expect(server.received).toHaveLength(2)
  })
})

describe('sessions older than a day', () => {
  /** The same session as it would have been recorded three days ago. */
  function oldTranscript(sessionId: string): string {
    const path = join(place.transcripts, `${sessionId}.jsonl`)
    const shifted = readFileSync(TRANSCRIPT, 'utf8')
      .replaceAll('00000000-0000-4000-8000-000000000001', sessionId)
      .replaceAll('/home/user/project', place.project)
      .replace(/"timestamp": ?"([^"]+)"/g, () => `"timestamp":"${new Date(Date.now() - 3 * DAY_MS).toISOString()}"`)
    writeFileSync(path, shifted)
    return path
  }

  it('are imported and distilled without a question to the model', async () => {
    await startWorker(place, env())
    oldTranscript('00000000-0000-4000-8000-00000000000a')
    const run = await runCli(place, ['import', 'transcripts', join(place.root, 'host')])
    expect(run, run.stderr).toMatchObject({ code: 0 })
    expect((await settle(place)).stored.observations).toBeGreaterThan(0)
    expect((await status()).synthesis).toMatchObject({ waiting: 0, spentToday: 0 })
    // A turn of today is asked about, and it is the only one.
    spoolTurn(place, { sessionId: 'today', n: 1 })
    await settle(place)
    await allAsked()
    expect(server.received).toHaveLength(1)
    expect(asked(0)).toContain(wordOf({ sessionId: 'today', n: 1 }))
  })

  it('that go on today are asked about today’s part alone, though the transcript fills in the rest', async () => {
    const sessionId = '00000000-0000-4000-8000-00000000000b'
    oldTranscript(sessionId)
    await startWorker(place, env())
    spoolTurn(place, { sessionId, n: 1 })
    const { stored } = await settle(place)
    expect(stored.events).toBeGreaterThan(10)
    await allAsked()
    expect(server.received).toHaveLength(1)
    expect(asked(0)).toContain(wordOf({ sessionId, n: 1 }))
    const [events = ''] = asked(0).split('# New events').slice(1)
    expect(events.match(/\[e\d+\]/g)?.length).toBeLessThanOrEqual(5)
  })
})

describe('the meter', () => {
  it('stands in the status, in its command and in the line a session begins with', async () => {
    await startWorker(place, env())
    spoolTurn(place, { sessionId: 's', n: 1 })
    await settle(place)
    await allAsked()
    expect((await status()).synthesis).toMatchObject({ spentToday: 3200, budget: 200_000 })
    const shown = await runCli(place, ['status'])
    expect(shown.stdout).toMatch(
      /^provider {3}anthropic \(claude-haiku-4-5\), 3,200 of 200,000 tokens today, 0 batches waiting$/m,
    )
    const hook = await runHook(place, { event: 'SessionStart', payload: sessionStart(place, 'next') })
    expect(JSON.parse(hook.stdout)).toMatchObject({
      systemMessage: expect.stringMatching(
        /^claude-mem: \d+ memor(?:y|ies), ~\d+ tokens · 3,200 of 200,000 model tokens today$/,
      ),
    })
  })

  it('is silent when no model is asked', async () => {
    await startWorker(place)
    spoolTurn(place, { sessionId: 's', n: 1 })
    await settle(place)
    const hook = await runHook(place, { event: 'SessionStart', payload: sessionStart(place, 'next') })
    expect(hook.stdout).toContain('memor')
    expect(hook.stdout).not.toContain('model tokens')
  })
})
