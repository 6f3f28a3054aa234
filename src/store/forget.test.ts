import { describe, expect, it } from 'vitest'
import { keysToForget } from './doomed-rows.ts'
import { findEvents, findWaiting, markDistilled, putEvent } from './events.ts'
import { forgetKeys, keyOf, NOTHING_FORGOTTEN } from './forget.ts'
import { hookWordsOf } from './hook-words.ts'
import { keepEvent } from './keep-event.ts'
import { putInjections } from './ledger.ts'
import { findObservation, putAlias, putObservation } from './observations.ts'
import { findPrompts } from './prompts.ts'
import { endSession, findProjects, findSessionNumber } from './sessions.ts'
import { draft, foundBy, memoryDatabase, PROJECT, promptEvent, someSession, T0, toolEvent } from './store.fixture.ts'

const local = (db: ReturnType<typeof memoryDatabase>, one: ReturnType<typeof draft>, session?: number) =>
  putObservation(db, { draft: one, session, project: PROJECT.id, source: 'local' })?.id

describe('forgetting', () => {
  it('removes the row, its search entries and its events, and says how many', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    putEvent(db, session, toolEvent('1'))
    putEvent(db, session, toolEvent('2'))
    markDistilled(db, session)
    const id = local(db, draft('s:1', { eventKeys: ['t:1'] }), session) ?? 0
    const keys = keysToForget(db, id) ?? []
    const gone = { ...NOTHING_FORGOTTEN, observations: 1, events: 1, files: 2, concepts: 1 }
    expect(forgetKeys(db, { keys, at: T0 })).toEqual(gone)
    expect(findObservation(db, id)).toBeUndefined()
    expect(foundBy(db, 'discount')).toEqual([])
    expect(findEvents(db, { session, from: 0 }).map((event) => event.key)).toEqual(['t:2'])
    expect(findWaiting(db), 'the summary is made anew').toMatchObject([{ session, from: 0 }])
  })

  it('holds against a second delivery of the event and a second run of the extractor', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    const id = local(db, draft('s:1', { eventKeys: ['t:1'] }), session) ?? 0
    putAlias(db, { key: 's:merged', observation: id })
    forgetKeys(db, { keys: keysToForget(db, id) ?? [], at: T0 })
    expect(putEvent(db, session, toolEvent('1')).outcome).toBe('forgotten')
    expect(local(db, draft('s:1'), session)).toBeUndefined()
    expect(local(db, draft('s:merged'), session)).toBeUndefined()
  })

  it('leaves no text behind, only hashes', () => {
    const db = memoryDatabase()
    const id = local(db, draft('s:1')) ?? 0
    forgetKeys(db, { keys: keysToForget(db, id) ?? [], at: T0 })
    const rows = db.all('SELECT * FROM tombstones')
    expect(rows.length, 'the memory, its event, and what was said in it').toBe(3)
    expect(JSON.stringify(rows)).not.toContain('s:1')
  })

  it('of an event alone leaves what was made of it, and the event does not come back', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    keepEvent(db, { session, project: PROJECT.id, event: promptEvent('1', 'Round the totals') })
    const gone = forgetKeys(db, { keys: [keyOf('event', 'p:1')], at: T0 })
    expect(gone).toEqual({ ...NOTHING_FORGOTTEN, events: 1 })
    expect(findPrompts(db, session)).toEqual(['Round the totals'])
    expect(putEvent(db, session, promptEvent('1', 'Round the totals')).outcome).toBe('forgotten')
  })

  it('of a prompt holds against the copy of a fork, which has another key', () => {
    const db = memoryDatabase()
    const line = { origin: 'transcript' as const, lineId: 'line-1', position: 1 }
    putEvent(db, someSession(db), promptEvent('1', 'Round the totals', line))
    forgetKeys(db, { keys: ['p:1'], at: T0 })
    const copy = promptEvent('fork', 'Round the totals', { ...line, sessionId: 'fork' })
    expect(putEvent(db, someSession(db, 'fork'), copy).outcome).toBe('forgotten')
  })

  it('of a prompt whose line is read only later holds against the copy of a fork, too', () => {
    const db = memoryDatabase()
    putEvent(db, someSession(db), promptEvent('1', 'Round the totals'))
    forgetKeys(db, { keys: ['p:1'], at: T0 })
    const line = { origin: 'transcript' as const, lineId: 'line-1', position: 1 }
    expect(putEvent(db, someSession(db), promptEvent('1', 'Round the totals', line)).outcome).toBe('forgotten')
    const copy = promptEvent('fork', 'Round the totals', { ...line, sessionId: 'fork' })
    expect(putEvent(db, someSession(db, 'fork'), copy).outcome).toBe('forgotten')
  })

  it('of words that only a hook delivered leaves the same words of another session, and of a later time', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    const hook = promptEvent('1', 'Round the totals', { key: 'e:1.a' })
    putEvent(db, session, hook)
    const keys = ['e:1.a', ...hookWordsOf(db, ['e:1.a'])]
    expect(keys).toHaveLength(2)
    forgetKeys(db, { keys, at: T0 })
    const read = (id: string, more: { at: number; sessionId?: string; text?: string }) =>
      putEvent(
        db,
        someSession(db, more.sessionId),
        promptEvent(id, 'Round the totals', { origin: 'transcript', lineId: id, position: 1, ...more }),
      ).outcome
    expect(read('same', { at: T0 - 50_000 })).toBe('forgotten')
    expect(read('later', { at: T0 + 5 * 60_000 })).toBe('new')
    expect(read('else', { at: T0, text: 'Round the receipts' })).toBe('new')
    expect(read('elsewhere', { at: T0, sessionId: 'session-2' })).toBe('new')
  })

  it('of a session takes what it was told, and its row once it is over', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    const injections = [{ observation: 1, score: 1, parts: {}, tokens: 1 }]
    putInjections(db, { sessionId: 'session-1', surface: 'prompt', at: T0, tokens: 30, injections })
    expect(forgetKeys(db, { keys: ['session:session-1'], at: T0 }).sessions, 'it goes on').toBe(0)
    expect(db.all('SELECT * FROM injections')).toEqual([])
    endSession(db, { session, at: T0, status: 'completed' })
    expect(forgetKeys(db, { keys: ['session:session-1'], at: T0 }).sessions).toBe(1)
    expect(findSessionNumber(db, 'session-1')).toBeUndefined()
  })

  it('of a project takes its row only when nothing belongs to it', () => {
    const db = memoryDatabase()
    const id = local(db, draft('s:1')) ?? 0
    forgetKeys(db, { keys: [keyOf('project', PROJECT.id)], at: T0 })
    expect(findProjects(db, PROJECT.id)).toHaveLength(1)
    forgetKeys(db, { keys: [...(keysToForget(db, id) ?? []), keyOf('project', PROJECT.id)], at: T0 })
    expect(findProjects(db, PROJECT.id)).toEqual([])
  })
})
