import { describe, expect, it } from 'vitest'
import type { KnownFailure } from '../memory/failure.ts'
import type { Database } from './database.ts'
import { dropObservation, mergeObservations } from './enrichment.ts'
import { findFailuresByCommand, findFailuresByError, putFailures, putPasses } from './failures.ts'
import { forgetKeys, keysToForget, putObservation } from './observations.ts'
import { draft, memoryDatabase, PROJECT, someSession, T0 } from './store.fixture.ts'

const ERROR = "KeyError: 'alpha'"
const failure = (eventKey: string, more: Partial<KnownFailure> = {}): KnownFailure => ({
  error: ERROR,
  file: 'app/a.py',
  program: 'pytest',
  targets: ['tests/a.py'],
  command: 'pytest tests/a.py',
  eventKey,
  fixedBy: 'command',
  fix: 'needs -p no:cacheprovider',
  at: T0,
  ...more,
})

function put(db: Database, key: string, known: KnownFailure[]): number {
  const made = draft(key, { eventKeys: [`t:${key}`] })
  const stored = putObservation(db, {
    draft: made,
    session: someSession(db),
    project: PROJECT.id,
    source: 'local',
  })
  const observation = stored?.id ?? 0
  putFailures(db, { observation, project: PROJECT.id, draft: made, failures: known })
  return observation
}
const byError = (db: Database, project = PROJECT.id) =>
  findFailuresByError(db, { project, error: ERROR, limit: 9 }).map((row) => row.observation)
const byCommand = (db: Database) =>
  findFailuresByCommand(db, { project: PROJECT.id, command: 'pytest tests/a.py', limit: 9 }).map(
    (row) => row.observation,
  )

describe('known failures', () => {
  it('are found by their error, newest first, in their own project alone', () => {
    const db = memoryDatabase()
    const older = put(db, 'a', [failure('t:a')])
    const newer = put(db, 'b', [failure('t:b', { at: T0 + 1 })])
    put(db, 'c', [failure('t:c', { error: 'another' })])
    expect(byError(db)).toEqual([newer, older])
    expect(byError(db, 'github.com/acme/other')).toEqual([])
  })

  it('stay one row when they are told again, and go when they are no longer told', () => {
    const db = memoryDatabase()
    const id = put(db, 'a', [failure('t:a')])
    put(db, 'a', [failure('t:a', { fix: 'needs sudo' })])
    expect(findFailuresByError(db, { project: PROJECT.id, error: ERROR, limit: 9 })).toMatchObject([
      { observation: id, fix: 'needs sudo', sessionId: 'session-1' },
    ])
    put(db, 'a', [])
    expect(byError(db)).toEqual([])
  })

  it('go with a forgotten memory, and are silent with a dropped one', () => {
    const db = memoryDatabase()
    const forgotten = put(db, 'a', [failure('t:a')])
    const dropped = put(db, 'b', [failure('t:b')])
    forgetKeys(db, { keys: keysToForget(db, forgotten) ?? [], at: T0 })
    dropObservation(db, { id: dropped, at: T0 })
    expect(byError(db)).toEqual([])
    expect(db.all('SELECT event_key AS key FROM known_failures')).toEqual([{ key: 't:b' }])
  })

  it('move to the memory theirs is merged into', () => {
    const db = memoryDatabase()
    const first = put(db, 'a', [])
    const second = put(db, 'b', [failure('t:b')])
    mergeObservations(db, [second, first])
    expect(byError(db)).toEqual([first])
  })

  it('are asked by the command as typed until that very command passes', () => {
    const db = memoryDatabase()
    const id = put(db, 'a', [failure('t:a')])
    put(db, 'b', [failure('t:b', { fixedBy: 'edit' })])
    const pass = (command: string, at: number) =>
      putPasses(db, { project: PROJECT.id, passed: new Map([[command, at]]), covered: new Map() })
    pass('pytest tests/a.py', T0 - 1)
    pass('pytest tests/b.py', T0 + 1)
    expect(byCommand(db)).toEqual([id])
    pass('pytest tests/a.py', T0 + 1)
    put(db, 'a', [failure('t:a')])
    expect(byCommand(db)).toEqual([])
  })

  it('are found over an index, however many there are', () => {
    const db = memoryDatabase()
    const plan = db.all<{ detail: string }>(
      `EXPLAIN QUERY PLAN SELECT * FROM known_failures WHERE project = 'p' AND error = 'e' ORDER BY failed_at_epoch DESC LIMIT 5`,
    )
    expect(plan.map((row) => row.detail).join()).toContain('idx_known_failures_error')
  })
})
