import { describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../../../memory/event.ts'
import { editCall } from '../../../memory/tool-call.fixture.ts'
import type { Database } from '../../../store/database.ts'
import { keysToForget } from '../../../store/doomed-rows.ts'
import { findWaiting, markWaiting } from '../../../store/events.ts'
import { forgetKeys } from '../../../store/forget.ts'
import { keepEvent } from '../../../store/keep-event.ts'
import { findRecentObservations } from '../../../store/observations.ts'
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
const [WITHOUT, DEFINED] = ['await close()', 'async function drainQueue() {}\nawait close()']
const KEPT = 'The worker closes its socket only when the queue is empty, because jobs were lost on every deploy.'
const GONE = 'Waiting jobs are written to the disk by `drainQueue`, one file each.'

function session(sessionId: string, by: { day: number; edit: [string, string]; asked: string; said: string }) {
  const at = T0 + by.day * DAY_MS
  const one = { sessionId, origin: 'hook' as const }
  const call = editCall(`${PROJECT.root}/src/queue.js`, ...by.edit)
  const events: MemoryEvent[] = [
    promptEvent(`${sessionId}-0`, by.asked, { ...one, at }),
    toolEvent(`${sessionId}-1`, { ...one, at: at + 1000, tool: 'Edit', call }),
    { ...one, key: `e:${sessionId}-2`, kind: 'stopped', at: at + 2000, failed: false, text: by.said },
  ]
  return events
}

const MONDAY = session('monday', {
  day: 0,
  edit: [WITHOUT, DEFINED],
  asked: 'We lose jobs on every deploy, please do something about it',
  said: `${KEPT} ${GONE}`,
})
const FRIDAY = session('friday', {
  day: 4,
  edit: [DEFINED, WITHOUT],
  asked: 'The disk of the server fills up, take the files of the worker out',
  said: 'Nothing is written to the disk any more: the worker finishes what it has and refuses new work meanwhile.',
})

function distil(db: Database, events: readonly MemoryEvent[]): void {
  for (const event of events)
    keepEvent(db, { session: someSession(db, event.sessionId, event.at), project: PROJECT.id, event })
  for (const waiting of findWaiting(db)) distilSession(db, waiting)
}

const narratives = (db: Database, sessionId: string) =>
  findRecentObservations(db, { project: PROJECT.id, limit: 50 })
    .filter((one) => one.sessionId === sessionId)
    .map(({ narrative }) => narrative)
    .join('\n')

describe('a sentence about code that a later session took out', () => {
  it('is struck from the older memory, whose other sentences stay', () => {
    const db = memoryDatabase()
    distil(db, MONDAY)
    expect(narratives(db, 'monday')).toContain(GONE)
    distil(db, FRIDAY)
    expect(narratives(db, 'monday')).toContain(KEPT)
    expect(narratives(db, 'monday')).not.toContain('drainQueue')
    expect(foundBy(db, 'drainqueue')).toEqual([])
  })

  it('stays struck when the older session is distilled again', () => {
    const db = memoryDatabase()
    distil(db, MONDAY)
    distil(db, FRIDAY)
    const before = narratives(db, 'monday')
    markWaiting(db, { session: findSessionNumber(db, 'monday') ?? 0, at: 0 })
    distil(db, [])
    expect(narratives(db, 'monday')).toBe(before)
  })

  it('is struck whichever of the two was distilled first', () => {
    const db = memoryDatabase()
    distil(db, FRIDAY)
    distil(db, MONDAY)
    expect(narratives(db, 'monday')).not.toContain('drainQueue')
  })

  it('is left in what a person pinned', () => {
    const db = memoryDatabase()
    distil(db, MONDAY)
    db.run('UPDATE observations SET pinned = 1')
    distil(db, FRIDAY)
    expect(narratives(db, 'monday')).toContain(GONE)
  })

  it('is nowhere any more once the memory is forgotten', () => {
    const db = memoryDatabase()
    distil(db, MONDAY)
    distil(db, FRIDAY)
    for (const { id, sessionId } of findRecentObservations(db, { project: PROJECT.id, limit: 9 }))
      if (sessionId === 'monday') forgetKeys(db, { keys: keysToForget(db, id) ?? [], at: T0 })
    expect(JSON.stringify(db.all('SELECT * FROM struck_lines'))).not.toContain('drainQueue')
  })
})

it('nothing is struck by edits before the memory, or of other files', () => {
  const db = memoryDatabase()
  const before = session('before', {
    day: -3,
    edit: [DEFINED, WITHOUT],
    asked: 'Take the old draining of the worker out',
    said: 'The old draining is out, because nobody used it.',
  })
  const elsewhere = FRIDAY.map((event) =>
    event.kind === 'tool' ? { ...event, call: editCall(`${PROJECT.root}/src/other.js`, DEFINED, WITHOUT) } : event,
  )
  for (const events of [MONDAY, before, elsewhere]) distil(db, events)
  expect(narratives(db, 'monday')).toContain(GONE)
})
