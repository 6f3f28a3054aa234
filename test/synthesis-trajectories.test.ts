/**
 * Enrichment on sessions nobody wrote for it: played turn by turn, distilled locally, then reworded over the real wire by a
 * model that is good half of the time. After every call the rows are compared with what they were before it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toEvents } from '../bench/trajectories/events.ts'
import { loadTrajectories, type Run, rootOf } from '../bench/trajectories/load.ts'
import type { Observation } from '../src/memory/observation.ts'
import type { Database } from '../src/store/database.ts'
import { findWaitingSession } from '../src/store/events.ts'
import { keepEvent } from '../src/store/keep-event.ts'
import { findEventKeys, findObservation, findSessionObservations } from '../src/store/observations.ts'
import { putProject, putSession } from '../src/store/sessions.ts'
import { foundBy, memoryDatabase } from '../src/store/store.fixture.ts'
import { countBatches, enqueueBatch, findDueBatch } from '../src/store/synthesis-queue.ts'
import { isNearDuplicate } from '../src/synthesis/duplicates.ts'
import { anthropicProvider } from '../src/synthesis/providers/anthropic.ts'
import { distilSession } from '../src/worker/writer/distil/distil.ts'
import { type EnrichOutcome, enrichNext } from '../src/worker/writer/enrich/enrich.ts'
import { startAnthropicStandin } from './support/anthropic-standin.ts'
import type { ModelServer } from './support/model-server.ts'
import { makeReworder } from './support/reworder.ts'

const { runs, note } = loadTrajectories()

let server: ModelServer
beforeAll(async () => {
  server = await startAnthropicStandin()
})
afterAll(() => server.close())

describe(`rewording real sessions (${note})`, () => {
  it('loses no fact, doubles nothing, keeps every id, and the new words are found', async () => {
    const reworder = makeReworder()
    server.otherwise(reworder.answer)
    const db = memoryDatabase()
    const faults: string[] = []
    const outcomes = { done: 0, unasked: 0, failed: 0, postponed: 0, nothing: 0 }
    let compared = 0
    const compare = async (calls: AsyncGenerator<Played>) => {
      for await (const { outcome, before, after, session } of calls) {
        outcomes[outcome] += 1
        compared += before.length
        faults.push(...lostFacts(db, before), ...movedIds(db, before), ...doubled(before, after))
        if (outcome === 'done') faults.push(...unfound(db, session, reworder.given.at(-1)))
        else if (JSON.stringify(after) !== JSON.stringify(before)) faults.push('a failed call changed rows')
      }
    }
    for (const run of runs) await compare(playRun(db, run))
    await compare(tryAgain(db))
    expect(faults.slice(0, 20)).toEqual([])
    expect(compared).toBeGreaterThan(runs.length)
    expect(outcomes.done).toBe(reworder.given.length)
    expect(outcomes.failed).toBe(reworder.rubbish())
    expect(Math.abs(outcomes.done - outcomes.failed)).toBeLessThanOrEqual(1)
    expect(reworder.given.reduce((sum, one) => sum + one.merges, 0)).toBeGreaterThan(0)
    expect(countBatches(db).waiting).toBe(0)
    expect(db.all(`INSERT INTO observations_fts(observations_fts) VALUES ('integrity-check')`)).toEqual([])
  }, 180_000)
})

interface Played {
  outcome: EnrichOutcome
  session: number
  before: Row[]
  after: Row[]
}

type Row = Observation & { eventKeys: string[] }

const rowsOf = (db: Database, session: number): Row[] =>
  findSessionObservations(db, session).map((row) => ({ ...row, eventKeys: findEventKeys(db, row.id) }))

/** As it happens live: a turn ends, is distilled, and its span goes to the model before the next turn does. */
async function* playRun(db: Database, run: Run): AsyncGenerator<Played> {
  const root = rootOf(run)
  const project = { id: root, name: run.project, root }
  const events = toEvents(run)
  const seen = { sessionId: run.session_id, project: root, cwd: root, transcriptPath: undefined, entrypoint: 'cli' }
  putProject(db, project, events[0]?.at ?? 0)
  const session = putSession(db, { ...seen, at: events[0]?.at ?? 0 })
  for (const [index, event] of events.entries()) {
    putSession(db, { ...seen, at: event.at })
    keepEvent(db, { session, project: root, event })
    const isLast = index === events.length - 1
    if (event.kind !== 'stopped' && !isLast) continue
    const waiting = findWaitingSession(db, session)
    if (!waiting) continue
    distilSession(db, waiting)
    const now = event.at
    enqueueBatch(db, { session, from: waiting.from, to: event.at, final: isLast, dueAt: now, at: now })
    yield* enrichDue(db, now)
  }
}

/** What failed before is due again, until it was answered or skipped. */
async function* tryAgain(db: Database): AsyncGenerator<Played> {
  for (let now = Date.UTC(2026, 0, 6), left = true; left; now += 3_600_000) {
    left = false
    for await (const played of enrichDue(db, now)) {
      left = true
      yield played
    }
  }
}

/** A batch that failed earlier may be due again before the one that was just enqueued. */
async function* enrichDue(db: Database, now: number): AsyncGenerator<Played> {
  const provider = anthropicProvider({ apiKey: 'sk-dummy', model: 'scripted', baseUrl: server.url })
  const log = { info() {}, warn() {}, error() {} }
  for (let due = findDueBatch(db, now); due; due = findDueBatch(db, now)) {
    const { session } = due
    const before = rowsOf(db, session)
    const outcome = await enrichNext({ db, provider, budget: 1e9, now: () => now, log, tell: () => {} })
    yield { outcome, session, before, after: rowsOf(db, session) }
  }
}

const textOf = (row: Observation) =>
  [row.title, row.subtitle, row.narrative, ...row.facts, ...row.filesRead, ...row.filesModified]
    .join('\n')
    .toLowerCase()

/** Identifiers, numbers and paths, told apart from words by their form; on purpose not the rule the product has. */
function namesIn(text: string): string[] {
  const tokens = text.match(/[\p{L}\p{N}_$]+(?:[./:-][\p{L}\p{N}_$]+)*/gu) ?? []
  return tokens.filter((token) => /\d|[_$/.:]|\p{Ll}\p{Lu}/u.test(token)).map((token) => token.toLowerCase())
}

function lostFacts(db: Database, before: Observation[]): string[] {
  return before.flatMap((row) => {
    const now = findObservation(db, row.id)
    const told = now ? textOf(now) : ''
    const lost = [row.title, ...row.facts].flatMap(namesIn).filter((name) => !told.includes(name))
    return lost.map((name) => `#${row.id} no longer says ${name}`)
  })
}

function movedIds(db: Database, before: Observation[]): string[] {
  return before.flatMap((row) => {
    const now = findObservation(db, row.id)
    if (!now) return [`#${row.id} is gone`]
    if (now.id > row.id) return [`#${row.id} leads to the younger #${now.id}`]
    return now.id === row.id && now.createdAt !== row.createdAt ? [`#${row.id} has another date`] : []
  })
}

/** Pairs that say the same. Memories of one request may well be made from the same message. */
function doubled(before: Row[], after: Row[]): string[] {
  const known = new Set(pairs(before))
  return pairs(after).filter((pair) => !known.has(pair))
}

/** The rows after one call are those before the next: every second comparison is of the same. */
const compared = new Map<string, string[]>()

function pairs(rows: Row[]): string[] {
  const key = JSON.stringify(rows)
  const known = compared.get(key)
  if (known) return known
  const found = rows.flatMap((a, index) =>
    rows
      .slice(index + 1)
      .filter((b) => isNearDuplicate(a, b) || a.title === b.title)
      .map((b) => `#${a.id} and #${b.id} say the same`),
  )
  if (compared.size > 100) compared.clear()
  compared.set(key, found)
  return found
}

function unfound(db: Database, session: number, given: { word: string; added: string } | undefined): string[] {
  if (!given) return ['a call was applied that nobody answered']
  const rows = findSessionObservations(db, session)
  return [given.word, given.added].flatMap((word) => {
    const holders = rows.filter((row) => textOf(row).includes(word)).map((row) => row.id)
    const found = new Set(foundBy(db, word))
    const added = word === given.added && holders.length !== 1 ? [`${word} was added ${holders.length} times`] : []
    return [...added, ...holders.filter((id) => !found.has(id)).map((id) => `#${id} is not found by ${word}`)]
  })
}
