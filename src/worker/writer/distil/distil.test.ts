import { describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../../../memory/event.ts'
import { commandCall, editCall, failedCommand } from '../../../memory/tool-call.fixture.ts'
import type { Database } from '../../../store/database.ts'
import { findWaiting } from '../../../store/events.ts'
import { keepEvent } from '../../../store/keep-event.ts'
import { findObservation, findRecentObservations, putObservation } from '../../../store/observations.ts'
import { putProject } from '../../../store/sessions.ts'
import {
  draft,
  memoryDatabase,
  PROJECT,
  promptEvent,
  someSession,
  T0,
  toolEvent,
} from '../../../store/store.fixture.ts'
import { findRecentSummaries } from '../../../store/summaries.ts'
import { distilSession } from './distil.ts'

const FILE = `${PROJECT.root}/src/total.js`

/** A prompt, a failing test, its fix, the passing test, and what the agent said. */
function session(sessionId: string, at = T0): MemoryEvent[] {
  const id = (n: number) => `${sessionId}-${n}`
  const one = { sessionId, origin: 'hook' as const }
  return [
    promptEvent(id(0), 'The total is wrong when a code is entered twice, please fix it', { ...one, at }),
    toolEvent(id(1), {
      ...one,
      at: at + 1000,
      call: failedCommand(
        'npm test',
        'Exit code 1\nnot ok 2 - counts a code once\nAssertionError: 1620 == 1800\n# pass 1\n# fail 1',
      ),
    }),
    toolEvent(id(2), {
      ...one,
      at: at + 2000,
      tool: 'Edit',
      call: {
        act: 'edit',
        result: 'ok',
        files: [FILE],
        file: FILE,
        created: false,
        hunks: [
          {
            oldStart: 4,
            lines: [
              ' export function orderTotal(items, codes) {',
              '-  for (const code of codes) {',
              '+  for (const code of new Set(codes)) {',
            ],
          },
        ],
      },
    }),
    toolEvent(id(3), {
      ...one,
      at: at + 3000,
      call: commandCall('npm test', 'ok 1\nok 2\n# pass 2\n# fail 0'),
    }),
    {
      ...one,
      key: `e:${id(4)}`,
      kind: 'stopped',
      at: at + 4000,
      failed: false,
      text: 'The cause was that orderTotal applied a code once per entry. A Set of codes fixes it.',
    },
  ]
}

function keep(db: Database, events: MemoryEvent[]) {
  for (const event of events) {
    const number = someSession(db, event.sessionId, event.at)
    keepEvent(db, { session: number, project: PROJECT.id, event })
  }
}

const distilAll = (db: Database) => {
  for (const waiting of findWaiting(db)) distilSession(db, waiting)
}
const rows = (db: Database) =>
  findRecentObservations(db, { project: PROJECT.id, limit: 50 })
    .map(({ id: _, turnId: __, ...rest }) => rest)
    .sort((a, b) => (a.key < b.key ? -1 : 1))
const summaries = (db: Database) =>
  findRecentSummaries(db, { project: PROJECT.id, limit: 50 }).map(({ id: _, ...rest }) => rest)

describe('distilling a session', () => {
  it('leaves a bugfix that names the file, and a summary', () => {
    const db = memoryDatabase()
    keep(db, session('s1'))
    distilAll(db)
    expect(rows(db).some((row) => row.type === 'bugfix' && row.filesModified.includes('src/total.js'))).toBe(true)
    expect(summaries(db)).toMatchObject([{ sessionId: 's1', filesEdited: ['src/total.js'] }])
    expect(findWaiting(db)).toEqual([])
  })

  it('gives identical rows in whatever order the events arrive, and however often it runs in between', () => {
    const events = session('s1')
    const inOrder = memoryDatabase()
    keep(inOrder, events)
    distilAll(inOrder)
    const orders = [
      [4, 3, 2, 1, 0],
      [2, 0, 4, 1, 3],
      [3, 1, 0, 2, 4],
      [1, 2, 3, 4, 0],
    ]
    for (const order of orders) {
      const db = memoryDatabase()
      for (const index of order) {
        keep(db, events.slice(index, index + 1))
        distilAll(db)
      }
      expect(rows(db), `arrival ${order.join()}`).toEqual(rows(inOrder))
      expect(summaries(db)).toEqual(summaries(inOrder))
    }
  })

  it('keeps the id of a row whose first event came late', () => {
    const db = memoryDatabase()
    const [prompt, failure, ...rest] = session('s1')
    keep(
      db,
      [prompt, ...rest].filter((event) => event !== undefined),
    )
    distilAll(db)
    const before = findRecentObservations(db, { project: PROJECT.id, limit: 9 }).find(
      (row) => row.filesModified.length > 0,
    )
    keep(
      db,
      [failure].filter((event) => event !== undefined),
    )
    distilAll(db)
    const after = findRecentObservations(db, { project: PROJECT.id, limit: 9 }).find(
      (row) => row.filesModified.length > 0,
    )
    expect(after?.id).toBe(before?.id)
  })

  it('merges what another session of the last hour already found out, and supersedes what an older one did', () => {
    const db = memoryDatabase()
    keep(db, session('s1'))
    distilAll(db)
    const alone = rows(db).length
    const [first] = findRecentObservations(db, { project: PROJECT.id, limit: 9 })
    keep(db, session('s2', T0 + 20 * 60_000))
    distilAll(db)
    expect(rows(db)).toHaveLength(alone)
    keep(db, session('s3', T0 + 3 * 60 * 60_000))
    distilAll(db)
    expect(rows(db).map(({ sessionId }) => sessionId)).toEqual(Array(alone).fill('s3'))
    const old = findObservation(db, first?.id ?? 0)
    expect(old?.supersededBy, 'three hours later it is told anew').toBeDefined()
  })

  it('does not tell again what was stored in so many words while the session ran', () => {
    const db = memoryDatabase()
    const [first] = session('s1').slice(-1)
    const said = first?.kind === 'stopped' ? first.text : ''
    const asked = 'The total is wrong when a code is entered twice, please fix it'
    const kept = draft('user:1', { title: 'Totals', narrative: `${said} ${asked}`, at: T0 + 3500, eventKeys: [] })
    putObservation(db, { draft: kept, session: undefined, project: PROJECT.id, source: 'user' })
    keep(db, session('s1'))
    distilAll(db)
    expect(rows(db).map(({ key }) => key)).toEqual(['user:1'])
  })

  it('keeps what it told of a session’s beginning when those events are emptied and it goes on', () => {
    const db = memoryDatabase()
    keep(db, session('s1'))
    distilAll(db)
    const [first] = rows(db)
    db.run('UPDATE observation_queue SET event = NULL')
    const one = { sessionId: 's1', origin: 'hook' as const }
    const text =
      'The paper size is A4 now, because the roll of the old device was too narrow. The driver still needs to be installed.'
    keep(db, [
      promptEvent('s1-9', 'Receipts must fit the new printer of the shop', { ...one, at: T0 + 90_000 }),
      toolEvent('s1-10', { ...one, at: T0 + 91_000, tool: 'Edit', call: editCall(FILE, 'size = A5', 'size = A4') }),
      { ...one, key: 'e:s1-11', kind: 'stopped', at: T0 + 92_000, failed: false, text },
    ])
    distilAll(db)
    expect(rows(db)).toContainEqual(first)
    expect(rows(db).length).toBeGreaterThan(1)
    const [summary] = summaries(db)
    expect(summary?.request).toContain('code is entered twice')
    expect(summary?.request).toContain('fit the new printer')
    expect(summary?.nextSteps).toContain('driver still needs to be installed')
  })
})

describe('distilling a session that moved to another repository', () => {
  const other = { id: 'github.com/acme/queue', name: 'queue', root: '/home/me/queue' }
  const there = (events: MemoryEvent[]) =>
    events.map((event) => (event.kind === 'prompt' ? { ...event, project: other.id } : event))
  const release = (id: string, at: number): MemoryEvent[] => {
    const error = 'Exit code 1\nError: push of refs to the registry failed for release job'
    const calls = [failedCommand('npm run release', error), commandCall('npm run release -- --retry', 'published')]
    return [
      promptEvent(`${id}-0`, 'Publish the release of this week', { at }),
      ...calls.map((call, index) => toolEvent(`${id}-${index + 1}`, { at: at + index + 1, call })),
    ]
  }
  const passes = (at: number) => [
    promptEvent('pass-0', 'And publish the release of the shop too', { at }),
    toolEvent('pass-1', { at: at + 1, call: commandCall('npm run release', 'published') }),
  ]
  const failures = (db: Database) =>
    db.all('SELECT project, passed_at_epoch IS NOT NULL AS passed FROM known_failures').map((row) => ({ ...row }))

  it('keeps a failure where it happened; the same command that passes elsewhere says nothing of it', () => {
    const db = memoryDatabase()
    putProject(db, other, T0)
    keep(db, there(release('r', T0)))
    keep(db, passes(T0 + 60_000))
    distilAll(db)
    expect(failures(db)).toEqual([{ project: other.id, passed: 0 }])
    keep(db, there([promptEvent('again', 'Publish it once more please', { at: T0 + 120_000 })]))
    keep(db, [toolEvent('again', { at: T0 + 120_001, call: commandCall('npm run release', 'published') })])
    distilAll(db)
    expect(failures(db)).toEqual([{ project: other.id, passed: 1 }])
  })

  it('merges nothing with what another session found out where it began', () => {
    const db = memoryDatabase()
    putProject(db, other, T0)
    keep(db, session('s1'))
    keep(db, there(session('s2', T0 + 20 * 60_000)))
    distilAll(db)
    expect(findRecentObservations(db, { project: other.id, limit: 9 })).toHaveLength(rows(db).length)
    expect(rows(db).every(({ sessionId }) => sessionId === 's1')).toBe(true)
  })

  it('hears what was stored in so many words in that repository, not in the other', () => {
    const said = 'The cause was that orderTotal applied a code once per entry. A Set of codes fixes it.'
    const asked = 'The total is wrong when a code is entered twice, please fix it'
    const kept = draft('user:1', { title: 'Totals', narrative: `${said} ${asked}`, at: T0 + 3500, eventKeys: [] })
    const tells = (storedIn: string) => {
      const db = memoryDatabase()
      putProject(db, other, T0)
      putObservation(db, { draft: kept, session: undefined, project: storedIn, source: 'user' })
      keep(db, there(session('s1')))
      distilAll(db)
      return findRecentObservations(db, { project: other.id, limit: 9 }).some(({ source }) => source === 'local')
    }
    expect(tells(other.id)).toBe(false)
    expect(tells(PROJECT.id)).toBe(true)
  })

  it('does not go on there with the summary of what it did before', () => {
    const db = memoryDatabase()
    putProject(db, other, T0)
    keep(db, session('s1'))
    distilAll(db)
    db.run('UPDATE observation_queue SET event = NULL')
    keep(db, there(session('s1', T0 + 90_000).map((event) => ({ ...event, key: `${event.key}-later` }))))
    distilAll(db)
    expect(findRecentSummaries(db, { project: other.id, limit: 9 })).toMatchObject([
      { filesEdited: ['/home/me/shop/src/total.js'] },
    ])
  })
})
