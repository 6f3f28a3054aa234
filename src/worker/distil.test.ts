import { describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../memory/event.ts'
import type { Database } from '../store/database.ts'
import { findWaiting } from '../store/events.ts'
import { keepEvent } from '../store/keep-event.ts'
import { findRecentObservations } from '../store/observations.ts'
import { memoryDatabase, PROJECT, promptEvent, someSession, T0, toolEvent } from '../store/store.fixture.ts'
import { findRecentSummaries } from '../store/summaries.ts'
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
      failed: true,
      input: { command: 'npm test' },
      output: 'Exit code 1\nnot ok 2 - counts a code once\nAssertionError: 1620 == 1800\n# pass 1\n# fail 1',
    }),
    toolEvent(id(2), {
      ...one,
      at: at + 2000,
      tool: 'Edit',
      input: {
        file_path: FILE,
        old_string: 'for (const code of codes) {',
        new_string: 'for (const code of new Set(codes)) {',
      },
      output: {
        filePath: FILE,
        structuredPatch: [
          {
            oldStart: 4,
            newStart: 4,
            oldLines: 2,
            newLines: 2,
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
      input: { command: 'npm test' },
      output: { stdout: 'ok 1\nok 2\n# pass 2\n# fail 0' },
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
    .map(({ id: _, ...rest }) => rest)
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

  it('merges what another session of the last hour already found out', () => {
    const db = memoryDatabase()
    keep(db, session('s1'))
    distilAll(db)
    const alone = rows(db).length
    keep(db, session('s2', T0 + 20 * 60_000))
    distilAll(db)
    expect(rows(db)).toHaveLength(alone)
    distilAll(db)
    keep(db, session('s3', T0 + 3 * 60 * 60_000))
    distilAll(db)
    expect(rows(db).length, 'three hours later it is news again').toBe(2 * alone)
  })
})
