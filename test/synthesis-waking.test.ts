/**
 * What waits for somebody to do something is asked about as soon as it is done: a raised budget, a key that works, a word.
 * Left alone it would wait for a quarter of an hour or for midnight, so being asked within the test is the proof.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Status } from '../src/worker/protocol.ts'
import { startAnthropicStandin } from './support/anthropic-standin.ts'
import { runCli } from './support/cli.ts'
import type { ModelServer } from './support/model-server.ts'
import { makePlace, type Place, removePlace } from './support/place.ts'
import { spoolTurn, wordOf } from './support/turns.ts'
import { waitFor } from './support/wait.ts'
import { call, query, settle, startWorker, stopWorker } from './support/worker.ts'

const TURN = { sessionId: 's', n: 1 }
const KEY = 'sk-works'

let place: Place
let server: ModelServer
/** What the model's server thinks of a key. */
let accepts: (key: string) => boolean

beforeEach(async () => {
  place = makePlace()
  server = await startAnthropicStandin()
  accepts = () => true
  server.otherwise(({ headers }) =>
    accepts(String(headers['x-api-key']))
      ? { text: '{"observations":[]}' }
      : { status: 401, says: 'invalid x-api-key' },
  )
})
afterEach(async () => {
  await stopWorker(place)
  await server.close()
  removePlace(place)
})

const choose = (...more: string[]) =>
  runCli(place, ['provider', 'anthropic', '--base-url', server.url, '--key-stdin', ...more], { stdin: `${KEY}\n` })
const synthesis = async () => (await call<Status>(place, 'GET', '/api/status')).synthesis
const word = wordOf(TURN)
const askedAboutTurn = () => server.received.filter(({ body }) => JSON.stringify(body).includes(word)).length
const putOffBy = (error: string) =>
  waitFor(`a batch that is put off by ${error}`, async () => {
    const { waiting, lastError } = await synthesis()
    return waiting === 1 && lastError === error
  })
const answered = () =>
  waitFor('the batch to be answered', async () => {
    const { waiting, lastError } = await synthesis()
    return waiting === 0 && lastError === null
  })

/** A worker with the settings that were chosen, and without the pause after a turn. */
async function workTurn(): Promise<void> {
  await stopWorker(place)
  await startWorker(place, { CLAUDE_MEM_BATCH_WINDOW_MS: '0' })
  spoolTurn(place, TURN)
  await settle(place)
}

describe('a batch that waits', () => {
  it('for a larger budget is asked about when the budget is raised', async () => {
    await choose('--budget', '2000')
    await workTurn()
    await putOffBy('over_budget')
    expect(askedAboutTurn()).toBe(0)
    await runCli(place, ['provider', '--budget', '200000'])
    await answered()
    expect(askedAboutTurn()).toBe(1)
  })

  it('for a key is asked about when the key is mended', async () => {
    await choose()
    accepts = (key) => key !== KEY
    await workTurn()
    await putOffBy('expired_login')
    const before = askedAboutTurn()
    const run = await runCli(place, ['provider', '--key-stdin'], { stdin: 'sk-better\n' })
    expect(run.stdout).toContain('check      works')
    await answered()
    expect(askedAboutTurn()).toBe(before + 1)
    expect(server.received.at(-1)?.headers['x-api-key']).toBe('sk-better')
  })

  it('is asked about when somebody says so, or a check finds that it works again', async () => {
    for (const flag of ['--retry', '--check']) {
      await choose()
      accepts = () => false
      await workTurn()
      await putOffBy('expired_login')
      const before = askedAboutTurn()
      accepts = () => true
      const run = await runCli(place, ['provider', flag])
      expect(run.stdout).toContain(flag === '--retry' ? '1 batch is tried again now.' : 'check      works')
      await answered()
      expect(askedAboutTurn()).toBe(before + 1)
      await stopWorker(place)
      removePlace(place)
      place = makePlace()
    }
  })

  it('and was skipped after three bad answers gets three more', async () => {
    await choose()
    server.otherwise(() => ({ text: 'The weather is fine.', written: true }))
    await workTurn()
    for (let tries = 1; tries < 3; tries += 1) {
      await waitFor('a bad answer', () => askedAboutTurn() === tries)
      await waitFor('it to be put off', async () => (await synthesis()).lastError !== null)
      await runCli(place, ['provider', '--retry'])
    }
    await waitFor('the batch to be skipped', async () => (await synthesis()).skipped === 1)
    server.otherwise(() => ({ text: '{"observations":[]}' }))
    expect((await runCli(place, ['provider', '--retry'])).stdout).toBe('1 batch is tried again now.\n')
    await answered()
    expect((await runCli(place, ['provider', '--retry'])).stdout).toBe('Nothing has failed.\n')
    expect(query(place, 'SELECT status FROM synthesis_queue')).toEqual([{ status: 'done' }])
  })
})
