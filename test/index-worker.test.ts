/** The index of meaning behind a real worker, with a real embedding endpoint that does not take everything. */
import { spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { IndexStatus, RebuildStarted } from '../src/worker/protocol/overview.ts'
import { hookEnv } from './support/hook.ts'
import { makePlace, type Place, removePlace } from './support/place.ts'
import { seedFolder } from './support/seed.ts'
import { waitFor } from './support/wait.ts'
import { call, startWorker, stopWorker } from './support/worker.ts'

/** Of the eight memories of the seed, the one whose text the endpoint never takes. */
const POISON = 'login redirect'
const MEMORIES = 8

let place: Place
let server: Server
/** While set, documents are answered only when it resolves. */
let held: Promise<void> | undefined

beforeEach(async () => {
  held = undefined
  server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const { input } = JSON.parse(text) as { input: string[] } // our own embedder wrote it
    await held
    const refused = input.some((one) => one.includes(POISON))
    const data = input.map((one, index) => ({ index, embedding: [1, one.length % 7, one.length % 11] }))
    response.writeHead(refused ? 400 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(refused ? { error: { message: 'This text is not embedded.' } } : { data }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  place = makePlace()
  seedFolder(place.data.root, place.project)
  await startWorker(place, {
    CLAUDE_MEM_EMBEDDINGS: 'openai',
    CLAUDE_MEM_EMBEDDINGS_MODEL: 'test-model',
    CLAUDE_MEM_EMBEDDINGS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, // it listens on TCP
  })
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await stopWorker(place)
  removePlace(place)
})

const status = () => call<IndexStatus>(place, 'GET', '/api/index')
const indexed = () =>
  waitFor('the index holds what it can', async () => ((await status()).state === 'ready' ? status() : undefined))

describe('the index of a worker', () => {
  it('is built though the endpoint refuses one text for ever, and says which it cannot hold', async () => {
    expect(await indexed()).toMatchObject({
      state: 'ready',
      indexed: MEMORIES - 1,
      waiting: 0,
      refused: { count: 1, reason: 'The embedding server refused the text (400): This text is not embedded.' },
      because: null,
      problem: null,
      hint: null,
    })
    const { stdout } = spawnSync(process.execPath, [join(place.app, 'main.mjs'), 'index', 'status'], {
      env: hookEnv(place),
      encoding: 'utf8',
    })
    expect(stdout).toMatch(/^refused +1 memor.*: The embedding server refused the text \(400\)/m)
  })

  it('gives a timeline of words nobody used nothing to begin at, close as some memory may be in meaning', async () => {
    await indexed()
    const around = await call(place, 'GET', '/api/search/timeline-by-query?query=zzzqqq')
    expect(around).toMatchObject({ searched: 'hybrid', unknown: ['zzzqqq'], anchor: null, timeline: [] })
  })

  it('answers a rebuild when everything waits, not when everything is embedded', async () => {
    await indexed()
    const { promise, resolve: release } = Promise.withResolvers<void>()
    held = promise
    const started = await call<RebuildStarted>(place, 'POST', '/api/index/rebuild')
    expect(started).toEqual({ waiting: MEMORIES })
    expect(await status()).toMatchObject({ state: 'rebuilding', indexed: 0 })
    expect(await call(place, 'POST', '/api/index/rebuild'), 'the first goes on').toEqual({
      waiting: MEMORIES,
      already: true,
    })
    release()
    expect((await indexed()).indexed).toBe(MEMORIES - 1)
    expect(await call(place, 'POST', '/api/index/rebuild')).toEqual({ waiting: MEMORIES })
  })
})
