/**
 * Forgetting on request. Planned first, so that a preview is exactly what would be done; then journal, rows and bytes,
 * in that order. Events of a session go by whole requests: the remains of a partly deleted one would be read as part of
 * another, and the forgotten memories would be derived again.
 */
import { MemoryError } from '../../../memory/error.ts'
import type { EventKind } from '../../../memory/event.ts'
import type { Database } from '../../../store/database.ts'
import { findDoomed, findLeftBehind, findTitles, type LeftBehind, type Wish } from '../../../store/doomed.ts'
import { findEvents } from '../../../store/events.ts'
import { type ForgottenRows, forgetKeys, keyOf, NOTHING_FORGOTTEN, plainKeys } from '../../../store/forget.ts'
import { hookWordsOf } from '../../../store/hook-words.ts'
import type { Journal } from '../../../store/journal.ts'
import { forgetEntry } from '../../../store/kept-rows.ts'
import { SAID } from '../../../store/passages.ts'
import { findSessionByNumber } from '../../../store/sessions.ts'
import { turnKey } from '../../../synthesis/passages.ts'
import { splitRequests } from '../../../synthesis/requests.ts'
import { splitTurns } from '../../../synthesis/turns.ts'
import { BATCH, breath, type Erasure } from './erasure.ts'

export interface ForgetPlan {
  keys: string[]
  sessions: number[]
  first: ReturnType<typeof findTitles>
  left: LeftBehind
}

const MAX_TITLES = 10
const NOTHING_LEFT: LeftBehind = { memories: [], prompts: 0, summaries: 0 }

export function planForgetting(db: Database, wish: Wish): ForgetPlan {
  const doomed = findDoomed(db, wish)
  if (!doomed) throw nothingThere(wish)
  const keys = [...new Set([...doomed.keys, ...restOfRequests(db, doomed)])]
  return {
    keys: [...keys, ...hookWordsOf(db, plainKeys(keys))],
    sessions: doomed.sessions,
    first: findTitles(db, doomed, MAX_TITLES),
    left: wish.kind === 'memories' || wish.kind === 'file' ? findLeftBehind(db, doomed) : NOTHING_LEFT,
  }
}

/** What would be deleted. */
export function countForgetting(db: Database, plan: ForgetPlan): ForgottenRows {
  return db.rehearse(() => forgetKeys(db, { keys: plan.keys, at: 0 }))
}

export async function carryOutForgetting(
  by: { db: Database; journal: Journal; erasure: Erasure; now: number },
  { keys }: ForgetPlan,
): Promise<ForgottenRows> {
  const { db, journal, erasure, now } = by
  const gone = { ...NOTHING_FORGOTTEN }
  if (keys.length === 0) return gone
  erasure.owe({ keys, now })
  journal.append([forgetEntry(db, { keys, at: now })])
  for (let at = 0; at < keys.length; at += BATCH) {
    if (at > 0) await breath()
    const part = db.transaction(() => forgetKeys(db, { keys: keys.slice(at, at + BATCH), at: now }))
    for (const [name, count] of Object.entries(part)) gone[name as keyof ForgottenRows] += count // the same names
  }
  journal.forget(keys)
  erasure.deleted(keys)
  return gone
}

/** Matches raw spool files that could not be taken and mention something to be forgotten. */
export function namesForgotten(wish: Wish, { keys }: ForgetPlan): (text: string) => boolean {
  const words = wish.kind === 'matching' ? wish.words.map((word) => word.toLowerCase()) : []
  const ids = keys.flatMap((key) => /^(?:session|(?:event:)?[tp]):(.{8,})$/.exec(key)?.[1] ?? [])
  return (text) => {
    const lower = words.length > 0 ? text.toLowerCase() : ''
    return (words.length > 0 && words.every((word) => lower.includes(word))) || ids.some((id) => text.includes(id))
  }
}

function restOfRequests(db: Database, by: { keys: string[]; sessions: number[] }): string[] {
  const going = new Set(by.keys)
  return by.sessions.flatMap((session) => {
    const sessionId = findSessionByNumber(db, session)?.id ?? ''
    const requests = splitRequests(splitTurns(findEvents(db, { session, from: 0 })))
    return requests.flatMap(({ turns }) => {
      const events = turns.flatMap((turn) => turn.events)
      const isSaid = going.has(`${SAID}${turnKey(sessionId, events[0]?.key ?? '')}`)
      const torn = isSaid || events.some(({ key }) => going.has(key) || going.has(keyOf('event', key)))
      const rest = events.filter(({ key, kind }) => !going.has(key) && !WORDLESS.has(kind))
      return torn ? rest.map(({ key }) => keyOf('event', key)) : []
    })
  })
}

/** They record that a session began, continued as a fork, or lost its context. */
const WORDLESS: ReadonlySet<EventKind> = new Set(['session_started', 'session_ended', 'compacting'])

function nothingThere(wish: Wish): MemoryError {
  if (wish.kind === 'session')
    return new MemoryError('not_found', `There is no session with number ${wish.session}.`, { subject: 'session' })
  if (wish.kind === 'prompt') {
    return new MemoryError('not_found', `There is no prompt with id ${wish.id}.`, {
      subject: 'prompt',
      hint: 'GET /api/search/prompts finds prompts with their ids.',
    })
  }
  const ids = wish.kind === 'memories' ? wish.ids : []
  const which =
    ids.length === 1 ? `no memory with id ${ids[0]}` : 'no memory for one of these ids; nothing was forgotten'
  return new MemoryError('not_found', `There is ${which}.`, {
    subject: 'memory',
    hint: 'Find the id with a search first.',
  })
}
