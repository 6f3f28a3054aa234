/** The routes. Each parses its input once, asks a room, and prints; every failure becomes one JSON shape. */
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { stream } from 'hono/streaming'
import type * as z from 'zod'
import { MemoryError } from '../memory/error.ts'
import { searchWords } from '../retrieval/words.ts'
import type { Database } from '../store/database.ts'
import { findObservation } from '../store/observations.ts'
import { findProjects } from '../store/sessions.ts'
import { admit } from './guard.ts'
import type { HookAnswer } from './hook-answers.ts'
import type { Log } from './log.ts'
import {
  BODY_BYTES,
  type ErrorBody,
  ForgetRequest,
  type Health,
  ImportRequest,
  RememberRequest,
  ReplayRequest,
  SearchRequest,
  STATUS_OF,
  type Status,
} from './protocol.ts'
import { SPOOL_NAME } from './spool.ts'
import type { Writer } from './writer.ts'

export interface HttpParts {
  db: Database
  writer: Writer
  token: string
  nonce: string
  requireToken: boolean
  log: Log
  port: () => number
  health: () => Health
  status: () => Status
  answerHook: (name: string) => Promise<HookAnswer | undefined>
  onActivity: () => void
  stop: () => void
}

type Bindings = { Bindings: HttpBindings }

export function makeListener(parts: HttpParts) {
  const app = new Hono<Bindings>()

  app.use(async (c, next) => {
    parts.onActivity()
    const secretPath = c.req.path.startsWith('/hook/')
    const open = c.req.path === '/health' || secretPath
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
        needsToken: c.req.method !== 'GET' || (parts.requireToken && !open),
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

  app.get('/health', (c) => c.json(parts.health()))
  app.get('/api/status', (c) => c.json(parts.status()))

  app.get('/hook/:name', async (c) => {
    const name = c.req.param('name')
    if (!SPOOL_NAME.test(name)) throw new MemoryError('bad_input', 'That is not the name of a spool file.')
    const answer = await parts.answerHook(name)
    // Only who knows the name of a real file may learn the nonce.
    if (!answer) throw new MemoryError('not_found', 'No hook has left a file of this name.')
    c.env.outgoing.once('finish', () => {
      if (!c.env.incoming.socket.destroyed) answer.onDelivered()
    })
    return c.text(`${parts.nonce}\n${answer.body}`)
  })

  app.get('/api/observations/:id', (c) => {
    const id = Number(c.req.param('id'))
    const found = Number.isSafeInteger(id) ? findObservation(parts.db, id) : undefined
    if (!found) throw new MemoryError('not_found', 'There is no memory with this id.')
    return c.json(found)
  })

  app.get('/api/search/observations', (c) => {
    const { query, project, limit } = parse(SearchRequest, c.req.query())
    const projects = project === undefined ? [null] : findProjects(parts.db, project).map((one) => one.id)
    const hits = projects.flatMap((id) => searchWords(parts.db, { query, project: id, limit }))
    const best = hits.sort((a, b) => b.score - a.score).slice(0, limit)
    return c.json({
      searched: 'keywords',
      observations: best.map(({ observation, score }) => ({ ...observation, score })),
    })
  })

  app.post('/api/remember', async (c) => {
    const { type = 'discovery', title, text, cwd } = parse(RememberRequest, await readBody(c.req.raw))
    return c.json(await parts.writer.call('remember', { text, title, type, cwd }))
  })
  app.post('/api/forget', async (c) =>
    c.json(await parts.writer.call('forget', parse(ForgetRequest, await readBody(c.req.raw)))),
  )
  app.post('/api/pause', async (c) => c.json(await parts.writer.call('pause', { paused: true })))
  app.post('/api/resume', async (c) => c.json(await parts.writer.call('pause', { paused: false })))
  app.post('/api/backup', async (c) => c.json(await parts.writer.call('backup', {})))
  app.post('/api/settle', async (c) => c.json(await parts.writer.call('settle', {})))
  app.post('/api/import/transcripts', async (c) => {
    const { path } = parse(ImportRequest, await readBody(c.req.raw))
    c.header('content-type', 'application/x-ndjson')
    return stream(c, async (out) => {
      const line = (value: unknown) => out.write(`${JSON.stringify(value)}\n`)
      try {
        const done = await parts.writer.call('import', { path }, (progress) => void line({ progress }))
        await line({ done })
      } catch (error) {
        await line(toErrorBody(error))
      }
    })
  })
  app.post('/api/provider/check', async (c) => c.json(await parts.writer.call('providerCheck', {})))
  app.post('/api/provider/retry', async (c) => c.json(await parts.writer.call('providerRetry', {})))
  app.post('/api/synthesis/replay', async (c) =>
    c.json(await parts.writer.call('replay', parse(ReplayRequest, await readBody(c.req.raw)))),
  )
  app.post('/api/stop', (c) => {
    setImmediate(parts.stop)
    return c.json({ stopping: true })
  })

  app.notFound((c) => c.json(toErrorBody(new MemoryError('not_found', `There is no route ${c.req.path}.`)), 404))
  app.onError((error, c) => {
    if (!(error instanceof MemoryError)) parts.log.error('a request failed', error, { path: c.req.path })
    const body = toErrorBody(error)
    return c.json(body, STATUS_OF[body.error.code])
  })

  return getRequestListener((request, env) => app.fetch(request, env as HttpBindings)) // node-server passes its own bindings
}

function toErrorBody(error: unknown): ErrorBody {
  if (!(error instanceof MemoryError))
    return { error: { code: 'internal', message: 'Something went wrong; the log has more.' } }
  const { code, message, hint } = error
  return { error: { code, message, ...(hint === undefined ? {} : { hint }) } }
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.')
  throw new MemoryError('bad_input', `${where ? `${where}: ` : ''}${issue?.message ?? 'The input cannot be used.'}`)
}

async function readBody(request: Request): Promise<unknown> {
  const text = await request.text()
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new MemoryError('bad_input', 'The request body is not JSON.', { cause })
  }
}
