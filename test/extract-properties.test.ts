/** What the extractor promises of any session: tried on sessions nobody wrote for it, made up and real ones. */
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { generateSession, random } from '../bench/extract/generate-session.ts'
import { toEvents } from '../bench/trajectories/events.ts'
import { loadTrajectories, rootOf } from '../bench/trajectories/load.ts'
import type { MemoryEvent } from '../src/memory/event.ts'
import { Database, type Params } from '../src/store/database.ts'
import { findWaiting, markWaiting } from '../src/store/events.ts'
import { keepEvent } from '../src/store/keep-event.ts'
import { migrate } from '../src/store/migrations.ts'
import { findRecentObservations } from '../src/store/observations.ts'
import { findSessionNumber, putProject } from '../src/store/sessions.ts'
import { memoryDatabase, PROJECT, someSession, T0 } from '../src/store/store.fixture.ts'
import { findRecentSummaries } from '../src/store/summaries.ts'
import { extract } from '../src/synthesis/extract.ts'
import { MAX_TITLE } from '../src/synthesis/title.ts'
import { distilSession } from '../src/worker/writer/distil/distil.ts'
import { replaySession } from '../src/worker/writer/enrich/replay.ts'

interface Sample {
  name: string
  events: MemoryEvent[]
  by: { sessionId: string; root: string }
}

const generated: Sample[] = Array.from({ length: 80 }, (_, seed) => ({
  name: `generated ${seed}`,
  events: generateSession(seed),
  by: { sessionId: 'gen', root: '/repo' },
}))
const real: Sample[] = loadTrajectories().runs.map((run) => ({
  name: run.session_id,
  events: toEvents(run),
  by: { sessionId: run.session_id, root: rootOf(run) },
}))

/** Each session is distilled once for all that is asked of it. */
const extracted = new Map<Sample, ReturnType<typeof extract>>()
function extractOf(sample: Sample): ReturnType<typeof extract> {
  const known = extracted.get(sample) ?? extract(sample.events, sample.by)
  extracted.set(sample, known)
  return known
}

function shuffled<T>(items: readonly T[], next: () => number): T[] {
  return items
    .map((item) => ({ item, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

describe('of any session', () => {
  it('the same memories and summary are made of its events in any order, with copies', () => {
    const next = random(7)
    for (const sample of [...generated, ...real]) {
      const { name, events, by } = sample
      const copies = events.filter(() => next() < 0.2)
      expect(extract(shuffled([...events, ...copies], next), by), name).toEqual(extractOf(sample))
    }
  }, 60_000)

  it('no two memories have one key, and each names the events it was made from', () => {
    for (const sample of [...generated, ...real]) {
      const { name, events } = sample
      const { observations } = extractOf(sample)
      expect(new Set(observations.map(({ key }) => key)).size, name).toBe(observations.length)
      const known = new Set(events.map(({ key }) => key))
      expect(
        observations.flatMap(({ eventKeys }) => eventKeys).filter((key) => !known.has(key)),
        name,
      ).toEqual([])
      expect(
        observations.filter(({ eventKeys }) => eventKeys.length === 0),
        name,
      ).toEqual([])
    }
  })

  it('a title is a line of what was said or committed, or of what was asked and of what was said, never of a patch', () => {
    for (const sample of [...generated, ...real]) {
      const { name, events } = sample
      const words = events.map(wordsOf).join('\n')
      for (const { key, title, eventKeys } of extractOf(sample).observations) {
        // By an event it names: else forgetting the memory would leave its title behind.
        const cited = events.filter((event) => eventKeys.includes(event.key))
        const said = letters(cited.map(wordsOf).join('\n'))
        expect(title.length, `${name}: ${title}`).toBeLessThanOrEqual(2 * MAX_TITLE)
        expect(title, name).not.toMatch(/\n|^\s|\s$|^$/)
        if (key.endsWith(':howto')) continue
        if (!words.includes('…')) expect(title, name).not.toContain('…')
        const isSaid = (line: string) => said.includes(letters(line))
        const isJoined = [...title.matchAll(/ — /g)].some(
          ({ index }) => isSaid(title.slice(0, index)) && isSaid(title.slice(index)),
        )
        expect(isSaid(title) || isJoined, `${name}: ${title}`).toBe(true)
      }
    }
  })

  it('a memory is short enough to be read', () => {
    for (const sample of [...generated, ...real])
      for (const one of extractOf(sample).observations)
        expect(one.title.length + one.narrative.length, `${sample.name}: ${one.title}`).toBeLessThanOrEqual(1500)
  })
})

/** What was said in a session, in commits and pull requests too. */
function wordsOf(event: MemoryEvent): string {
  if (event.kind !== 'tool') return event.text
  const { call } = event
  if (call.act === 'plan') return call.plan
  if (call.act === 'subagent') return call.report
  if (call.act === 'question') return call.asked.map(({ answer }) => answer).join('\n')
  return call.act === 'command' && /\b(?:git|gh|glab)\b/.test(call.command) ? `${call.command}\n${call.output}` : ''
}

/** Letters and digits alone: how a title is set differs from how it was said. */
function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

describe('in the database', () => {
  const keep = (db: Database, events: readonly MemoryEvent[]) => {
    for (const event of events)
      keepEvent(db, { session: someSession(db, event.sessionId, event.at), project: PROJECT.id, event })
  }
  const distilAll = (db: Database) => {
    for (const waiting of findWaiting(db)) distilSession(db, waiting)
  }
  const rows = (db: Database) => findRecentObservations(db, { project: PROJECT.id, limit: 500 })
  const told = (db: Database) => ({
    rows: rows(db)
      .map(({ id: _, turnId: __, ...row }) => row)
      .sort((a, b) => (a.key < b.key ? -1 : 1)),
    said: db.all(
      `SELECT t.key, t.project, t.files, p.event, p.part, p.kind, p.checksum FROM turns t JOIN passages p ON p.turn_id = t.id
       ORDER BY p.event, p.part`,
    ),
    summaries: findRecentSummaries(db, { project: PROJECT.id, limit: 9 }).map(({ id: _, ...row }) => row),
  })

  it('rows do not depend on the order of arrival, nor on how often it was distilled in between', () => {
    const next = random(11)
    for (const { name, events } of generated.slice(0, 20)) {
      const [atOnce, bitByBit] = [memoryDatabase(), memoryDatabase()]
      keep(atOnce, events)
      distilAll(atOnce)
      for (const event of shuffled(events, next)) {
        keep(bitByBit, [event])
        if (next() < 0.2) distilAll(bitByBit)
      }
      distilAll(bitByBit)
      expect(told(bitByBit), name).toEqual(told(atOnce))
    }
  })

  it('a second distillation and a replay change nothing, not even an id', async () => {
    for (const { name, events } of generated.slice(0, 20)) {
      const db = memoryDatabase()
      keep(db, events)
      distilAll(db)
      const before = { ids: rows(db), ...told(db) }
      markWaiting(db, { session: findSessionNumber(db, 'gen') ?? 0, at: 0 })
      distilAll(db)
      expect({ ids: rows(db), ...told(db) }, name).toEqual(before)
      const again = await replaySession({ db, now: () => 1, parts: undefined }, { session: 'gen', dryRun: false })
      expect(
        again.rows.filter(({ change }) => change !== 'same'),
        name,
      ).toEqual([])
      expect({ ids: rows(db), ...told(db) }, name).toEqual(before)
    }
  })

  it('a project of twice as many sessions takes twice as many statements', () => {
    const perSession = (sessions: number) => {
      const db = new CountingDatabase(new DatabaseSync(':memory:'))
      migrate(db)
      putProject(db, PROJECT, T0)
      for (let n = 0; n < sessions; n++) {
        // Months apart, and alike in every word: each looks for what it supersedes among all the others.
        const at = n * 90 * 24 * 3_600_000
        const events = (generated[n % 8]?.events ?? []).map((event) => ({
          ...event,
          key: `${event.key}-${n}`,
          sessionId: `s${n}`,
          at: event.at + at,
        }))
        keep(db, events)
        distilAll(db)
      }
      return db.statements / sessions
    }
    expect(perSession(64)).toBeLessThan(1.2 * perSession(32))
  })
})

class CountingDatabase extends Database {
  statements = 0

  override all<T extends object>(sql: string, params: Params = {}): T[] {
    this.statements += 1
    return super.all<T>(sql, params)
  }

  override get<T extends object>(sql: string, params: Params = {}): T | undefined {
    this.statements += 1
    return super.get<T>(sql, params)
  }

  override run(sql: string, params: Params = {}) {
    this.statements += 1
    return super.run(sql, params)
  }
}
