/**
 * A budget nobody can break: the real worker, a real queue of 200 batches, SIGKILL in the middle of calls. What the model's
 * server counted is what matters, not only what we think that we spent.
 */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { localDay } from '../src/memory/local-day.ts'
import { spentTokens } from '../src/store/budget.ts'
import { openForWriting } from '../src/store/database.ts'
import { closeStore, openStore, storePaths } from '../src/store/recovery.ts'
import { countBatches, enqueueBatch, failBatch, findBatch } from '../src/store/synthesis-queue.ts'
import { anthropicProvider } from '../src/synthesis/providers/anthropic.ts'
import { nextMidnight } from '../src/synthesis/spending.ts'
import type { Status } from '../src/worker/protocol.ts'
import { enrichNext } from '../src/worker/writer/enrich/enrich.ts'
import { startAnthropicStandin } from './support/anthropic-standin.ts'
import type { ModelServer, Received } from './support/model-server.ts'
import { makePlace, type Place, removePlace } from './support/place.ts'
import { storeTurns } from './support/turns.ts'
import { waitFor } from './support/wait.ts'
import { call, query, startWorker, stopWorker } from './support/worker.ts'

const MODEL = 'claude-haiku-4-5'
const BATCHES = 200
const OUTPUT_TOKENS = 300

let place: Place
let server: ModelServer
afterEach(async () => {
  await stopWorker(place)
  await server.close()
  removePlace(place)
})

/** As a tokenizer would: four bytes of English and JSON. */
const inputTokens = ({ body }: Received) => Math.ceil(Buffer.byteLength(JSON.stringify(body)) / 4)

async function stage(): Promise<void> {
  place = makePlace()
  server = await startAnthropicStandin()
  server.otherwise((received) => ({
    text: '{"observations":[]}',
    usage: { input: inputTokens(received), cacheWrite: 0, cacheRead: 0, output: OUTPUT_TOKENS },
  }))
  const paths = storePaths(place.data.root)
  const now = Date.now()
  const { db } = await openStore(paths, { now, keepBackups: 1 })
  for (const sessionId of ['first', 'second']) {
    const until = now - 60_000
    const { session, spans } = storeTurns(db, {
      project: place.project,
      sessionId,
      turns: BATCHES / 2,
      until,
      turnMs: 1000,
    })
    for (const span of spans) {
      enqueueBatch(db, { session, ...span, final: false, dueAt: now, at: now })
      // A span that was tried once is no longer widened by the next one: each stays a batch of its own.
      const id = findBatch(db, session)?.id ?? 0
      failBatch(db, { id, error: 'seeded', retryAt: now })
    }
  }
  expect(countBatches(db).waiting).toBe(BATCHES)
  closeStore(db, paths)
}

const run = (budget: number) =>
  startWorker(place, {
    CLAUDE_MEM_PROVIDER: 'anthropic',
    CLAUDE_MEM_MODEL: MODEL,
    CLAUDE_MEM_BASE_URL: server.url,
    CLAUDE_MEM_API_KEY: 'sk-dummy',
    CLAUDE_MEM_BATCH_WINDOW_MS: '0',
    CLAUDE_MEM_DAILY_TOKEN_BUDGET: String(budget),
  })

interface LedgerRow {
  settled: number | null
  reserved: number
}
const ledger = () => query<LedgerRow>(place, 'SELECT settled, reserved FROM token_ledger ORDER BY id')
const settled = () => ledger().reduce((sum, row) => sum + (row.settled ?? 0), 0)
const paid = () => ledger().reduce((sum, row) => sum + (row.settled ?? row.reserved), 0)
/** Also what a killed worker never heard of. */
const counted = () => server.received.reduce((sum, one) => sum + inputTokens(one) + OUTPUT_TOKENS, 0)

/** One call is answered; the next reaches the server and gets no answer; the worker dies in the middle of it. */
async function killInMidCall(budget: number): Promise<void> {
  const before = server.received.length
  const answered = { input: 2700, cacheWrite: 0, cacheRead: 0, output: OUTPUT_TOKENS }
  server.play({ text: '{"observations":[]}', usage: answered }, { broken: 'hang' })
  await run(budget)
  await waitFor('a call under way', () => server.received.length > before + 1)
  await stopWorker(place)
}

/** Nothing is left that could be asked today. */
const exhausted = () =>
  waitFor('every batch to be asked or postponed', async () => {
    const due = query<{ n: number }>(
      place,
      `SELECT count(*) AS n FROM synthesis_queue WHERE status = 'waiting' AND due_at_epoch <= ${Date.now()}`,
    )
    return due[0]?.n === 0
  })

/** What a call may cost is set aside until it has answered: into 10,000 tokens only one that never answers fits. */
const CASES = [
  { budget: 10_000, midCall: 1, fewestCalls: 2 },
  { budget: 60_000, midCall: 2, fewestCalls: 12 },
]

describe.each(CASES)(
  'a budget of $budget tokens with 200 batches of two sessions',
  ({ budget, midCall, fewestCalls }) => {
    it(`holds though the worker is killed twice, ${midCall} of them in mid-call, and goes on after midnight`, async () => {
      await stage()
      for (let kill = 0; kill < midCall; kill += 1) await killInMidCall(budget)
      expect(ledger().filter((row) => row.settled === null)).toHaveLength(midCall)
      for (let kill = midCall; kill < 2; kill += 1) {
        await run(budget)
        await exhausted()
        await stopWorker(place)
      }
      await run(budget)
      await exhausted()

      expect(server.received.length).toBeGreaterThanOrEqual(fewestCalls)
      expect(counted()).toBeLessThanOrEqual(budget)
      expect(paid()).toBeLessThanOrEqual(budget)
      expect(settled()).toBeGreaterThan(0)
      const { synthesis, notices } = await call<Status>(place, 'GET', '/api/status')
      expect(synthesis).toMatchObject({ spentToday: paid(), budget, lastError: 'over_budget', skipped: 0 })
      expect(synthesis.waiting).toBe(BATCHES - ledger().filter((row) => row.settled !== null).length)
      expect(query(place, `SELECT 1 FROM notices_told WHERE matter = 'over_budget'`)).toHaveLength(1)
      expect(notices.length).toBeLessThanOrEqual(1)
      await stopWorker(place)
      await goOnTomorrow(budget)
    }, 60_000)
  },
)

/** The same database, with the clock of the next morning. */
async function goOnTomorrow(budget: number): Promise<void> {
  const calls = server.received.length
  const copy = join(place.root, 'tomorrow.sqlite')
  for (const suffix of ['', '-wal']) cpSync(join(place.data.root, `db.sqlite${suffix}`), `${copy}${suffix}`)
  const db = openForWriting(copy)
  const morning = nextMidnight(Date.now()) + 60_000
  const provider = anthropicProvider({ apiKey: 'sk-dummy', model: MODEL, baseUrl: server.url })
  const told: string[] = []
  const log = { info() {}, warn() {}, error() {} }
  const parts = { db, provider, budget, now: () => morning, log, tell: (text: string) => told.push(text) }
  const outcomes = new Map<string, number>()
  for (let outcome = ''; outcome !== 'nothing'; ) {
    outcome = await enrichNext(parts)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  expect(server.received.length).toBeGreaterThan(calls)
  expect(outcomes.get('done')).toBe(server.received.length - calls)
  expect(spentTokens(db, localDay(morning))).toBeGreaterThan(0)
  expect(spentTokens(db, localDay(morning))).toBeLessThanOrEqual(budget)
  expect(told).toHaveLength(1)
  db.close()
}
