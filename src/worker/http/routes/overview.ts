/** The worker itself: is it there, what does it keep, what has it told, and the answer to a hook. */
import * as z from 'zod'
import { MemoryError } from '../../../memory/error.ts'
import { readEconomics, readSessionEconomics } from '../../../store/economics.ts'
import { findInjections, findTexts } from '../../../store/ledger.ts'
import { readOverview } from '../../../store/overview.ts'
import { getNamedSession } from '../../../store/sessions.ts'
import { readStatistics } from '../../../store/statistics.ts'
import { IndexStatus, Ledger, LedgerRequest, RebuildStarted, Stats } from '../../protocol/overview.ts'
import { Health, Status } from '../../protocol.ts'
import { SPOOL_NAME } from '../../writer/spool/spool.ts'
import { SENT, sendText } from '../reply.ts'
import type { HttpParts } from './parts.ts'
import type { Router } from './route.ts'

/** Of the latest sessions, what memory cost and saved. */
const SESSIONS_SHOWN = 10

export function addOverviewRoutes({ add }: Router, parts: HttpParts): void {
  add({ method: 'GET', path: '/health', summary: 'is it there', access: 'open', reply: Health }, () => parts.health())
  add(
    {
      method: 'GET',
      path: '/api/status',
      summary: 'what is stored, what waits, the age of the oldest unprocessed event, the last error',
      access: 'read',
      reply: Status,
    },
    () => parts.status(),
  )
  add(
    {
      method: 'GET',
      path: '/api/stats',
      summary: 'figures about everything that is kept',
      access: 'read',
      reply: Stats,
    },
    () => {
      const { oldestWaitingAt: _, waitingSessions: __, ...stored } = readOverview(parts.db)
      const economics = { ...readEconomics(parts.db), sessions: readSessionEconomics(parts.db, SESSIONS_SHOWN) }
      return { stored, ...readStatistics(parts.db), economics }
    },
  )
  add(
    {
      method: 'GET',
      path: '/api/ledger',
      summary: 'what a session was told, why, and what it cost',
      access: 'read',
      query: LedgerRequest,
      reply: Ledger,
    },
    ({ query: { session, limit } }) => {
      const sessionId = session === undefined ? undefined : getNamedSession(parts.db, session).id
      const found = findInjections(parts.db, { sessionId, limit })
      const injections = found.map(({ sessionId: told, ...one }) => ({ session: told, ...one }))
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
    },
  )
  add(
    {
      method: 'GET',
      path: '/api/index',
      summary: 'the index of meaning: its model, what it holds, what waits',
      access: 'read',
      reply: IndexStatus,
    },
    () => (parts.indexStatus ?? noIndex)(),
  )
  add(
    {
      method: 'POST',
      path: '/api/index/rebuild',
      summary: 'make the index anew from the memories',
      access: 'change',
      reply: RebuildStarted,
    },
    () => (parts.rebuildIndex ?? noIndex)(),
  )
  add(
    {
      method: 'GET',
      path: '/hook/:name',
      summary: 'for the hook script: the nonce, then the answer to the event in that spool file',
      access: 'open',
      pathParameters: z.strictObject({ name: z.string() }),
      reply: z.string(),
      replyType: 'text/plain',
    },
    async ({ pathParameters: { name }, incoming, outgoing }) => {
      if (!SPOOL_NAME.test(name)) throw new MemoryError('bad_input', 'That is not the name of a spool file.')
      const answer = await parts.answerHook(name)
      // Only who knows the name of a real file may learn the nonce.
      if (!answer) throw new MemoryError('not_found', 'No hook has left a file of this name.')
      outgoing.once('finish', () => {
        if (!incoming.socket.destroyed) answer.onDelivered()
      })
      const text = `${parts.nonce}\n${answer.body}`
      sendText(outgoing, text, { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } })
      return SENT
    },
  )
}

function noIndex(): never {
  throw new MemoryError('unavailable', 'This worker has no index of meaning; words alone answer.')
}
