import { describe, expect, it } from 'vitest'
import type { KnownFailure } from '../memory/failure.ts'
import type { Database } from '../store/database.ts'
import { putFailures } from '../store/failures.ts'
import { keepEvent } from '../store/keep-event.ts'
import { putInjections } from '../store/ledger.ts'
import { putObservation } from '../store/observations.ts'
import { draft, memoryDatabase, PROJECT, someSession, T0 } from '../store/store.fixture.ts'
import { findFailingCommand, findKnownFailure } from './known-failures.ts'

const KNOWN: KnownFailure = {
  error: "KeyError: 'alpha'",
  file: 'app/a.py',
  program: 'pytest',
  targets: ['tests/a.py'],
  command: 'pytest tests/a.py',
  eventKey: 't:a',
  fixedBy: 'edit',
  fix: 'load_alpha takes orders without alpha',
  at: T0,
}
const ME = { project: PROJECT.id, sessionId: 'now' }

function remember(db: Database, more: Partial<KnownFailure> = {}, sessionId = 'past'): number {
  const known = { ...KNOWN, ...more }
  const made = draft(known.eventKey, { eventKeys: [known.eventKey] })
  const stored = putObservation(db, {
    draft: made,
    session: someSession(db, sessionId),
    project: PROJECT.id,
    source: 'local',
  })
  const observation = stored?.id ?? 0
  putFailures(db, { observation, project: PROJECT.id, draft: made, failures: [known] })
  return observation
}
const { eventKey: _key, fixedBy: _by, fix: _fix, at: _at, ...ASKED } = KNOWN
const ask = (db: Database, more: Partial<typeof ASKED> = {}) =>
  findKnownFailure(db, { ...ASKED, ...more }, ME)?.failure.observation

describe('a failure is recognised', () => {
  it.each([
    ['by its error with the same command', { file: undefined }],
    ['by its error with the same command over everything', { file: undefined, targets: [] }],
    ['by its error in the same file, whatever ran', { program: 'make', targets: ['all'] }],
    ['by its error in the same file, printed from inside a folder', { program: 'make', file: 'a.py' }],
  ])('%s', (_, more) => {
    const db = memoryDatabase()
    const id = remember(db)
    expect(ask(db, more)).toBe(id)
  })

  it.each([
    ['by another error of the same command in the same file', { error: "KeyError: 'beta'" }],
    ['by the error alone', { program: 'make', targets: [], file: 'app/b.py' }],
    ['by the program over other files', { targets: ['tests/b.py'], file: 'tests/b.py' }],
    ['where nothing but the error is known', { program: '', targets: [], file: undefined }],
  ])('never %s', (_, more) => {
    const db = memoryDatabase()
    remember(db)
    expect(ask(db, more)).toBeUndefined()
  })

  it('best by command and file together, then by the newest', () => {
    const db = memoryDatabase()
    remember(db, { eventKey: 't:old' })
    const newer = remember(db, { eventKey: 't:new', at: T0 + 1 })
    remember(db, { eventKey: 't:other', at: T0 + 2, file: 'app/b.py' })
    expect(ask(db)).toBe(newer)
  })
})

describe('a session is told', () => {
  const tell = (db: Database, observation: number, sessionId: string, surface = 'failure') =>
    putInjections(db, {
      sessionId,
      surface,
      at: T0,
      tokens: 9,
      injections: [{ observation, score: 2, parts: {}, tokens: 9 }],
    })

  it('of a failure once, however many memories tell of it', () => {
    const db = memoryDatabase()
    const id = remember(db)
    remember(db, { eventKey: 't:b', at: T0 + 1 })
    tell(db, id, 'somebody else')
    tell(db, id, 'now', 'session_start')
    expect(ask(db)).toBeDefined()
    tell(db, id, 'now')
    expect(ask(db)).toBeUndefined()
  })

  it('of its own failures only after its context was compacted away', () => {
    const db = memoryDatabase()
    const id = remember(db, {}, 'now')
    expect(ask(db)).toBeUndefined()
    const session = someSession(db, 'now')
    const event = { key: 'e:1', sessionId: 'now', at: T0 + 1, origin: 'hook', kind: 'session_started' } as const
    keepEvent(db, { session, project: PROJECT.id, event: { ...event, text: 'compact' } })
    expect(ask(db)).toBe(id)
  })
})

describe('a command is known to fail as it is typed', () => {
  const asked = (db: Database, command = KNOWN.command) =>
    findFailingCommand(db, command, ME).map(({ failure, before }) => [failure.observation, before?.observation])
  const lasts = (db: Database, key: string, at: number, sessionId: string, more: Partial<KnownFailure> = {}) =>
    remember(db, { eventKey: `t:${key}`, fixedBy: 'none', fix: 'alpha is missing', at, ...more }, sessionId)

  it('after one failure, if it had to be typed differently', () => {
    const db = memoryDatabase()
    const id = remember(db, { fixedBy: 'command' })
    expect(asked(db)).toEqual([[id, undefined]])
    expect(asked(db, 'pytest tests/b.py')).toEqual([])
  })

  it('after two failures of the same kind in two sessions, if nobody saw it end', () => {
    const db = memoryDatabase()
    const first = lasts(db, 'a', T0, 'monday')
    expect(asked(db)).toEqual([])
    lasts(db, 'b', T0 + 1, 'tuesday', { error: 'another' })
    lasts(db, 'c', T0 + 2, 'monday')
    expect(asked(db)).toEqual([])
    const again = lasts(db, 'd', T0 + 3, 'tuesday')
    expect(asked(db)[0]).toEqual([again, expect.any(Number)])
    expect(first).toBeLessThan(again)
  })

  it.each(['edit', 'step'] as const)('never where it was an %s that ended it', (fixedBy) => {
    const db = memoryDatabase()
    remember(db, { fixedBy })
    expect(asked(db)).toEqual([])
  })

  it('for others than the session that saw one of the two failures itself', () => {
    const db = memoryDatabase()
    lasts(db, 'a', T0, 'monday')
    lasts(db, 'b', T0 + 1, 'now')
    expect(asked(db)).toEqual([])
  })
})
