/** The HTTP side of the worker: access checks, routes, and one JSON shape for every failure. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { MemoryError } from '../../memory/error.ts'
import { toErrorBody } from './error-body.ts'
import { admit, refuseOtherPages } from './guard.ts'
import { SENT, sendError, sendJson } from './reply.ts'
import { addChangeRoutes } from './routes/changes.ts'
import { addCodeRoutes } from './routes/code.ts'
import { addHelpRoutes } from './routes/help.ts'
import { addNoteRoutes } from './routes/notes.ts'
import { addObservationRoutes } from './routes/observations.ts'
import { addOverviewRoutes } from './routes/overview.ts'
import type { HttpParts } from './routes/parts.ts'
import { addProjectRoutes } from './routes/projects.ts'
import { addRecentContextRoute } from './routes/recent-context.ts'
import { addReviewRoutes } from './routes/review.ts'
import { type Match, makeRouter, type Router } from './routes/route.ts'
import { addSearchRoutes } from './routes/search.ts'
import { addSessionRoutes } from './routes/sessions.ts'
import { addSettingRoutes } from './routes/settings.ts'
import { addTimelineRoutes } from './routes/timeline.ts'
import { addTurnRoutes } from './routes/turns.ts'
import { addUserChangeRoutes } from './routes/user-changes.ts'
import { isViewerPath, sendViewerFile } from './viewer-files.ts'

export type { HttpParts } from './routes/parts.ts'

export function makeListener(parts: HttpParts): RequestListener {
  const router = makeRoutes(parts)
  return (incoming, outgoing) => {
    const path = pathOf(incoming)
    respond(parts, router.find(path), { incoming, outgoing, path }).catch((error: unknown) => {
      if (!(error instanceof MemoryError)) parts.log.error('a request failed', error, { path })
      // The rest of a refused body is not read.
      sendError(outgoing, error, incoming.complete ? {} : { connection: 'close' })
    })
  }
}

export function makeRoutes(parts: HttpParts): Router {
  const router = makeRouter()
  addOverviewRoutes(router, parts)
  addSearchRoutes(router, parts)
  addTimelineRoutes(router, parts)
  addRecentContextRoute(router, parts)
  addObservationRoutes(router, parts)
  addTurnRoutes(router, parts)
  addSessionRoutes(router, parts)
  addNoteRoutes(router, parts)
  addCodeRoutes(router, parts)
  addChangeRoutes(router, parts)
  addUserChangeRoutes(router, parts)
  addSettingRoutes(router, parts)
  addReviewRoutes(router, parts)
  addProjectRoutes(router, parts)
  addHelpRoutes(router)
  return router
}

interface Exchange {
  incoming: IncomingMessage
  outgoing: ServerResponse
  path: string
}

async function respond(parts: HttpParts, match: Match | undefined, { incoming, outgoing, path }: Exchange) {
  parts.onActivity()
  refuseOthers(incoming, parts.port())
  const method = incoming.method === 'HEAD' ? 'GET' : incoming.method
  if (method === 'GET' && isViewerPath(path)) return sendViewerFile(outgoing, path)
  const route = match?.routes.find((one) => one.method === method)
  if (match && !route) return refuseMethod(match, { incoming, outgoing, path })
  const access = route?.spec.access
  const reads = access === undefined ? method === 'GET' : access !== 'change'
  admit(
    { authorization: incoming.headers.authorization, socket: incoming.socket },
    {
      token: parts.token,
      needsToken: !reads || (parts.requireToken && access !== 'open'),
      secretPath: path.startsWith('/hook/'),
    },
  )
  if (!match || !route) {
    throw new MemoryError('not_found', `There is no route ${incoming.method} ${path}.`, {
      subject: 'request',
      hint: 'GET /api/openapi.json lists all of them.',
    })
  }
  const query = new URLSearchParams(/\?(.*)/s.exec(incoming.url ?? '')?.[1] ?? '')
  const reply = await route.answer({ incoming, outgoing, query, pathParameters: match.pathParameters })
  if (reply !== SENT) sendJson(outgoing, reply)
}

function pathOf(incoming: IncomingMessage): string {
  return incoming.url?.replace(/\?.*/s, '') ?? ''
}

function refuseOthers(incoming: IncomingMessage, port: number): void {
  const hosts = incoming.headersDistinct.host ?? []
  refuseOtherPages({ host: hosts.length === 1 ? hosts[0] : undefined, origin: incoming.headers.origin }, port)
  // An absolute URL is a request to a proxy, and this is not one.
  if (!incoming.url?.startsWith('/')) throw new MemoryError('bad_input', 'The address must begin with `/`.')
}

/** No other origin may call this server, so OPTIONS needs no answer of its own. */
function refuseMethod({ routes }: Match, { incoming, outgoing, path }: Exchange): void {
  const allowed = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  const error = new MemoryError('bad_input', `${path} cannot be asked with ${incoming.method}.`, {
    hint: `Use ${allowed}.`,
  })
  sendJson(outgoing, toErrorBody(error), { status: 405, headers: { allow: allowed } })
}
