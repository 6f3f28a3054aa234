/** The worker itself: health, status, figures, what was injected, and the answer to a hook. */
import { MemoryError } from '../../../memory/error.ts'
import { localDay } from '../../../memory/local-day.ts'
import type { Database } from '../../../store/database.ts'
import { readEconomics, readSessionEconomics } from '../../../store/economics.ts'
import { readDays, readJunk, readRecall } from '../../../store/insights.ts'
import {
  findInjections,
  findTellings,
  findTexts,
  type InjectionRow,
  sumTellings,
  type ToldOf,
} from '../../../store/ledger.ts'
import { findObservation } from '../../../store/observations.ts'
import { readOverview } from '../../../store/overview.ts'
import { getNamedSession } from '../../../store/sessions.ts'
import { readStatistics } from '../../../store/statistics.ts'
import type { Injection, Ledger } from '../../protocol/overview.ts'
import { sendHookAnswer } from '../hook-reply.ts'
import { SENT, sendText } from '../reply.ts'
import type { HttpParts } from './parts.ts'
import type { Router } from './route.ts'

/** Number of recent sessions whose cost and savings are shown. */
const SESSIONS_SHOWN = 10
/** A year and the week it began in, as a calendar shows it. */
const INSIGHT_DAYS = 370
const DAY_MS = 86_400_000

export function addOverviewRoutes({ add }: Router, parts: HttpParts): void {
  add('GET /health', () => parts.health())
  add('GET /api/status', () => parts.status())
  add('GET /api/events', ({ query: { seconds }, incoming, outgoing }) => {
    if (!parts.feed) throw new MemoryError('unavailable', 'This worker tells nothing as it happens.')
    // A HEAD request would wait for the end of a body that is never sent.
    if (incoming.method === 'HEAD')
      sendText(outgoing, '', { status: 200, headers: { 'content-type': 'text/event-stream' } })
    else parts.feed.listen(outgoing, seconds)
    return SENT
  })
  add('GET /api/stats', () => {
    const { oldestWaitingAt: _, waitingSessions: __, ...stored } = readOverview(parts.db)
    const economics = { ...readEconomics(parts.db), sessions: readSessionEconomics(parts.db, SESSIONS_SHOWN) }
    return { stored, ...readStatistics(parts.db), economics }
  })
  add('GET /api/insights', () => {
    const now = Date.now()
    const since = new Date(now - INSIGHT_DAYS * DAY_MS).setHours(0, 0, 0, 0)
    const { provider, budget: perDay, spentToday } = parts.status().synthesis
    return {
      ...{ from: localDay(since), to: localDay(now), days: readDays(parts.db, { since, until: now }) },
      budget: { provider, perDay, spentToday },
      ...{ recall: readRecall(parts.db), junk: readJunk(parts.db) },
    }
  })
  add('GET /api/ledger', ({ query: { session, observation, limit } }) => {
    const sessionId = session === undefined ? undefined : getNamedSession(parts.db, session).id
    if (observation !== undefined) return ledgerOfMemory(parts.db, { observation, sessionId, limit })
    const injections = findInjections(parts.db, { sessionId, limit }).map(toldRow)
    const texts = findTexts(parts.db, sessionId)
    const tokensOf = (some: typeof texts) => some.reduce((sum, one) => sum + one.tokens, 0)
    return {
      session: sessionId ?? texts[0]?.sessionId ?? null,
      count: injections.length,
      tokens: tokensOf(texts.filter(({ surface }) => surface !== 'read')),
      gateTokens: tokensOf(texts.filter(({ surface }) => surface === 'read')),
      texts: texts.map(({ sessionId: _, ...text }) => text),
      injections,
    }
  })
  add('GET /api/index', () => (parts.indexStatus ?? noIndex)())
  add('POST /api/index/rebuild', () => (parts.rebuildIndex ?? noIndex)())
  add('GET /hook/:name', async ({ pathParameters: { name }, incoming, outgoing }) => {
    await sendHookAnswer(parts, { incoming, outgoing, name })
    return SENT
  })
}

/** The texts it stood in are left out: what they cost is no matter of one memory. */
function ledgerOfMemory(db: Database, by: ToldOf & { limit: number }): Ledger {
  const memory = findObservation(db, by.observation)
  if (!memory) throw new MemoryError('not_found', `There is no memory ${by.observation}.`, { subject: 'memory' })
  const asked = { ...by, observation: memory.id }
  return {
    ...{ session: by.sessionId ?? null, ...sumTellings(db, asked), texts: [] },
    injections: findTellings(db, asked).map(toldRow),
  }
}

function toldRow({ sessionId, session, ...one }: InjectionRow): Injection {
  return { session: sessionId, session_db_id: session, ...one }
}

function noIndex(): never {
  throw new MemoryError('unavailable', 'This worker has no index for meaning; searches use words.')
}
