/** What is forgotten is gone from every byte of the data folder, while the worker runs and after it has stopped. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findWorker, isAlive, readText, send } from '../src/worker/client.ts'
import type { IndexStatus } from '../src/worker/protocol/overview.ts'
import type { Status } from '../src/worker/protocol.ts'
import { findBytes, type Needle, passageNeedles, wordNeedles } from './support/data-folder-bytes.ts'
import { hostSession, rememberedOf } from './support/host-session.ts'
import { makePlace, type Place, removePlace } from './support/place.ts'
import { waitFor } from './support/wait.ts'
import { call, query, settle, startWorker, stopWorker } from './support/worker.ts'

const WORD = 'zqvornbex'
const DIMENSIONS = 64

let place: Place
let server: Server
let env: NodeJS.ProcessEnv

beforeEach(async () => {
  server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const { input } = JSON.parse(text) as { input: string[] } // our own embedder wrote it
    const data = input.map((one, index) => ({ index, embedding: vectorOf(one) }))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  env = {
    CLAUDE_MEM_EMBEDDINGS: 'openai',
    CLAUDE_MEM_EMBEDDINGS_MODEL: 'test-model',
    CLAUDE_MEM_EMBEDDINGS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, // it listens on TCP
    CLAUDE_MEM_FAILURE_HINTS: 'deny-once',
  }
  place = makePlace()
  await startWorker(place, env)
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await stopWorker(place)
  removePlace(place)
})

/** Texts with the word lie where no other does, so that their bytes can be looked for. */
function vectorOf(text: string): number[] {
  const own = text.includes(WORD)
  return Array.from({ length: DIMENSIONS }, (_, at) =>
    own ? ((at * 37) % 101) - 50 : ((at * 7 + text.length) % 13) + 1,
  )
}

function vectorNeedle(): Needle {
  const vector = vectorOf(WORD)
  const scale = Math.max(...vector.map(Math.abs)) / 127
  return { name: 'its vector', bytes: Buffer.from(Int8Array.from(vector, (value) => Math.round(value / scale))) }
}

/** One session that speaks of the word all the time, and one that does not. */
async function work(): Promise<void> {
  const other = hostSession(place, 'other')
  await other.starts()
  await other.asks('Why does the invoice total miss the second discount?')
  await other.edits('src/total.js', 'return first', 'return first + second')
  await other.closes('The invoice total added only the first discount. It now adds both, and the tests pass.')
  await other.ends()
  const session = hostSession(place, 'speaks')
  await session.starts()
  await session.asks(`Why does the ${WORD} importer drop every second row?`)
  await session.edits('src/importer.js', 'step = 2', `step = 1 // the ${WORD} importer reads every row`)
  await session.runs('npm test', `${WORD} importer: 12 passed`)
  session.says(`The ${WORD} importer stepped by two because its cursor was advanced twice in the loop.`)
  await session.closes(`Fixed: the ${WORD} importer advanced its cursor twice, so every second row was dropped.`)
  await session.asks('Now let the nightly job fill the cache of prices.')
  await session.edits('src/prices.js', 'fill()', 'nightly(fill)')
  await session.closes(
    'The cache of prices was filled by every request. The nightly job fills it now, and it stays warm.',
  )
  await session.ends()
}

async function indexed(): Promise<void> {
  await waitFor(
    'every memory is in the index',
    async () => {
      const status = await call<IndexStatus>(place, 'GET', '/api/index')
      return status.state === 'ready' && status.waiting === 0 && status.indexed > 0
    },
    40_000,
  )
}

const database = () => join(place.data.root, 'db.sqlite')
const needles = () => [...wordNeedles(WORD), vectorNeedle(), ...passageNeedles(database(), WORD)]
const look = (wanted: Needle[]) => findBytes(place.data.root, wanted, WORD)
/** The index looks four times a minute for what it has to take out. */
const erased = () =>
  waitFor(
    'nothing is being erased any more',
    async () => (await call<Status>(place, 'GET', '/api/status')).erasing === null,
    40_000,
  )

/** Returns what the import says when it is done. */
async function importFrom(path: string): Promise<unknown> {
  const port = findWorker(place.data)
  if (!port) throw new Error('no worker is running')
  let done: unknown
  await send(port, {
    method: 'POST',
    path: '/api/import/transcripts',
    token: readText(place.data.token)?.trim(),
    body: { path },
    onLine: (line) => {
      done = (JSON.parse(line) as { done?: unknown }).done ?? done // our own worker's JSON
    },
  })
  return done
}

async function stop(): Promise<void> {
  const running = findWorker(place.data)
  await call(place, 'POST', '/api/stop')
  await waitFor('the worker has ended', () => running === undefined || !isAlive(running.pid))
}

describe('what is forgotten', { timeout: 120_000 }, () => {
  it('by a word is in no file of the data folder, whether the worker runs or not', async () => {
    await work()
    await call(place, 'POST', '/api/backup')
    await stop() // its log goes into the file
    await startWorker(place, env)
    await call(place, 'POST', '/api/remember', { text: `The ${WORD} feed ends on Fridays.`, cwd: place.project })
    const [feed] = query<{ id: number }>(place, `SELECT id FROM observations WHERE source = 'user'`)
    await indexed()
    await call(place, 'POST', '/api/backup')
    // Edited away, it is still in what an undo would bring back.
    await call(place, 'POST', `/api/observations/${feed?.id}/edit`, {
      title: 'The feed ends on Fridays',
      narrative: 'The feed ends on Fridays.',
    })
    await indexed()
    await call(place, 'POST', '/api/remember', {
      text: `Since May the ${WORD} feed is compressed.`,
      cwd: place.project,
    })
    // What could not be taken, and a database that was set aside, hold it too.
    mkdirSync(place.data.badSpool, { recursive: true })
    writeFileSync(join(place.data.badSpool, '17.aaaaaaaaaaaa'), `{"prompt": "the ${WORD} importer`)
    writeFileSync(`${database()}.damaged-1`, `page of ${WORD}`)
    await settle(place)
    const wanted = needles()
    const there = look(wanted)
    for (const part of ['db.sqlite: the word', 'db.sqlite-wal: the word', 'db.sqlite: the beginning of passage 0'])
      expect(there, 'it was there').toContain(part)
    expect(new Set(there.map((one) => one.split(/[/.:]/)[0])), 'everywhere').toEqual(
      new Set(['backups', 'db', 'index', 'journal', 'spool']),
    )

    const preview = await call<{ observations: number }>(place, 'POST', '/api/forget', { query: WORD, preview: true })
    expect(preview.observations).toBeGreaterThan(0)
    expect(query(place, `SELECT 1 FROM observations WHERE narrative LIKE '%${WORD}%'`).length).toBe(
      preview.observations,
    )

    const receipt = await call(place, 'POST', '/api/forget', { query: WORD, preview: false })
    expect(receipt).toMatchObject({ ...preview, preview: false, disk: { backupsDropped: 2, damagedDropped: 1 } })
    await erased()
    expect(look(wanted), 'while it runs').toEqual([])
    expect(await call(place, 'GET', `/api/observations/${feed?.id}`), 'the edited memory stays').toMatchObject({
      title: 'The feed ends on Fridays',
      edited: true,
    })
    expect(await call(place, 'GET', '/api/changes')).toMatchObject({ results: [{ what: 'edit', undoable: false }] })
    await call(place, 'POST', '/api/backup')
    expect(look(wanted), 'after another backup').toEqual([])
    await stop()
    expect(look(wanted), 'after it stopped').toEqual([])

    await startWorker(place, env)
    // Copied, so that every line is read again, and not only what was added since the last time.
    const copies = join(place.root, 'copied')
    cpSync(place.transcripts, copies, { recursive: true })
    const cursors = () => query<{ n: number }>(place, 'SELECT sum(offset) AS n FROM transcript_cursors')[0]?.n ?? 0
    const before = cursors()
    expect(await importFrom(copies)).toMatchObject({ filesDone: 2, unreadable: 0 })
    expect(cursors(), 'both were read from their beginning').toBe(2 * before)
    await settle(place)
    expect(look(wanted), 'after the transcripts were imported').toEqual([])
    const { memories } = await rememberedOf(place, 'speaks')
    expect(memories.map(({ text }) => text).join(), 'what else was said there').toContain('nightly job')
    expect((await rememberedOf(place, 'other')).memories.length).toBeGreaterThan(0)
  })

  it('by an id, with the prompts, goes on being erased after the worker was killed', async () => {
    await work()
    await indexed()
    await call(place, 'POST', '/api/backup')
    const wanted = needles()
    const { memories } = await rememberedOf(place, 'speaks')
    const id = memories.find(({ text }) => text.includes(WORD))?.id ?? 0
    const [row] = query<{ key: string }>(place, `SELECT key FROM observations WHERE id = ${id}`)
    // As a worker leaves it that was killed between saying what it owes and doing it.
    await stopWorker(place)
    writeFileSync(place.data.erasing, JSON.stringify({ since: 5, keys: [row?.key] }))
    await startWorker(place, env)
    await erased()
    expect(query(place, `SELECT 1 FROM observations WHERE id = ${id}`)).toEqual([])
    expect(look(wanted), 'its prompt stays').not.toEqual([])

    const again = hostSession(place, 'again')
    await again.starts()
    await again.asks(`The ${WORD} importer must also skip empty rows.`)
    await again.edits('src/importer.js', 'push(row)', `if (row) push(row) // ${WORD}`)
    await again.closes(`The ${WORD} importer skips empty rows now, because it counted them as rows of the feed.`)
    await again.ends()
    const made = (await rememberedOf(place, 'again')).memories.map((memory) => memory.id)
    const receipt = await call(place, 'POST', '/api/forget', { ids: made, withPrompts: true, preview: false })
    expect(receipt).toMatchObject({ prompts: 1, left: { prompts: 0, summaries: 0 }, disk: { vectors: 'removed' } })
    await call(place, 'POST', '/api/forget', { session: 'speaks', preview: false })
    await erased()
    expect(look(wanted)).toEqual([])
    await stop()
    expect(look(wanted)).toEqual([])
  })
})
