/** The HTTP side of the worker: who may ask, the routes, and every failure in one JSON shape. */
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { MemoryError } from '../memory/error.ts'
import { toErrorBody } from './error-body.ts'
import { admit } from './guard.ts'
import { BODY_BYTES, STATUS_OF } from './protocol.ts'
import { addChangeRoutes } from './routes/changes.ts'
import { addCodeRoutes } from './routes/code.ts'
import { addHelpRoutes } from './routes/help.ts'
import { addObservationRoutes } from './routes/observations.ts'
import { addOverviewRoutes } from './routes/overview.ts'
import type { HttpParts } from './routes/parts.ts'
import { addRecentContextRoute } from './routes/recent-context.ts'
import { type App, makeRouter, type RouteSpec } from './routes/route.ts'
import { addSearchRoutes } from './routes/search.ts'
import { addTimelineRoutes } from './routes/timeline.ts'

export type { HttpParts } from './routes/parts.ts'

export function makeListener(parts: HttpParts) {
  const { app } = makeApp(parts)
  return getRequestListener((request, env) => app.fetch(request, env as HttpBindings)) // node-server passes its own bindings
}

export function makeApp(parts: HttpParts): { app: App; table: RouteSpec[] } {
  const app: App = new Hono()
  /** Reading with POST, because a list of ids does not fit an address. */
  const readByPost = new Set<string>()
  /** Reading that needs the token all the same: what it returns is not memory, but the user's files. */
  const guardedReads = new Set<string>()

  app.use(async (c, next) => {
    parts.onActivity()
    const secretPath = c.req.path.startsWith('/hook/')
    const open = c.req.path === '/health' || secretPath
    const reads = !guardedReads.has(c.req.path) && (c.req.method === 'GET' || readByPost.has(c.req.path))
    admit(
      {
        host: c.req.header('host'),
        origin: c.req.header('origin'),
        authorization: c.req.header('authorization'),
        socket: c.env.incoming.socket,
      },
      {
        port: parts.port(),
        token: parts.token,
        needsToken: !reads || (parts.requireToken && !open),
        secretPath,
      },
    )
    await next()
  })
  app.use(
    bodyLimit({
      maxSize: BODY_BYTES,
      onError: () => {
        throw new MemoryError('too_large', `A request body may have at most ${BODY_BYTES} bytes.`)
      },
    }),
  )

  const router = makeRouter(app)
  addOverviewRoutes(router, parts)
  addSearchRoutes(router, parts)
  addTimelineRoutes(router, parts)
  addRecentContextRoute(router, parts)
  addObservationRoutes(router, parts)
  addCodeRoutes(router, parts)
  addChangeRoutes(router, parts)
  addHelpRoutes(router)
  for (const { method, access, path } of router.table) {
    if (method === 'POST' && access === 'read') readByPost.add(path)
    if (method === 'GET' && access === 'change') guardedReads.add(path)
  }

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
