import { describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../../../memory/event.ts'
import { commandCall, editCall } from '../../../memory/tool-call.fixture.ts'
import type { Database } from '../../../store/database.ts'
import { findWaiting, markWaiting } from '../../../store/events.ts'
import { keepEvent } from '../../../store/keep-event.ts'
import { findObservation, findRecentObservations } from '../../../store/observations.ts'
import { findSessionNumber } from '../../../store/sessions.ts'
import {
  foundBy,
  memoryDatabase,
  PROJECT,
  promptEvent,
  someSession,
  T0,
  toolEvent,
} from '../../../store/store.fixture.ts'
import { distilSession } from './distil.ts'

const DAY_MS = 24 * 3_600_000

/** A session on that day that ends in a commit, or in what the agent says. */
function session(sessionId: string, by: { day: number; commit?: string; rule?: string }): MemoryEvent[] {
  const at = T0 + by.day * DAY_MS
  const one = { sessionId, origin: 'hook' as const }
  const asked = by.rule ?? `Please change the queue of the shop as we said on day ${by.day}`
  const events: MemoryEvent[] = [promptEvent(`${sessionId}-0`, asked, { ...one, at })]
  if (by.commit === undefined) return events
  const edit = editCall(`${PROJECT.root}/src/queue.js`, 'close()', `close(${by.day})`)
  const commit = commandCall(`git commit -am "${by.commit}"`, `[main 1a2b3c${by.day}] ${by.commit}`)
  return [
    ...events,
    toolEvent(`${sessionId}-1`, { ...one, at: at + 1000, tool: 'Edit', call: edit }),
    toolEvent(`${sessionId}-2`, { ...one, at: at + 2000, call: commit }),
  ]
}

function distil(db: Database, events: readonly MemoryEvent[]): void {
  for (const event of events)
    keepEvent(db, { session: someSession(db, event.sessionId, event.at), project: PROJECT.id, event })
  for (const waiting of findWaiting(db)) distilSession(db, waiting)
}

function distilAgain(db: Database, sessionId: string): void {
  markWaiting(db, { session: findSessionNumber(db, sessionId) ?? 0, at: 0 })
  for (const waiting of findWaiting(db)) distilSession(db, waiting)
}

const shown = (db: Database) =>
  findRecentObservations(db, { project: PROJECT.id, limit: 50 }).map(({ sessionId, title }) => `${sessionId}: ${title}`)
/** Every row by its session: whether it is shown, and whose memory took its place. */
const standing = (db: Database) =>
  db.all(
    `SELECT s.claude_session_id AS session, o.dropped_at_epoch IS NOT NULL AS dropped, n.claude_session_id AS supersededBy
     FROM observations o JOIN sdk_sessions s ON s.id = o.session_id
     LEFT JOIN observations other ON other.id = o.superseded_by LEFT JOIN sdk_sessions n ON n.id = other.session_id
     ORDER BY s.claude_session_id, o.key`,
  )

const MONDAY = session('monday', { day: 0, commit: 'queue: jobs are drained before the worker closes' })
const FRIDAY = session('friday', { day: 4, commit: 'queue: the worker drains jobs before it closes' })
const SUNDAY = session('sunday', { day: 6, commit: 'queue: all jobs are drained before the worker closes' })
const OTHER = session('other', { day: 5, commit: 'receipts: the printer gets its paper size from the order' })

describe('of two sessions that tell the same matter', () => {
  it('the newer is shown; the older one’s id still resolves and says by which it was superseded', () => {
    const db = memoryDatabase()
    distil(db, MONDAY)
    const [old] = findRecentObservations(db, { project: PROJECT.id, limit: 9 })
    distil(db, FRIDAY)
    const [newer, ...others] = findRecentObservations(db, { project: PROJECT.id, limit: 9 })
    expect(others).toEqual([])
    expect(newer?.sessionId).toBe('friday')
    expect(findObservation(db, old?.id ?? 0)).toMatchObject({ title: old?.title, supersededBy: newer?.id })
    expect(foundBy(db, 'drained OR drains')).toEqual([newer?.id])
  })

  it('the same rows come of both orders of distilling', () => {
    const [forward, backward] = [memoryDatabase(), memoryDatabase()]
    for (const events of [MONDAY, FRIDAY, OTHER]) distil(forward, events)
    for (const events of [OTHER, FRIDAY, MONDAY]) distil(backward, events)
    expect(standing(backward)).toEqual(standing(forward))
    expect(shown(backward)).toEqual(shown(forward))
    expect(shown(forward).map((one) => one.split(':')[0])).toEqual(['other', 'friday'])
  })

  it('the same rows come of both orders also when the newer one says more', () => {
    const more = session('friday', {
      day: 4,
      commit: 'queue: jobs are drained before the worker closes, with acknowledgements and configurable concurrency',
    })
    const [forward, backward] = [memoryDatabase(), memoryDatabase()]
    for (const events of [MONDAY, more]) distil(forward, events)
    for (const events of [more, MONDAY]) distil(backward, events)
    expect(standing(backward)).toEqual(standing(forward))
  })

  it('nothing changes when either is distilled again', () => {
    const db = memoryDatabase()
    distil(db, MONDAY)
    distil(db, FRIDAY)
    const before = standing(db)
    for (const again of ['monday', 'friday', 'monday']) {
      distilAgain(db, again)
      expect(standing(db), again).toEqual(before)
    }
  })

  it('the older comes back when the newer tells something else', () => {
    const db = memoryDatabase()
    distil(db, MONDAY)
    distil(db, FRIDAY)
    const amended = commandCall(
      'git commit --amend -m "receipts: the printer gets its paper size from the order"',
      '[main 2a2b3c4] receipts: the printer gets its paper size from the order',
    )
    const at = T0 + 4 * DAY_MS + 2000
    db.run(`DELETE FROM observation_queue WHERE event_key = 't:friday-2'`)
    distil(db, [toolEvent('friday-3', { sessionId: 'friday', at, call: amended })])
    expect(shown(db).map((one) => one.split(':')[0])).toEqual(['friday', 'monday'])
  })
})

describe('of three sessions that tell the same matter', () => {
  const days = { monday: MONDAY, friday: FRIDAY, sunday: SUNDAY }
  const orders: (keyof typeof days)[][] = [
    ['monday', 'friday', 'sunday'],
    ['monday', 'sunday', 'friday'],
    ['friday', 'monday', 'sunday'],
    ['friday', 'sunday', 'monday'],
    ['sunday', 'monday', 'friday'],
    ['sunday', 'friday', 'monday'],
  ]

  it.each(orders)('only the newest is shown, distilled as %s, %s, %s, and all others lead to it', (...order) => {
    const db = memoryDatabase()
    for (const day of order) distil(db, days[day])
    expect(standing(db)).toEqual([
      { session: 'friday', dropped: 1, supersededBy: 'sunday' },
      { session: 'monday', dropped: 1, supersededBy: 'sunday' },
      { session: 'sunday', dropped: 0, supersededBy: null },
    ])
  })

  it('only the newest is shown also after the one between was distilled again', () => {
    const db = memoryDatabase()
    for (const day of [MONDAY, FRIDAY, SUNDAY]) distil(db, day)
    const before = standing(db)
    for (const again of ['friday', 'sunday', 'monday'] as const) {
      distilAgain(db, again)
      expect(standing(db), again).toEqual(before)
    }
  })
})

describe('nothing is superseded', () => {
  it('across what only shares some words', () => {
    const db = memoryDatabase()
    distil(db, MONDAY)
    distil(db, session('later', { day: 3, commit: 'queue: the admin page shows how many jobs are waiting' }))
    expect(shown(db)).toHaveLength(2)
  })

  it('by a rule that says what a memory tells, nor the other way round', () => {
    const db = memoryDatabase()
    distil(db, MONDAY)
    distil(db, session('ruled', { day: 3, rule: 'Always drain jobs of the queue before the worker closes' }))
    expect(shown(db)).toHaveLength(2)
  })

  it('that a person pinned', () => {
    const db = memoryDatabase()
    distil(db, MONDAY)
    db.run('UPDATE observations SET pinned = 1')
    distil(db, FRIDAY)
    expect(shown(db)).toHaveLength(2)
  })
})

it('a rule said again supersedes the older saying of it', () => {
  const db = memoryDatabase()
  distil(db, session('first', { day: 0, rule: 'Always use undici for HTTP calls' }))
  distil(db, session('again', { day: 3, rule: 'always use undici for all HTTP calls' }))
  expect(shown(db)).toEqual(['again: Always use undici for all HTTP calls'])
})
