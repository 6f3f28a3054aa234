import { describe, expect, it } from 'vitest'
import type { KnownFailure } from '../memory/failure.ts'
import type { Database } from './database.ts'
import { keysToForget } from './doomed-rows.ts'
import { dropObservation, mergeObservations } from './enrichment.ts'
import {
  findChangeTimes,
  findFailingCommands,
  findFailuresByCommand,
  findFailuresByError,
  findLasting,
  putFailures,
  putPasses,
} from './failures.ts'
import { forgetKeys } from './forget.ts'
import { keepEvent } from './keep-event.ts'
import { putObservation } from './observations.ts'
import { draft, memoryDatabase, PROJECT, someSession, T0, toolEvent } from './store.fixture.ts'

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

  it('are silent with a memory that is not to be recalled', () => {
    const db = memoryDatabase()
    put(db, 'a', [failure('t:a')])
    db.run('UPDATE observations SET recalled = 0')
    expect(byError(db)).toEqual([])
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

  it('that nobody saw end are no answer to an error, and lasting until something runs the same things', () => {
    const db = memoryDatabase()
    const id = put(db, 'a', [failure('t:a', { fixedBy: 'none' })])
    expect([byError(db), byCommand(db)]).toEqual([[], [id]])
    expect(findLasting(db, PROJECT.id)).toEqual([
      { command: 'pytest tests/a.py', program: 'pytest', targets: ['tests/a.py'] },
    ])
    const covered = new Map([['pytest tests/a.py', T0 + 1]])
    putPasses(db, { project: PROJECT.id, passed: new Map(), covered })
    expect([byCommand(db), findLasting(db, PROJECT.id)]).toEqual([[], []])
  })

  it('of a command that has to be typed differently outlast a run of the same things', () => {
    const db = memoryDatabase()
    const id = put(db, 'a', [failure('t:a')])
    putPasses(db, { project: PROJECT.id, passed: new Map(), covered: new Map([['pytest tests/a.py', T0 + 1]]) })
    expect(byCommand(db)).toEqual([id])
  })

  it('name the session in which the call failed, not the one whose memory took it in', () => {
    const db = memoryDatabase()
    const session = someSession(db, 'session-2')
    keepEvent(db, { session, project: PROJECT.id, event: toolEvent('b', { sessionId: 'session-2' }) })
    put(db, 'a', [failure('t:a'), failure('t:b', { at: T0 + 1 })])
    const sessions = findFailuresByError(db, { project: PROJECT.id, error: ERROR, limit: 9 })
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['session-2', 'session-1'])
  })

  it('list the commands a hook asks about: typed differently once, or failed twice, and not passed since', () => {
    const db = memoryDatabase()
    const none = (key: string, command: string, at: number) => failure(key, { fixedBy: 'none', command, at })
    put(db, 'a', [
      failure('t:a', { command: 'needs a flag', at: T0 + 4 }),
      failure('t:b', { command: 'was mended', fixedBy: 'edit' }),
      none('t:c', 'failed once', T0),
      none('t:d', 'failed twice', T0),
      none('t:e', 'failed twice', T0 + 3),
      none('t:f', 'passes now', T0),
      none('t:g', 'passes now', T0 + 2),
    ])
    putPasses(db, { project: PROJECT.id, passed: new Map([['passes now', T0 + 9]]), covered: new Map() })
    expect(findFailingCommands(db, 9)).toEqual(['needs a flag', 'failed twice'])
    expect(findFailingCommands(db, 1)).toEqual(['needs a flag'])
  })

  it('are followed by the times their files were changed, or any file where they name none', () => {
    const db = memoryDatabase()
    const stored = (key: string, at: number, files: { filesModified: string[]; filesRead: string[] }) =>
      putObservation(db, {
        draft: draft(key, { at, eventKeys: [], ...files }),
        session: someSession(db),
        project: PROJECT.id,
        source: 'local',
      })
    stored('a', T0 + 1, { filesModified: ['app/a.py'], filesRead: [] })
    stored('b', T0 + 2, { filesModified: [], filesRead: ['app/a.py'] })
    stored('c', T0 + 3, { filesModified: ['app/b.py'], filesRead: [] })
    const times = (paths: string[], since: number) => findChangeTimes(db, { project: PROJECT.id, paths, since })
    expect(times(['app/a.py'], T0)).toEqual([T0 + 1])
    expect(times(['app/a.py'], T0 + 1)).toEqual([])
    expect(times([], T0)).toEqual([T0 + 1, T0 + 3])
  })

  it('are found over an index, however many there are', () => {
    const db = memoryDatabase()
    const plan = db.all<{ detail: string }>(
      `EXPLAIN QUERY PLAN SELECT * FROM known_failures WHERE project = 'p' AND error = 'e' ORDER BY failed_at_epoch DESC LIMIT 5`,
    )
    expect(plan.map((row) => row.detail).join()).toContain('idx_known_failures_error')
  })
})
