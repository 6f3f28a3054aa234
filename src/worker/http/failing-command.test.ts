import { describe, expect, it } from 'vitest'
import type { KnownFailure } from '../../memory/failure.ts'
import { commandCall, editCall } from '../../memory/tool-call.fixture.ts'
import type { ToolCall } from '../../memory/tool-call.ts'
import { findFailingCommand } from '../../retrieval/known-failures.ts'
import type { Database } from '../../store/database.ts'
import { putFailures } from '../../store/failures.ts'
import { keepEvent } from '../../store/keep-event.ts'
import { putObservation } from '../../store/observations.ts'
import { draft, memoryDatabase, PROJECT, someSession, T0, toolEvent } from '../../store/store.fixture.ts'
import { stillFails } from './failing-command.ts'

const ME = { project: PROJECT.id, root: PROJECT.root, sessionId: 'now' }
const HOUR = 60 * 60 * 1000

function fails(db: Database, key: string, more: Partial<KnownFailure>): void {
  const made = draft(key, { eventKeys: [`t:${key}`], at: more.at ?? T0, filesModified: [], filesRead: [] })
  const session = someSession(db, key)
  const stored = putObservation(db, { draft: made, session, project: PROJECT.id, source: 'local' })
  const known: KnownFailure = {
    error: 'undefined: getbinary',
    file: 'cmd/env.go',
    program: 'go build',
    targets: ['./cmd/...'],
    command: 'go build ./cmd/...',
    eventKey: `t:${key}`,
    fixedBy: 'none',
    fix: 'undefined: getBinary',
    at: T0,
    ...more,
  }
  putFailures(db, { observation: stored?.id ?? 0, project: PROJECT.id, draft: made, failures: [known] })
}

/** On Monday at T0 and on Tuesday an hour later. */
function failsTwice(more: Partial<KnownFailure> = {}): Database {
  const db = memoryDatabase()
  fails(db, 'monday', { at: T0, ...more })
  fails(db, 'tuesday', { at: T0 + HOUR, ...more })
  return db
}

function edited(db: Database, file: string, at: number): void {
  const made = draft(`edit ${at}`, { at, eventKeys: [], filesModified: [file], filesRead: [] })
  putObservation(db, { draft: made, session: someSession(db, 'other'), project: PROJECT.id, source: 'local' })
}

function did(db: Database, call: ToolCall, more: { sessionId?: string; at?: number } = {}): void {
  const { sessionId = 'now', at = T0 + 2 * HOUR } = more
  const event = toolEvent(`${call.act} ${at}`, { sessionId, at, call })
  keepEvent(db, { session: someSession(db, sessionId, at), project: PROJECT.id, event })
}

const isTold = (db: Database, command = 'go build ./cmd/...') =>
  findFailingCommand(db, command, ME).some((match) => stillFails(db, match, { ...ME, command }))

const LATER = T0 + 2 * HOUR
const edit = (file: string) => editCall(`${PROJECT.root}/${file}`, 'a := 1', 'a := 2')

describe('what is known of a failing command holds', () => {
  it('while nothing was done since', () => expect(isTold(failsTwice())).toBe(true))

  it('not for a session that has run it, until its context is compacted away', () => {
    const db = failsTwice()
    did(db, commandCall('go build ./cmd/... 2>&1 | tail', 'ok', { folder: PROJECT.root }))
    expect(isTold(db)).toBe(false)
    const session = someSession(db, 'now')
    const begun = { key: 'e:1', sessionId: 'now', at: LATER + 1, origin: 'hook', kind: 'session_started' } as const
    keepEvent(db, { session, project: PROJECT.id, event: { ...begun, text: 'compact' } })
    expect(isTold(db)).toBe(true)
  })

  it('although the session ran it in another folder', () => {
    const db = failsTwice()
    did(db, commandCall('go build ./cmd/...', 'ok', { folder: `${PROJECT.root}/tools` }))
    expect(isTold(db)).toBe(true)
  })

  it('not after the file it names was edited, by this session or another', () => {
    const own = failsTwice()
    did(own, edit('cmd/env.go'))
    expect(isTold(own)).toBe(false)
    const others = failsTwice()
    edited(others, 'cmd/env.go', LATER)
    expect(isTold(others)).toBe(false)
  })

  it('although another file was edited', () => {
    const db = failsTwice()
    did(db, edit('docs/a.md'))
    edited(db, 'cmd/other.go', LATER)
    expect(isTold(db)).toBe(true)
  })

  it('although its file was edited, if it outlived such an edit before', () => {
    const db = failsTwice()
    edited(db, 'cmd/env.go', T0 + HOUR / 2)
    edited(db, 'cmd/env.go', LATER)
    expect(isTold(db)).toBe(true)
  })

  it('never of a test whose files were edited since', () => {
    const db = failsTwice({ program: 'go test' })
    edited(db, 'cmd/env.go', T0 + HOUR / 2)
    expect(isTold(db)).toBe(true)
    edited(db, 'cmd/env.go', LATER)
    expect(isTold(db)).toBe(false)
  })

  it('not of a check that names no file, once any file was edited; of another program it does', () => {
    const unnamed: Partial<KnownFailure> = { file: undefined, targets: [] }
    const check = failsTwice(unnamed)
    const other = failsTwice({ ...unnamed, program: 'powercfg' })
    for (const db of [check, other]) edited(db, 'src/a.ts', LATER)
    expect([isTold(check), isTold(other)]).toEqual([false, true])
  })

  it('of one that had to be typed differently, whatever was edited', () => {
    const db = memoryDatabase()
    fails(db, 'monday', { fixedBy: 'command', fix: 'needs -tags=e2e' })
    edited(db, 'cmd/env.go', LATER)
    did(db, edit('cmd/env.go'))
    expect(isTold(db)).toBe(true)
  })
})
