/** `claude-mem provider` and `claude-mem synth replay` as a user runs them, against stand-ins of the models' servers. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ReplayDifference, Status } from '../src/worker/protocol.ts'
import { startAnthropicStandin } from './support/anthropic-standin.ts'
import { runCli } from './support/cli.ts'
import type { ModelServer } from './support/model-server.ts'
import { startOpenAiStandin } from './support/openai-standin.ts'
import { makePlace, type Place, removePlace } from './support/place.ts'
import { spoolTurn } from './support/turns.ts'
import { call, query, settle, startWorker, stopWorker } from './support/worker.ts'

const KEY = 'sk-ant-test-4c1d9e7702'

let place: Place
let server: ModelServer
beforeEach(async () => {
  place = makePlace()
  server = await startAnthropicStandin()
})
afterEach(async () => {
  await stopWorker(place)
  await server.close()
  removePlace(place)
})

const settingsFile = () => join(place.data.root, 'settings.json')
const settings = () => JSON.parse(readFileSync(settingsFile(), 'utf8')) as Record<string, string> // the command wrote it
const setAnthropic = (...more: string[]) =>
  runCli(place, ['provider', 'anthropic', '--base-url', server.url, '--key-stdin', ...more], { stdin: `${KEY}\n` })

describe('claude-mem provider', () => {
  it('shows that no model is used, even as the very first command', async () => {
    rmSync(place.data.root, { recursive: true })
    expect(await runCli(place, ['provider'])).toMatchObject({
      code: 0,
      stdout: 'provider   local: no model, no cost\n',
    })
  })

  it('can be chosen by the very first command', async () => {
    rmSync(place.data.root, { recursive: true })
    server.play({ text: '{"ok":true}' })
    const run = await setAnthropic()
    expect(run, run.stderr).toMatchObject({ code: 0 })
    expect(run.stdout).toMatch(/^provider {3}anthropic \(claude-haiku-4-5\)$/m)
    expect(run.stdout).toMatch(/^today {6}120 of 200,000 tokens$/m)
    expect(run.stdout).toMatch(/^check {6}works, \d+ ms$/m)
    expect(statSync(settingsFile()).mode & 0o777).toBe(0o600)
    expect(settings()).toMatchObject({ CLAUDE_MEM_PROVIDER: 'anthropic', CLAUDE_MEM_API_KEY: KEY })
  })

  it('says how to give a key where there is none', async () => {
    const run = await runCli(place, ['provider', 'anthropic'])
    expect(run.stdout).toMatch(/^check .*claude-mem provider anthropic --key-stdin$/m)
  })

  it('never shows, returns or logs the key', async () => {
    server.play({ text: '{"ok":true}' }, { status: 401, says: `invalid x-api-key ${KEY}` })
    const runs = [
      await setAnthropic(),
      await runCli(place, ['provider', '--check', '--json']),
      await runCli(place, ['provider', '--json']),
      await runCli(place, ['status', '--json']),
      await runCli(place, ['status']),
      await runCli(place, ['logs']),
    ]
    expect(server.received.map((one) => one.headers['x-api-key'])).toEqual([KEY, KEY])
    for (const run of runs) expect(run.stdout + run.stderr).not.toContain(KEY)
    expect(JSON.stringify(await call<Status>(place, 'GET', '/api/status'))).not.toContain(KEY)
    expect(filesWith(KEY)).toEqual(['settings.json'])
  })

  it('says what is wrong: a key that is refused, or a server that does not answer', async () => {
    server.play({ status: 401, says: 'invalid x-api-key' })
    const refused = await setAnthropic()
    expect(refused.stdout).toContain('check      The model’s server does not accept the key. (401) Set a valid key')
    await server.close()
    const alone = await runCli(place, ['provider', '--check'])
    expect(alone.code).toBe(4)
    expect(alone.stderr).toMatch(/cannot be reached \(ECONNREFUSED\)\.\nCheck the network and the base URL\.\n$/)
    expect(alone.stdout).toContain('today      0 of 200,000 tokens') // neither cost anything
    expect(query(place, 'SELECT sum(coalesce(settled, reserved)) AS spent FROM token_ledger')).toEqual([{ spent: 0 }])
    const asked = await runCli(place, ['provider', '--check', '--json'])
    expect(asked.code).toBe(4)
    expect(JSON.parse(asked.stdout)).toMatchObject({ spentToday: 0, check: { ok: false, trouble: 'no_network' } })
    expect(JSON.parse(asked.stderr)).toMatchObject({ error: { code: 'unavailable' } })
    server = await startAnthropicStandin()
  })

  it('keeps the key from the next provider', async () => {
    server.play({ text: '{"ok":true}' })
    await setAnthropic()
    const other = await startOpenAiStandin()
    other.play({ text: '{"ok":true}' })
    const run = await runCli(place, ['provider', 'openai', '--base-url', other.url, '--model', 'llama']).finally(
      other.close,
    )
    expect(run.stdout).toContain('check      works')
    expect(other.received).toHaveLength(1)
    expect(JSON.stringify(other.received)).not.toContain(KEY)
    expect(settings()).toEqual({
      CLAUDE_MEM_PROVIDER: 'openai',
      CLAUDE_MEM_MODEL: 'llama',
      CLAUDE_MEM_BASE_URL: other.url,
    })
  })

  it('stops paying when the budget is used up, and tells that from a budget too small for anything', async () => {
    const small = await setAnthropic('--budget', '500')
    expect(small.stdout).toContain('check      The daily token budget is too small for a call. Raise it with --budget.')
    expect(server.received).toEqual([])
    server.play({ text: '{"ok":true}', usage: { input: 1400, cacheWrite: 0, cacheRead: 0, output: 20 } })
    expect((await setAnthropic('--budget', '1500')).stdout).toContain('check      works')
    const over = await runCli(place, ['provider', '--check'])
    expect(over.code).toBe(4)
    expect(over.stderr).toContain('Today’s token budget is used up.\nRaise it with --budget.')
    expect(server.received).toHaveLength(1)
  })

  it('does not wait for a call under way when it is changed', async () => {
    server.play({ text: '{"ok":true}' }, { broken: 'hang' })
    await setAnthropic()
    await stopWorker(place)
    await startWorker(place, { CLAUDE_MEM_BATCH_WINDOW_MS: '0' })
    spoolTurn(place, { sessionId: 's', n: 1 })
    await settle(place)
    await expect.poll(() => server.received.length, { timeout: 15_000 }).toBe(2)
    const startedAt = Date.now()
    expect((await runCli(place, ['provider', 'local'])).stdout).toContain('no model')
    expect(Date.now() - startedAt).toBeLessThan(10_000)
    expect(query(place, `SELECT attempts FROM synthesis_queue WHERE status = 'waiting'`)).toMatchObject([
      { attempts: 0 },
    ])
  })
})

describe('a provider that was chosen', () => {
  let chosen: Place
  let model: ModelServer
  beforeAll(async () => {
    chosen = makePlace()
    model = await startAnthropicStandin()
    model.play({ text: '{"ok":true}' })
    const args = ['provider', 'anthropic', '--base-url', model.url, '--key-stdin', '--model', 'mine']
    expect(await runCli(chosen, args, { stdin: `${KEY}\n` })).toMatchObject({ code: 0 })
  })
  afterAll(async () => {
    await stopWorker(chosen)
    await model.close()
    removePlace(chosen)
  })

  it.each([
    ['a provider that there is none of', ['mistral'], 'CLAUDE_MEM_PROVIDER'],
    ['a budget that is no number', ['anthropic', '--budget', 'plenty'], 'CLAUDE_MEM_DAILY_TOKEN_BUDGET'],
    ['half a token', ['--budget', '0.5'], 'CLAUDE_MEM_DAILY_TOKEN_BUDGET'],
    ['an address without a scheme', ['openai', '--base-url', 'localhost:11434'], 'CLAUDE_MEM_BASE_URL'],
    ['two providers', ['anthropic', 'openai'], 'one argument too many'],
    ['an unknown flag', ['anthropic', '--price', '1'], '--price'],
    ['a key that nobody sent', ['anthropic', '--key-stdin'], 'There was no key to read'],
  ])('stays when %s is refused', async (_, args, says) => {
    const file = join(chosen.data.root, 'settings.json')
    const before = readFileSync(file, 'utf8')
    const run = await runCli(chosen, ['provider', ...args])
    expect(run.code).toBe(2)
    expect(run.stderr).toContain(says)
    expect(run.stderr).not.toMatch(/\n\s+at /) // no stack
    expect(readFileSync(file, 'utf8')).toBe(before)
  })
})

describe('claude-mem synth replay', () => {
  const SESSION = 'replayed'
  const improved = JSON.stringify({
    observations: [
      { action: 'improve', ref: 'o1', title: 'Wholesale orders are let through', evidence: ['e1'] },
      { action: 'create', type: 'decision', title: 'Refused orders were the reason', evidence: ['e1'] },
    ],
    summary: { request: 'Let wholesale customers order' },
  })
  const dump = () =>
    JSON.stringify(
      [
        'observations',
        'observation_files',
        'observation_concepts',
        'observation_aliases',
        'session_summaries',
        'index_queue',
        'synthesis_queue',
        'observation_queue',
      ].map((table) => query(place, `SELECT * FROM ${table} ORDER BY 1`)),
    )
  const replay = (...args: string[]) => runCli(place, ['synth', 'replay', '--session', SESSION, ...args])
  const titles = () =>
    query<{ id: number; title: string }>(
      place,
      'SELECT id, title FROM observations WHERE dropped_at_epoch IS NULL ORDER BY id',
    )

  beforeEach(async () => {
    await startWorker(place, {
      CLAUDE_MEM_BASE_URL: server.url,
      CLAUDE_MEM_API_KEY: KEY,
      CLAUDE_MEM_PROVIDER: 'anthropic',
      CLAUDE_MEM_BATCH_WINDOW_MS: '600000',
    })
    spoolTurn(place, { sessionId: SESSION, n: 1 }, { end: true })
    await settle(place)
  })

  it('shows with --dry-run what would change, and changes nothing', async () => {
    const before = dump()
    const local = await replay('--dry-run')
    expect(local.stdout).toMatch(/^\d+ kept events\n( {2}\d+ .*\n)+Nothing was changed\.\n$/)
    expect(dump()).toBe(before)
    server.play({ text: improved })
    const { stdout } = await replay('--provider', 'anthropic', '--dry-run')
    expect(stdout).toContain('~ 1 Wholesale orders are let through')
    expect(stdout).toContain('+ new Refused orders were the reason')
    expect(stdout).toMatch(/Nothing was changed\.\n$/)
    expect(server.received).toHaveLength(1)
    expect(dump()).toBe(before)
    // it was asked, so it was paid for
    expect((await call<Status>(place, 'GET', '/api/status')).synthesis.spentToday).toBe(120)
  })

  it('takes the number of a session, and says so when nothing changed', async () => {
    const [row] = query<{ id: number }>(place, `SELECT id FROM sdk_sessions WHERE claude_session_id = '${SESSION}'`)
    const before = dump()
    const { code, stdout } = await runCli(place, ['synth', 'replay', '--session', `S${row?.id}`])
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+ kept events\n( {2}\d+ .*\n)+Nothing has changed\.\n$/),
    })
    expect(JSON.parse(dump())[0]).toEqual(JSON.parse(before)[0])
    expect((await runCli(place, ['synth', 'replay', '--session', 'S999'])).code).toBe(3)
  })

  it('applies a model’s words, keeps the ids and the facts, and can go back to local ones', async () => {
    const before = titles()
    const facts = () =>
      query<{ fact: string }>(place, 'SELECT value AS fact FROM observations o, json_each(o.facts) WHERE o.id = 1')
    const known = facts()
    expect(known).toEqual([{ fact: expect.stringContaining('npm test') }])
    server.play({ text: improved }, { text: improved })
    const applied = JSON.parse((await replay('--provider', 'anthropic', '--json')).stdout) as ReplayDifference // our own
    expect(applied.applied).toBe(true)
    expect(titles().map((row) => row.title)).toEqual(
      expect.arrayContaining(['Wholesale orders are let through', 'Refused orders were the reason']),
    )
    const made = titles().find((row) => row.title === 'Refused orders were the reason')?.id
    expect(facts()).toEqual(expect.arrayContaining(known))

    await replay('--provider', 'local')
    expect(titles()).toEqual(before)
    expect(await call(place, 'GET', `/api/observations/${made}`)).toMatchObject({ id: made }) // an id once shown resolves

    await replay('--provider', 'anthropic')
    expect(titles().find((row) => row.title === 'Refused orders were the reason')?.id).toBe(made)
  })

  it('changes nothing when the answer cannot be used, the session is unknown or the provider is none', async () => {
    const before = dump()
    server.play({ text: 'The weather is fine.', written: true }, { status: 401, says: 'no' })
    for (const _ of [1, 2]) {
      const run = await replay('--provider', 'anthropic')
      expect(run.code).toBe(4)
      expect(run.stderr).toContain('could not be used')
    }
    expect((await runCli(place, ['synth', 'replay', '--session', 'nobody'])).code).toBe(3)
    expect((await replay('--provider', 'mistral')).code).toBe(2)
    expect((await runCli(place, ['synth', 'replay'])).code).toBe(2)
    expect(dump()).toBe(before)
  })
})

function filesWith(secret: string): string[] {
  return readdirSync(place.data.root, { recursive: true })
    .map(String)
    .filter((name) => existsSync(join(place.data.root, name)) && statSync(join(place.data.root, name)).isFile())
    .filter((name) => readFileSync(join(place.data.root, name)).includes(secret))
}
