/**
 * `npm run test:chroma`: the Chroma driver against a real server. Its contract first; then, through the real index
 * process, 5,000 observations are synced and found, the server is killed in the middle of a query, memories are made
 * while it is away, and when it is back the missed ones are synced. About two minutes; the registry is needed once.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  countQueuedForIndex,
  findQueuedForIndex,
  findTextsToIndex,
  queueAllForIndex,
} from '../../src/store/index-queue.ts'
import { putObservation } from '../../src/store/observations.ts'
import { memoryDatabase, PROJECT, T0 } from '../../src/store/store.fixture.ts'
import { makeIndexClient } from '../../src/worker/process/index-client.ts'
import { makeIndexPump } from '../../src/worker/process/index-pump.ts'
import { settleIndexed } from '../../src/worker/writer/index-queue.ts'
import { findChromaProgram, startChroma } from './server.ts'

const ROWS = 5000
const port = 40_000 + (process.pid % 20_000)
const work = mkdtempSync(join(tmpdir(), 'claude-mem-chroma-'))
const program = findChromaProgram()
const start = () => startChroma({ program, folder: join(work, 'server'), port })

let server = await start()
const db = memoryDatabase()
const client = makeIndexClient({
  settings: {
    dataDir: work,
    embeddings: { kind: 'local' },
    vectors: { kind: 'chroma', server: { url: server.url } },
  },
  onNeedsAll: () => pump.needsAll(),
  onTrouble: () => {},
  script: fileURLToPath(new URL('../../dist/index-main.mjs', import.meta.url)),
})
const pump = makeIndexPump({
  index: client,
  waiting: (limit) => findQueuedForIndex(db, limit),
  read: (ids) => findTextsToIndex(db, ids),
  done: async (sent) => settleIndexed(db, sent),
  queueAll: async () => queueAllForIndex(db),
  onTrouble: (message) => say(`the pump waits: ${message}`),
})

try {
  checkContract()
  const startedAt = Date.now()
  for (let n = 1; n <= ROWS; n++) put(n)
  await settled()
  const status = await client.status()
  must(status.observations === ROWS, `${status.observations} of ${ROWS} were synced`)
  say(`${ROWS} observations synced in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`)

  must((await firstFound(4321)) === 4321, 'a synced observation was not found')
  say('found through the server')

  const underWay = Array.from({ length: 20 }, (_, at) => search(at * 100 + 1))
  await server.kill()
  const answers = await Promise.all(underWay)
  must(
    answers.some((answer) => 'unavailable' in answer),
    'no query noticed the kill',
  )
  must(
    answers.every((answer) => 'unavailable' in answer || answer.hits.length > 0),
    'an outage looked like an answer',
  )
  const after = await search(1)
  must('unavailable' in after, 'a dead server answered')
  say(`killed in the middle of a query: ${'unavailable' in after ? after.unavailable : ''}`)

  for (let n = ROWS + 1; n <= ROWS + 50; n++) put(n)
  db.run('DELETE FROM observations WHERE id = 7')
  pump.wake()
  await pump.idle()
  must(countQueuedForIndex(db) === 51, 'the queue lost what the server never got')
  say('51 changes wait')

  server = await start()
  await settled()
  must((await firstFound(ROWS + 50)) === ROWS + 50, 'a missed observation was not synced')
  must((await firstFound(7)) !== 7, 'a deletion was not synced')
  must((await client.status()).observations === ROWS + 49, 'the server has not all of them')
  say('restarted: the missed ones are synced, the deletion too')

  await server.kill()
  rmSync(join(work, 'server'), { recursive: true })
  server = await start()
  pump.wake()
  await settled(() => client.search({ text: 'anything', projects: undefined, limit: 1 }, 10_000))
  must((await client.status()).observations === ROWS + 49, 'an emptied server was not filled again')
  say('a server that lost everything was filled again')
} finally {
  pump.stop()
  await client.close()
  await server.kill()
  rmSync(work, { recursive: true, force: true })
}

function checkContract(): void {
  const ran = spawnSync('npx', ['vitest', 'run', '--config', 'test/chroma/vitest.config.ts'], {
    env: { ...process.env, CHROMA_TEST_URL: server.url },
    encoding: 'utf8',
  })
  must(ran.status === 0, `the contract is broken\n${ran.stdout}\n${ran.stderr}`)
  say('the driver keeps the contract')
}

/** Words that no other row has: its number, spelled. */
function text(n: number): string {
  const digits = ['zebra', 'onion', 'tower', 'three', 'forest', 'finger', 'silver', 'seven', 'engine', 'night']
  return [...String(n)].map((digit) => digits[Number(digit)]).join(' ')
}

function put(n: number): void {
  putObservation(db, {
    draft: {
      key: `row ${n}`,
      type: 'discovery',
      title: `The ${text(n)} problem (${n})`,
      subtitle: '',
      narrative: '',
      facts: [],
      concepts: [],
      filesRead: [],
      filesModified: [],
      discoveryTokens: 0,
      at: T0 + n,
      eventKeys: [],
    },
    session: undefined,
    project: PROJECT.id,
    source: 'local',
  })
}

function search(n: number) {
  return client.search({ text: `The ${text(n)} problem (${n})`, projects: [PROJECT.id], limit: 5 }, 10_000)
}

async function firstFound(n: number): Promise<number | undefined> {
  const answer = await search(n)
  if ('unavailable' in answer) throw new Error(answer.unavailable)
  return answer.hits[0]?.id
}

/** Until nothing waits and the index asks for nothing; the pump backs off meanwhile by itself. */
async function settled(knock: () => Promise<unknown> = async () => undefined): Promise<void> {
  for (let round = 0; round < 600; round++) {
    pump.wake()
    await pump.idle()
    await knock()
    const status = await client.status()
    if (countQueuedForIndex(db) === 0 && !status.needsAll && status.trouble === undefined) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('the index did not settle')
}

function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

function say(line: string): void {
  console.log(`ok  ${line}`)
}
