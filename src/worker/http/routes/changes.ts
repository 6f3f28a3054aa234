/** Requests that change something. The writing thread does the work; all of them need the token. */
import { findReplayable } from '../../../store/replayable.ts'
import { toErrorBody } from '../error-body.ts'
import { SENT } from '../reply.ts'
import { forgetFor } from './forget.ts'
import type { HttpParts } from './parts.ts'
import type { Router } from './route.ts'
import { scopeOf } from './scope.ts'

export function addChangeRoutes({ add }: Router, parts: HttpParts): void {
  const { writer, stop } = parts
  add('POST /api/remember', ({ body: { type = 'discovery', title, text, cwd } }) =>
    writer.call('remember', { text, title, type, cwd }),
  )
  add('POST /api/forget', ({ body }) => forgetFor(parts, body))
  add('POST /api/pause', () => writer.call('pause', { paused: true }))
  add('POST /api/resume', () => writer.call('pause', { paused: false }))
  add('POST /api/import/observations', ({ body }) => writer.call('importObservations', { items: body }))
  add('POST /api/import/transcripts', async ({ body: asked, outgoing }) => {
    outgoing.writeHead(200, { 'content-type': 'application/x-ndjson' })
    const line = (value: unknown) => outgoing.write(`${JSON.stringify(value)}\n`)
    try {
      line({ done: await writer.call('import', asked, (progress) => line({ progress })) })
    } catch (error) {
      line(toErrorBody(error))
    }
    outgoing.end()
    return SENT
  })
  add('POST /api/provider/check', () => writer.call('providerCheck', {}))
  add('POST /api/provider/retry', () => writer.call('providerRetry', {}))
  add('POST /api/synthesis/replay', ({ body }) => writer.call('replay', body))
  add('GET /api/synthesis/replayable', ({ query }) => {
    const { sessions, gone } = findReplayable(parts.db, { projects: scopeOf(parts, query).projects })
    return { sessions: sessions.map(({ projectName, ...one }) => ({ ...one, project: projectName })), gone }
  })
  add('POST /api/vacuum', () => writer.call('vacuum', {}))
  add('POST /api/doctor/check', () => writer.call('checkMemory', {}))
  add('POST /api/doctor/respool', () => writer.call('respool', {}))
  add('POST /api/doctor/remove-probes', () => writer.call('removeProbes', {}))
  add('POST /api/settle', () => writer.call('settle', {}))
  add('POST /api/restart', () => {
    setImmediate(parts.restart)
    return { restarting: true as const }
  })
  add('POST /api/stop', () => {
    setImmediate(stop)
    return { stopping: true as const }
  })
}
