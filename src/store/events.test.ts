import { describe, expect, it } from 'vitest'
import type { PromptEvent, RecordEvent } from '../memory/event.ts'
import { commandCall } from '../memory/tool-call.fixture.ts'
import {
  findEvents,
  findForkTime,
  findWaiting,
  hasPurgedEvents,
  markDistilled,
  purgeEvents,
  putEvent,
} from './events.ts'
import { keepEvent } from './keep-event.ts'
import { findPrompts } from './prompts.ts'
import { endSession, findSession } from './sessions.ts'
import { memoryDatabase, PROJECT, promptEvent, someSession, T0, toolEvent } from './store.fixture.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describe('an event', () => {
  it('is stored once, however often it is delivered', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    expect(putEvent(db, session, toolEvent('1')).outcome).toBe('new')
    expect(putEvent(db, session, toolEvent('1')).outcome).toBe('known')
    expect(findEvents(db, { session, from: 0 })).toHaveLength(1)
  })

  it('gets its place and its cost from the transcript, and keeps what the hook said', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    putEvent(db, session, toolEvent('1', { call: commandCall('npm test', 'from the hook') }))
    const usage = { messageId: 'm', tokens: 120 }
    const fromTranscript = toolEvent('1', {
      at: T0 + 5,
      position: 77,
      origin: 'transcript',
      usage,
      call: commandCall('npm test', 'other'),
    })
    expect(putEvent(db, session, fromTranscript).outcome).toBe('completed')
    expect(findEvents(db, { session, from: 0 })).toMatchObject([
      { at: T0 + 5, position: 77, usage, call: { output: 'from the hook' } },
    ])
    expect(putEvent(db, session, fromTranscript).outcome).toBe('known')
  })

  it('stays with the parent when a fork copies its line', () => {
    const db = memoryDatabase()
    const parent = someSession(db, 'parent')
    const fork = someSession(db, 'fork')
    putEvent(db, parent, toolEvent('1', { sessionId: 'parent' }))
    expect(putEvent(db, fork, toolEvent('1', { sessionId: 'fork', position: 9, origin: 'transcript' })).outcome).toBe(
      'known',
    )
    expect(findEvents(db, { session: fork, from: 0 })).toEqual([])
  })

  it('makes its session wait to be distilled, from the oldest new event on', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    putEvent(db, session, toolEvent('1', { at: T0 + 50 }))
    putEvent(db, session, toolEvent('2', { at: T0 + 20 }))
    expect(findWaiting(db)).toMatchObject([{ session, from: T0 + 20 }])
    markDistilled(db, session)
    expect(findWaiting(db)).toEqual([])
    putEvent(db, session, toolEvent('3', { at: T0 + 60 }))
    expect(findWaiting(db)).toMatchObject([{ from: T0 + 60 }])
  })

  it('loses its text when it is too old, but never counts again', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    putEvent(db, session, toolEvent('1'))
    expect(purgeEvents(db, T0 + 8 * DAY_MS), 'the session is still open').toBe(0)
    endSession(db, { session, at: T0, status: 'completed' })
    markDistilled(db, session)
    expect(hasPurgedEvents(db, session)).toBe(false)
    expect(purgeEvents(db, T0 + 8 * DAY_MS)).toBe(1)
    expect(hasPurgedEvents(db, session)).toBe(true)
    expect(findEvents(db, { session, from: 0 })).toEqual([])
    expect(putEvent(db, session, toolEvent('1', { position: 3, origin: 'transcript' })).outcome).toBe('known')
  })
})

describe('a prompt', () => {
  it('is one prompt though hook and transcript name it differently', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    keepEvent(db, { session, project: PROJECT.id, event: promptEvent('a', 'fix it', { key: 'e:spool-1' }) })
    const line = promptEvent('uuid-1', 'fix it', { lineId: 'uuid-1', position: 4, origin: 'transcript', at: T0 + 200 })
    expect(keepEvent(db, { session, project: PROJECT.id, event: line }).outcome).toBe('completed')
    expect(findPrompts(db, session)).toEqual(['fix it'])
  })

  it('is two prompts when it is typed twice', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    for (const [id, at] of [['a', T0] as const, ['b', T0 + 1000] as const]) {
      keepEvent(db, { session, project: PROJECT.id, event: promptEvent(id, 'again', { at }) })
      const line = promptEvent(id, 'again', {
        lineId: `line-${id}`,
        position: at - T0,
        origin: 'transcript',
        at: at + 5,
      })
      keepEvent(db, { session, project: PROJECT.id, event: line })
    }
    expect(findPrompts(db, session)).toEqual(['again', 'again'])
  })

  it('of a fork is new although the copied prompts before it carry the same prompt id', () => {
    const db = memoryDatabase()
    const parent = someSession(db, 'parent')
    const fork = someSession(db, 'fork', T0 + 900)
    const original = promptEvent('p1', 'first', {
      lineId: 'line-1',
      position: 1,
      origin: 'transcript',
      sessionId: 'parent',
    })
    keepEvent(db, { session: parent, project: PROJECT.id, event: original })
    const copy = { ...original, key: 'p:fork', sessionId: 'fork' }
    const own = promptEvent('fork', 'second', {
      lineId: 'line-2',
      position: 2,
      origin: 'transcript',
      sessionId: 'fork',
      at: T0 + 1000,
    })
    expect(keepEvent(db, { session: fork, project: PROJECT.id, event: copy }).outcome).toBe('known')
    expect(keepEvent(db, { session: fork, project: PROJECT.id, event: own }).outcome).toBe('new')
    expect(findPrompts(db, fork)).toEqual(['second'])
  })

  it('beside a turn is no first prompt, and comes once in whatever ways it arrives', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    const keep = (event: PromptEvent) => keepEvent(db, { session, project: PROJECT.id, event }).outcome
    const aside = promptEvent('x', 'and the tests', { key: 'q:1', beside: 'work', position: 5, origin: 'transcript' })
    expect(keep(aside)).toBe('new')
    expect(keep(aside)).toBe('known')
    expect(keep({ ...aside, key: 'q:2', at: T0 + 20_000, lineId: 'line-1' })).toBe('known')
    expect(keep({ ...aside, key: 'q:3', at: T0 + 120_000 })).toBe('new')
    expect(db.get<{ first: string | null }>('SELECT user_prompt AS first FROM sdk_sessions')?.first).toBeNull()
    expect(findPrompts(db, session)).toEqual(['and the tests', 'and the tests'])
  })

  it('made by a machine is an event but stands nowhere among prompts', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    keepEvent(db, {
      session,
      project: PROJECT.id,
      event: promptEvent('a', '<task-notification>…', { machineMade: true }),
    })
    expect(findPrompts(db, session)).toEqual([])
    expect(findEvents(db, { session, from: 0 })).toHaveLength(1)
  })
})

describe('a title', () => {
  const title = (text: string, more: Partial<RecordEvent> = {}): RecordEvent => ({
    kind: 'titled',
    key: 'n:session-1',
    sessionId: 'session-1',
    at: T0,
    origin: 'transcript',
    text,
    ...more,
  })

  it('is one for a session, as it is now; the user’s own stays', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    const put = (event: RecordEvent) => putEvent(db, session, event).outcome
    expect(put(title('Fix totals'))).toBe('new')
    expect(put(title('Fix totals'))).toBe('known')
    expect(put(title('Fix all totals', { at: T0 + 5 }))).toBe('completed')
    expect(put(title('Mine', { byUser: true }))).toBe('completed')
    expect(put(title('Fix more totals'))).toBe('known')
    expect(put(title('My own', { byUser: true }))).toBe('completed')
    expect(findEvents(db, { session, from: 0 }).map((event) => event.kind !== 'tool' && event.text)).toEqual(['My own'])
  })
})

describe('a session', () => {
  const lifecycle = (kind: 'session_started' | 'session_ended', text: string, at: number) => ({
    key: `e:${kind}${at}`,
    kind,
    text,
    at,
    sessionId: 'session-1',
    origin: 'hook' as const,
  })

  it('is completed by its end and active again when it speaks again', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    keepEvent(db, { session, project: PROJECT.id, event: lifecycle('session_ended', 'other', T0 + 10) })
    expect(findSession(db, 'session-1')).toMatchObject({ status: 'completed', endedAt: T0 + 10 })
    someSession(db, 'session-1', T0 + 20)
    expect(findSession(db, 'session-1')).toMatchObject({ status: 'active', endedAt: null })
  })

  it('failed when its last turn was cut off by an error', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    const stopped = {
      key: 'e:s',
      kind: 'stopped' as const,
      text: 'API error',
      failed: true,
      at: T0,
      sessionId: 'session-1',
      origin: 'hook' as const,
    }
    keepEvent(db, { session, project: PROJECT.id, event: stopped })
    keepEvent(db, { session, project: PROJECT.id, event: lifecycle('session_ended', 'other', T0 + 10) })
    expect(findSession(db, 'session-1')?.status).toBe('failed')
  })

  it('knows when it split off from another one', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    expect(findForkTime(db, 'session-1')).toBeUndefined()
    keepEvent(db, { session, project: PROJECT.id, event: lifecycle('session_started', 'fork', T0 + 3) })
    expect(findForkTime(db, 'session-1')).toBe(T0 + 3)
  })
})
