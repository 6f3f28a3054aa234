import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { readCall } from '../memory/tool-call.fixture.ts'
import { reserveTokens, settleTokens } from './budget.ts'
import { Database } from './database.ts'
import { readEconomics, readSessionEconomics } from './economics.ts'
import { putEvent } from './events.ts'
import { putInjections } from './ledger.ts'
import { migrate } from './migrations.ts'
import { type GatedRead, putFollowUp, putGatedRead, putLook, refusalBalance, wasToldOfFile } from './reads.ts'
import { endSession } from './sessions.ts'
import { memoryDatabase, PROJECT, someSession, T0, toolEvent } from './store.fixture.ts'

const read = (path: string, more: Partial<GatedRead> = {}): GatedRead => ({
  sessionId: 'session-1',
  project: PROJECT.id,
  path,
  decision: 'denied',
  fileTokens: 5000,
  toldTokens: 300,
  ...more,
})
const followUp = { sessionId: 'session-1', whole: false, tokens: 0 }

describe('what the gate saved', () => {
  it('is nothing before it spoke', () =>
    expect(readEconomics(memoryDatabase())).toEqual({
      denied: 0,
      readAgain: 0,
      informed: 0,
      gateSavedTokens: 0,
      injectedTokens: 0,
      synthesisTokens: 0,
    }))

  it('adds up files that stayed unread, losses and notes', () => {
    const db = memoryDatabase()
    for (const path of ['unread.js', 'read.js', 'part.js']) putGatedRead(db, read(path), T0)
    putGatedRead(db, read('noted.js', { decision: 'informed', toldTokens: 200 }), T0)
    putFollowUp(db, { ...followUp, path: 'read.js', whole: true, tokens: 5000 })
    putFollowUp(db, { ...followUp, path: 'part.js', tokens: 700 })
    putFollowUp(db, { ...followUp, path: 'noted.js', whole: true, tokens: 5000 })
    expect(readEconomics(db)).toMatchObject({
      denied: 3,
      readAgain: 1,
      informed: 1,
      gateSavedTokens: 5000 - 300 - 300 + (5000 - 300 - 700) - 200,
    })
  })

  it('counts a follow-up for the last time the gate spoke, and not for other sessions or files', () => {
    const db = memoryDatabase()
    putGatedRead(db, read('a.js'), T0)
    putGatedRead(db, read('b.js'), T0 + 1)
    putFollowUp(db, { ...followUp, path: undefined, tokens: 600 })
    putFollowUp(db, { ...followUp, path: 'other.js', tokens: 900 })
    putFollowUp(db, { ...followUp, sessionId: 'session-2', path: 'a.js', tokens: 900 })
    const rows = db.all('SELECT path, follow_up_tokens AS tokens FROM reads ORDER BY id')
    expect(rows).toEqual([
      { path: 'a.js', tokens: 0 },
      { path: 'b.js', tokens: 600 },
    ])
  })

  it('is told for each session, with what was injected and spent there', () => {
    const db = memoryDatabase()
    const first = someSession(db, 'session-1', T0)
    someSession(db, 'session-2', T0 + 1000)
    putGatedRead(db, read('a.js'), T0)
    const injection = { observation: 1, score: 1, parts: {}, tokens: 40 }
    for (const surface of ['session_start', 'prompt', 'read'])
      putInjections(db, { sessionId: 'session-1', surface, at: T0, tokens: 55, injections: [injection] })
    db.run(
      `INSERT INTO synthesis_queue (id, session_id, from_epoch, to_epoch, due_at_epoch, created_at_epoch)
       VALUES (7, @first, 1, 2, 3, 4)`,
      { first },
    )
    const call = { day: '2026-01-05', provider: 'claude', budget: 90_000, at: T0 }
    const reservation = reserveTokens(db, { ...call, batch: 7, tokens: 2000 })
    settleTokens(db, { reservation: reservation ?? 0, tokens: 1500 })
    reserveTokens(db, { ...call, batch: 8, tokens: 90 })
    expect(readSessionEconomics(db, 10)).toMatchObject([
      { sessionId: 'session-2', gateSavedTokens: 0, injectedTokens: 0, synthesisTokens: 0 },
      { sessionId: 'session-1', project: 'shop', gateSavedTokens: 4700, injectedTokens: 110, synthesisTokens: 1500 },
    ])
    expect(readEconomics(db)).toMatchObject({ injectedTokens: 110, synthesisTokens: 1590 })
  })
})

describe('migrations 5 → 6 and 15 → 16', () => {
  it('keep the ledger and begin with no reads', () => {
    const db = new Database(new DatabaseSync(':memory:'))
    migrate(db, 5)
    for (const tokens of [9, 4])
      db.run(
        `INSERT INTO injections (claude_session_id, surface, observation_id, score, parts, tokens, created_at_epoch)
         VALUES ('session-1', 'prompt', 1, 1, '{}', @tokens, @at)`,
        { tokens, at: T0 },
      )
    migrate(db)
    expect(readEconomics(db)).toMatchObject({ denied: 0, injectedTokens: 13 })
    expect(wasToldOfFile(db, { sessionId: 'session-1', path: 'a.js' })).toBe(false)
  })
})

describe('what may be spent on refusals', () => {
  const look = { sessionId: 'session-1', project: PROJECT.id, path: 'a.js', file: '/p/a.js', fileTokens: 5000 }
  const over = (db: Database, session: number) => endSession(db, { session, at: T0, status: 'completed' })

  it('is nothing at first, and a tenth of what an outline saved once its session is over', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    expect(refusalBalance(db, PROJECT.id)).toBe(0)
    expect(putLook(db, look, T0)).toBe(true)
    putFollowUp(db, { ...followUp, path: 'a.js', tokens: 1000 })
    expect(refusalBalance(db, PROJECT.id)).toBe(0)
    over(db, session)
    expect(refusalBalance(db, PROJECT.id)).toBe(400)
    expect(refusalBalance(db, 'another')).toBe(0)
    expect(readEconomics(db)).toMatchObject({ informed: 0, gateSavedTokens: 0 })
  })

  it('is no more for an outline of what the session had read, was told of, or reads afterwards', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    putGatedRead(db, read('told.js', { decision: 'informed' }), T0)
    expect(putLook(db, { ...look, path: 'told.js' }, T0)).toBe(false)
    putEvent(db, session, toolEvent('had', { tool: 'Read', call: readCall('/p/had.js', 'text') }))
    expect(putLook(db, { ...look, path: 'had.js', file: '/p/had.js' }, T0)).toBe(false)
    putLook(db, look, T0)
    putFollowUp(db, { ...followUp, path: 'a.js', whole: true, tokens: 5000 })
    over(db, session)
    expect(refusalBalance(db, PROJECT.id)).toBe(0)
  })

  it('grows by a refused file that stayed unread and falls by one that was read, at once', () => {
    const db = memoryDatabase()
    const session = someSession(db)
    putGatedRead(db, read('unread.js'), T0)
    putGatedRead(db, read('read.js'), T0)
    putFollowUp(db, { ...followUp, path: 'read.js', whole: true, tokens: 5000 })
    expect(refusalBalance(db, PROJECT.id)).toBe(-600)
    over(db, session)
    expect(refusalBalance(db, PROJECT.id)).toBe(5000 - 600)
  })
})
