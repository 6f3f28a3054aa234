import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { eventNumber } from './event-number.ts'
import { forgetKeys, keyOf } from './forget.ts'
import { keepEvent } from './keep-event.ts'
import { bringKept, forgetEntry, rowsWithout } from './kept-rows.ts'
import { findObservation, putAlias, putObservation } from './observations.ts'
import { findPassages, putTurns } from './passages.ts'
import { findPrompts } from './prompts.ts'
import { endSession, findSessionNumber } from './sessions.ts'
import { draft, memoryDatabase, PROJECT, promptEvent, someSession, T0, toolEvent } from './store.fixture.ts'

let db: Database
/** From before: it has whatever a test puts there. */
let older: Database

beforeEach(() => {
  db = memoryDatabase()
  older = memoryDatabase()
})
afterEach(() => {
  for (const one of [db, older]) one.close()
})

const type = (into: Database, id: string, text: string) =>
  keepEvent(into, { session: someSession(into), project: PROJECT.id, event: promptEvent(id, text) })

function say(into: Database, texts: Record<string, string>): void {
  const passages = Object.entries(texts).map(([eventKey, text]) => ({
    ...{ eventKey, part: 0, kind: 'agent' as const, text, at: T0 },
  }))
  const turns = [{ key: 'session-1:p:1', files: [], at: T0, passages }]
  putTurns(into, { session: someSession(into), project: PROJECT.id, turns, read: new Set(Object.keys(texts)) })
}

function said(from: Database): string[] {
  const ids = from.all<{ id: number }>('SELECT id FROM passages ORDER BY id').map(({ id }) => id)
  return findPassages(from, ids).map(({ text }) => text)
}

/** As a replay does it. Returns what the journal has of it. */
function replayed(keys: string[], at = T0 + 9): string {
  const entry = forgetEntry(db, { keys, at })
  forgetKeys(older, entry)
  bringKept(older, entry)
  return JSON.stringify(entry)
}

describe('what stays of forgotten events', () => {
  it('is nothing when all of it is forgotten', () => {
    type(db, '1', 'Round the totals')
    expect(forgetEntry(db, { keys: ['p:1'], at: T0 })).toEqual({ op: 'forget', keys: ['p:1'], at: T0 })
  })

  it('takes the place of what an older copy has: the prompt a session is listed by, what was said later', () => {
    type(db, '1', 'Round the totals')
    say(db, { 'p:1': 'Round the totals, please.', 'm:1': 'They are rounded once now.' })
    someSession(older)
    say(older, { 'p:1': 'Round the totals, please.' })
    replayed([keyOf('event', 'p:1'), keyOf('event', 'm:1')])
    expect(said(older)).toEqual(['Round the totals, please.', 'They are rounded once now.'])
    expect(older.get('SELECT user_prompt AS text FROM sdk_sessions')).toEqual({ text: 'Round the totals' })
    expect(findPrompts(older, 1)).toEqual(['Round the totals'])
  })

  it('has none of the words that are forgotten with them', () => {
    type(db, '1', 'Round the zqvornbex totals')
    type(db, '2', 'And the receipts')
    say(db, {
      'p:1': 'Round the zqvornbex totals.',
      'm:1': 'They are rounded once now.',
      'm:2': 'So is the zqvornbex.',
    })
    const gone = ['p:1', keyOf('passage', eventNumber('m:2')), keyOf('first', 'session-1')]
    const journaled = replayed([...gone, keyOf('event', 'p:2'), keyOf('event', 'm:1'), keyOf('event', 'm:2')])
    expect(journaled).not.toContain('zqvornbex')
    expect(said(older)).toEqual(['They are rounded once now.'])
    expect(findPrompts(older, 1)).toEqual(['And the receipts'])
  })

  it('belongs to its session, also if that was forgotten once and went on', () => {
    for (const one of [db, older]) {
      endSession(one, { session: someSession(one), at: T0, status: 'completed' })
      forgetKeys(one, { keys: ['session:session-1', 'first:session-1'], at: T0 + 1 })
    }
    expect(findSessionNumber(older, 'session-1')).toBeUndefined()
    type(db, '1', 'Round the totals')
    replayed([keyOf('event', 'p:1')])
    expect(findPrompts(older, findSessionNumber(older, 'session-1') ?? 0)).toEqual(['Round the totals'])
    expect(older.get('SELECT user_prompt AS text FROM sdk_sessions')).toEqual({ text: 'Round the totals' })
  })

  it('is also a memory of another session into which one of theirs was merged', () => {
    const events = { session: someSession(db), project: PROJECT.id, event: toolEvent('1') }
    keepEvent(db, events)
    const first = someSession(db, 'session-0')
    const merged = draft('session-0:p:0', { eventKeys: ['t:0', 't:1'] })
    const { id } = putObservation(db, { draft: merged, session: first, project: PROJECT.id, source: 'local' }) ?? {
      id: 0,
    }
    putAlias(db, { key: 'session-1:p:1', observation: id })
    replayed([keyOf('event', 't:1')])
    expect(findObservation(older, id)).toMatchObject({ key: 'session-0:p:0', sessionId: 'session-0' })
  })

  it('has no session and no project left once nothing of it stays', () => {
    type(db, '1', 'Round the totals')
    const { kept = [] } = forgetEntry(db, { keys: [keyOf('event', 'p:1')], at: T0 })
    expect(kept.map(({ kind }) => kind)).toEqual(['project', 'session', 'prompt'])
    expect(rowsWithout(kept, new Set(['p:1']))).toEqual([])
  })
})
