/** The memory as a file, out and in. Exports are read from a connection of their own, with a breath between rows. */
import type { ServerResponse } from 'node:http'
import { MemoryError } from '../../../memory/error.ts'
import { safeJson } from '../../../memory/safe-text.ts'
import { type ExportFilter, exportHead, exportRows } from '../../../store/archive/export-rows.ts'
import { readableRows } from '../../../store/archive/readable.ts'
import { ARCHIVE_END } from '../../../store/archive/rows.ts'
import { type Database, openSnapshot } from '../../../store/database.ts'
import type { ExportFormat } from '../../protocol/archive.ts'
import { toErrorBody } from '../error-body.ts'
import { renderMarkdown } from '../markdown-export.ts'
import { SENT } from '../reply.ts'
import { readRange } from './date-range.ts'
import type { HttpParts } from './parts.ts'
import { getOneProject } from './projects.ts'
import type { Router } from './route.ts'

/** Somebody may be waiting for an answer meanwhile. */
const WORK_MS = 10

export function addArchiveRoutes({ add }: Router, { db, writer, log, restart }: HttpParts): void {
  add('POST /api/backup', () => writer.call('backup', {}))
  add('GET /api/backups', () => writer.call('backups', {}))
  add('POST /api/restore', async ({ body }) => {
    await writer.call('restore', body)
    setImmediate(restart)
    return { restarting: true as const }
  })
  add('GET /api/export', async ({ query: { format, project, since }, outgoing }) => {
    const filter: ExportFilter = {
      projects: project === undefined ? undefined : [getOneProject(db, project).id],
      since: since === undefined ? undefined : readRange({ 'dateRange[start]': since }, Date.now())?.from,
    }
    const snapshot = openSnapshot(db)
    try {
      await sendPieces(outgoing, piecesOf(snapshot, format, filter))
    } finally {
      snapshot.close()
    }
    return SENT
  })
  add('POST /api/import/file', async ({ body: asked, outgoing }) => {
    outgoing.writeHead(200, { 'content-type': 'application/x-ndjson' })
    const line = (value: unknown) => outgoing.write(`${JSON.stringify(value)}\n`)
    try {
      line({ done: await writer.call('importFile', asked, (progress) => line({ progress })) })
    } catch (error) {
      if (!(error instanceof MemoryError)) log.error('an import failed', error)
      line(toErrorBody(error))
    }
    outgoing.end()
    return SENT
  })
}

function* piecesOf(db: Database, format: ExportFormat, filter: ExportFilter): Generator<string> {
  if (format === 'markdown') return yield* renderMarkdown(readableRows(db, filter))
  yield lineOf(exportHead(db, filter))
  for (const row of exportRows(db, filter)) yield lineOf(row)
  yield lineOf(ARCHIVE_END)
}

/** Safe to look at in a terminal. */
function lineOf(value: unknown): string {
  return `${safeJson(JSON.stringify(value))}\n`
}

/** Holds no more than the other side has not read yet. */
async function sendPieces(outgoing: ServerResponse, pieces: Iterable<string>): Promise<void> {
  let since = performance.now()
  for (const piece of pieces) {
    if (!outgoing.headersSent) outgoing.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
    if (outgoing.destroyed) return
    const isFull = !outgoing.write(piece)
    if (!isFull && performance.now() - since < WORK_MS) continue
    if (isFull) await drained(outgoing)
    else await new Promise(setImmediate)
    since = performance.now()
  }
  outgoing.end()
}

/** Or the other side has left. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done).off('close', done)
      resolve()
    }
    outgoing.on('drain', done).on('close', done)
  })
}
