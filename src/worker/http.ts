/** The HTTP side of the worker: who may ask, the routes, and every failure in one JSON shape. */
import type { IncomingMessage, RequestListener } from 'node:http'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { MemoryError } from '../memory/error.ts'
import { toErrorBody } from './error-body.ts'
import { admit, refuseOtherPages } from './guard.ts'
import { BODY_BYTES, STATUS_OF } from './protocol.ts'
import { addChangeRoutes } from './routes/changes.ts'
import { addCodeRoutes } from './routes/code.ts'
import { addHelpRoutes } from './routes/help.ts'
import { addNoteRoutes } from './routes/notes.ts'
import { addObservationRoutes } from './routes/observations.ts'
import { addOverviewRoutes } from './routes/overview.ts'
import type { HttpParts } from './routes/parts.ts'
import { addRecentContextRoute } from './routes/recent-context.ts'
import { type App, makeRouter, type RouteSpec } from './routes/route.ts'
import { addSearchRoutes } from './routes/search.ts'
import { addTimelineRoutes } from './routes/timeline.ts'
import { addTurnRoutes } from './routes/turns.ts'
import { endWithError } from './server.ts'

export type { HttpParts } from './routes/parts.ts'

export function makeListener(parts: HttpParts): RequestListener {
  const { app } = makeApp(parts)
  const fetch = (request: Request, env: unknown) => app.fetch(request, env as HttpBindings) // node-server passes its own bindings
  const listen = getRequestListener(fetch, {
    errorHandler(error) {
      // An address nobody can make a URL of; everything else the app has answered itself.
      if (!(error instanceof RequestError)) parts.log.error('a request failed', error)
      const known = error instanceof RequestError ? new MemoryError('bad_input', 'The address cannot be read.') : error
      const body = toErrorBody(known)
      return Response.json(body, { status: STATUS_OF[body.error.code] })
    },
  })
  return (incoming, outgoing) => {
    const refusal = refusalOf(incoming, parts.port())
    if (refusal) endWithError(outgoing, STATUS_OF[refusal.code], refusal)
    else void listen(incoming, outgoing)
  }
}

/** Before a URL is made of the Host header: an odd one is no reason for another kind of answer. */
function refusalOf(incoming: IncomingMessage, port: number): MemoryError | undefined {
  try {
    const hosts = incoming.headersDistinct.host ?? []
    refuseOtherPages({ host: hosts.length === 1 ? hosts[0] : undefined, origin: incoming.headers.origin }, port)
    // A whole URL is meant for a proxy, which we are not.
    return incoming.url?.startsWith('/') ? undefined : new MemoryError('bad_input', 'The address must begin with `/`.')
  } catch (error) {
    return MemoryError.from(error)
  }
}

export function makeApp(parts: HttpParts): { app: App; table: RouteSpec[] } {
  const app: App = new Hono()
  const router = makeRouter(app)

  app.use(async (c, next) => {
    parts.onActivity()
    const { path } = c.req
    refuseOtherPages({ host: c.req.header('host'), origin: c.req.header('origin') }, parts.port())
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    const here = router.at(path)
    const access = here.find((spec) => spec.method === method)?.access
    if (here.length > 0 && access === undefined) return wrongMethod(c, here)
    const reads = access === undefined ? method === 'GET' : access !== 'change'
    admit(
      { authorization: c.req.header('authorization'), socket: c.env.incoming.socket },
      {
        token: parts.token,
        needsToken: !reads || (parts.requireToken && access !== 'open'),
        secretPath: path.startsWith('/hook/'),
      },
    )
    return next()
  })
  app.use(
    bodyLimit({
      maxSize: BODY_BYTES,
      onError: () => {
        throw new MemoryError('too_large', `A request body may have at most ${BODY_BYTES} bytes.`)
      },
    }),
  )

  addOverviewRoutes(router, parts)
  addSearchRoutes(router, parts)
  addTimelineRoutes(router, parts)
  addRecentContextRoute(router, parts)
  addObservationRoutes(router, parts)
  addTurnRoutes(router, parts)
  addNoteRoutes(router, parts)
  addCodeRoutes(router, parts)
  addChangeRoutes(router, parts)
  addHelpRoutes(router)

  app.notFound((c) =>
    c.json(
      toErrorBody(
        new MemoryError('not_found', `There is no route ${c.req.method} ${c.req.path}.`, {
          hint: 'GET /api/openapi.json lists all of them.',
        }),
      ),
      404,
    ),
  )
  app.onError((error, c) => {
    if (!(error instanceof MemoryError)) parts.log.error('a request failed', error, { path: c.req.path })
    const body = toErrorBody(error)
    return c.json(body, STATUS_OF[body.error.code])
  })
  return { app, table: router.table }
}

/** No page of another origin is meant to ask, so OPTIONS has no answer of its own. */
function wrongMethod(c: Context, here: RouteSpec[]): Response {
  const allowed = here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  const error = new MemoryError('bad_input', `${c.req.path} cannot be asked with ${c.req.method}.`, {
    hint: `Use ${allowed}.`,
  })
  return c.json(toErrorBody(error), 405, { allow: allowed })
}
