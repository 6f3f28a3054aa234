/** The HTTP side of the worker: access checks, routes, and one JSON shape for every failure. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { MemoryError } from '../../memory/error.ts'
import { toErrorBody } from './error-body.ts'
import { admit, refuseOtherPages } from './guard.ts'
import { sendHookAnswer } from './hook-reply.ts'
import { SENT, sendError, sendJson } from './reply.ts'
import type { HttpParts } from './routes/parts.ts'
import type { Match, Router } from './routes/route.ts'
import { isViewerPath, sendViewerFile } from './viewer-files.ts'

export type { HttpParts } from './routes/parts.ts'

export function makeListener(parts: HttpParts): RequestListener {
  const routes = makeLateRoutes(parts)
  return (incoming, outgoing) => {
    const path = pathOf(incoming)
    outgoing.once('close', routes.loadSoon)
    respond(parts, routes, { incoming, outgoing, path }).catch((error: unknown) => {
      if (!(error instanceof MemoryError)) parts.log.error('a request failed', error, { path })
      // The rest of a refused body is not read.
      sendError(outgoing, error, incoming.complete ? {} : { connection: 'close' })
    })
  }
}

/** Loaded after the first answer: it is often waited for by a hook, which needs none of them. */
function makeLateRoutes(parts: HttpParts) {
  let router: Router | undefined
  const load = async () => {
    const { makeRoutes } = await import('./all-routes.ts')
    router ??= makeRoutes(parts)
    return router
  }
  return {
    loaded: () => router,
    load,
    loadSoon: () => void (router ?? load().catch((error: unknown) => parts.log.error('no routes', error))),
  }
}

interface Exchange {
  incoming: IncomingMessage
  outgoing: ServerResponse
  path: string
}

async function respond(parts: HttpParts, routes: ReturnType<typeof makeLateRoutes>, exchange: Exchange) {
  const { incoming, outgoing, path } = exchange
  parts.onActivity()
  refuseOthers(incoming, parts.port())
  const method = incoming.method === 'HEAD' ? 'GET' : incoming.method
  if (method === 'GET' && isViewerPath(path)) return sendViewerFile(outgoing, path)
  if (method === 'GET' && path.startsWith(HOOKS) && !routes.loaded())
    return sendHookAnswer(parts, { incoming, outgoing, name: path.slice(HOOKS.length) })
  const match = (routes.loaded() ?? (await routes.load())).find(path)
  const route = match?.routes.find((one) => one.method === method)
  if (match && !route) return refuseMethod(match, { incoming, outgoing, path })
  const access = route?.spec.access
  const reads = access === undefined ? method === 'GET' : access !== 'change'
  admit(
    { authorization: incoming.headers.authorization, socket: incoming.socket },
    {
      token: parts.token,
      needsToken: !reads || (parts.requireToken && access !== 'open'),
      secretPath: path.startsWith(HOOKS),
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

/** A path below it is a secret only the same user can know: no token, no look at who asks. */
const HOOKS = '/hook/'

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
