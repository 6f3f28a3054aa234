import { expect, it } from 'vitest'
import { readEconomics } from './economics.ts'
import { putEvent } from './events.ts'
import { findTexts, findTold, purgeInjections, putInjections } from './ledger.ts'
import { putObservation } from './observations.ts'
import { purgeReads, putGatedRead, wasToldOfFile } from './reads.ts'
import { draft, memoryDatabase, PROJECT, someSession, T0 } from './store.fixture.ts'

const MINUTE = 60_000

it('a session has been told what was injected and what it did itself, since it last began', () => {
  const db = memoryDatabase()
  const put = (session: number, key: string, at: number) =>
    putObservation(db, { draft: draft(key, { at }), session, project: PROJECT.id, source: 'local' })?.id ?? 0
  const earlier = someSession(db, 'earlier')
  const now = someSession(db, 'now')
  const [old, told] = [put(earlier, 'old', T0), put(earlier, 'told', T0)]
  const own = put(now, 'own', T0 + MINUTE)
  const tell = (surface: string, at: number, ...ids: number[]) =>
    putInjections(db, {
      sessionId: 'now',
      surface,
      at,
      tokens: 100,
      injections: ids.map((observation) => ({ observation, score: 1, parts: {}, tokens: 10 })),
    })
  tell('session_start', T0, told)
  expect([...findTold(db, 'now').told].sort()).toEqual([told, own])
  expect([...findTold(db, 'now').indexed.keys()]).toEqual([told])
  tell('prompt', T0 + MINUTE, old)
  expect(findTold(db, 'now').told.has(old)).toBe(true)
  // A line in the index and what was told beside a prompt: it has been told.
  tell('prompt', T0 + MINUTE, told)
  expect([...findTold(db, 'now').indexed.keys()]).toEqual([])
  // Compacted: what it was told and did before is gone from its context.
  tell('session_start', T0 + 2 * MINUTE, told)
  expect([...findTold(db, 'now').told]).toEqual([told])
})

it('a session that was compacted has been told nothing, also when its new beginning had nothing to tell', () => {
  const db = memoryDatabase()
  const session = someSession(db, 'now')
  const injections = [{ observation: 7, score: 1, parts: {}, tokens: 10 }]
  putInjections(db, { sessionId: 'now', surface: 'prompt', at: T0, tokens: 30, injections })
  expect([...findTold(db, 'now').told]).toEqual([7])
  const base = { kind: 'session_started', sessionId: 'now', origin: 'hook' } as const
  putEvent(db, session, { ...base, key: 'e:1', text: 'resume', at: T0 + MINUTE })
  expect([...findTold(db, 'now').told]).toEqual([7])
  putEvent(db, session, { ...base, key: 'e:2', text: 'compact', at: T0 + 2 * MINUTE })
  expect([...findTold(db, 'now').told]).toEqual([])
})

it('what is too old to explain anything is purged, the rest stays', () => {
  const db = memoryDatabase()
  const injections = [{ observation: 1, score: 1, parts: {}, tokens: 10 }]
  const read = { project: PROJECT.id, decision: 'denied', fileTokens: 900, toldTokens: 100 } as const
  for (const [sessionId, at] of [
    ['old', T0],
    ['new', T0 + MINUTE],
  ] as const) {
    putInjections(db, { sessionId, surface: 'prompt', at, tokens: 30, injections })
    putGatedRead(db, { ...read, sessionId, path: 'src/a.ts' }, at)
  }
  expect([purgeInjections(db, T0 + MINUTE), purgeReads(db, T0 + MINUTE)]).toEqual([1, 1])
  expect([findTexts(db, 'old'), findTexts(db, 'new')]).toMatchObject([[], [{ tokens: 30 }]])
  expect([findTold(db, 'old').told.size, findTold(db, 'new').told.size]).toEqual([0, 1])
  expect(wasToldOfFile(db, { sessionId: 'old', path: 'src/a.ts' })).toBe(false)
  expect(wasToldOfFile(db, { sessionId: 'new', path: 'src/a.ts' })).toBe(true)
})

it('a text costs what was sent, with the words around its memories; one without any counts too', () => {
  const db = memoryDatabase()
  const injections = [1, 2].map((observation) => ({ observation, score: 1, parts: {}, tokens: 10 }))
  putInjections(db, { sessionId: 'now', surface: 'session_start', at: T0, tokens: 70, injections })
  putInjections(db, { sessionId: 'later', surface: 'session_start', at: T0 + 1, tokens: 50, injections: [] })
  expect(findTexts(db, 'now')).toEqual([{ sessionId: 'now', surface: 'session_start', tokens: 70, at: T0 }])
  // Without a session: the one that was told something last.
  expect(findTexts(db, undefined)).toMatchObject([{ sessionId: 'later', tokens: 50 }])
  expect(readEconomics(db).injectedTokens).toBe(120)
})
