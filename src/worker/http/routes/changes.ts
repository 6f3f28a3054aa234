/** Requests that change something. The writing thread does the work; each needs the token. */
import * as z from 'zod'
import { findReplayable } from '../../../store/replayable.ts'
import { ForgetRequest, Forgotten } from '../../protocol/forget.ts'
import {
  ImportProgress,
  ImportRequest,
  ProviderCheck,
  Remembered,
  RememberRequest,
  ReplayableRequest,
  ReplayableSessions,
  ReplayDifference,
  ReplayRequest,
} from '../../protocol.ts'
import { ImportedIds, ImportObservationsRequest } from '../../writer/changes/bulk-import.ts'
import { toErrorBody } from '../error-body.ts'
import { SENT } from '../reply.ts'
import { forgetFor } from './forget.ts'
import type { HttpParts } from './parts.ts'
import type { Router } from './route.ts'
import { scopeOf } from './scope.ts'

const Paused = z.strictObject({ paused: z.boolean() })
const ImportLine = z.union([
  z.strictObject({ progress: ImportProgress }),
  z.strictObject({ done: ImportProgress }),
  z.strictObject({ error: z.unknown() }),
])

export function addChangeRoutes({ add }: Router, parts: HttpParts): void {
  const { writer, stop } = parts
  const change = { method: 'POST', access: 'change' } as const

  add(
    {
      ...change,
      path: '/api/remember',
      summary: 'store a memory in your own words',
      body: RememberRequest,
      reply: Remembered,
    },
    ({ body: { type = 'discovery', title, text, cwd } }) => writer.call('remember', { text, title, type, cwd }),
  )
  add(
    {
      ...change,
      path: '/api/forget',
      summary: 'delete memories, a prompt, a session or whatever fits, for good; answers with a receipt, or a preview',
      body: ForgetRequest,
      reply: Forgotten,
    },
    ({ body }) => forgetFor(parts, body),
  )
  add({ ...change, path: '/api/pause', summary: 'stop capturing', reply: Paused }, () =>
    writer.call('pause', { paused: true }),
  )
  add({ ...change, path: '/api/resume', summary: 'go on capturing', reply: Paused }, () =>
    writer.call('pause', { paused: false }),
  )
  add(
    {
      ...change,
      path: '/api/import/observations',
      summary: 'store many finished memories as they are; answers with their ids',
      body: ImportObservationsRequest,
      reply: ImportedIds,
    },
    ({ body }) => writer.call('importObservations', { items: body }),
  )
  add(
    {
      ...change,
      path: '/api/import/transcripts',
      summary: 'read old sessions: progress lines, then one with `done` or `error`',
      body: ImportRequest,
      reply: ImportLine,
      replyType: 'application/x-ndjson',
    },
    async ({ body: asked, outgoing }) => {
      outgoing.writeHead(200, { 'content-type': 'application/x-ndjson' })
      const line = (value: unknown) => outgoing.write(`${JSON.stringify(value)}\n`)
      try {
        line({ done: await writer.call('import', asked, (progress) => line({ progress })) })
      } catch (error) {
        line(toErrorBody(error))
      }
      outgoing.end()
      return SENT
    },
  )
  add(
    {
      ...change,
      path: '/api/provider/check',
      summary: 'one tiny call to the provider: works, or what is wrong',
      reply: ProviderCheck,
    },
    () => writer.call('providerCheck', {}),
  )
  add(
    {
      ...change,
      path: '/api/provider/retry',
      summary: 'what failed or was put off is tried at once',
      reply: z.strictObject({ retried: z.int() }),
    },
    () => writer.call('providerRetry', {}),
  )
  add(
    {
      ...change,
      path: '/api/synthesis/replay',
      summary: 'derive a session’s memories again and compare',
      body: ReplayRequest,
      reply: ReplayDifference,
    },
    ({ body }) => writer.call('replay', body),
  )
  add(
    {
      method: 'GET',
      path: '/api/synthesis/replayable',
      summary: 'sessions whose memories can be derived again',
      access: 'read',
      query: ReplayableRequest,
      reply: ReplayableSessions,
    },
    ({ query }) => {
      const { sessions, gone } = findReplayable(parts.db, { projects: scopeOf(parts, query).projects })
      return { sessions: sessions.map(({ projectName, ...one }) => ({ ...one, project: projectName })), gone }
    },
  )
  add(
    {
      ...change,
      path: '/api/backup',
      summary: 'make a verified backup now',
      reply: z.strictObject({ path: z.string() }),
    },
    () => writer.call('backup', {}),
  )
  add(
    {
      ...change,
      path: '/api/settle',
      summary: 'finish everything that could wait',
      reply: z.strictObject({ taken: z.int() }),
    },
    () => writer.call('settle', {}),
  )
  add(
    {
      ...change,
      path: '/api/stop',
      summary: 'end the worker',
      reply: z.strictObject({ stopping: z.literal(true) }),
    },
    () => {
      setImmediate(stop)
      return { stopping: true as const }
    },
  )
}
