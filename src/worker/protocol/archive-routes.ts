/** The routes by which a memory leaves and comes in as a file. */
import * as z from 'zod'
import { ExportRequest, FileImportLine, ImportFileRequest } from './archive.ts'
import type { Address, RouteSpec } from './route-spec.ts'

export const ARCHIVE_ROUTES = {
  'GET /api/export': {
    summary: 'the whole memory, as JSON lines that can be imported, or as Markdown to read',
    access: 'change',
    query: ExportRequest,
    reply: z.string(),
    replyType: 'text/plain',
    example: '?project=shop&since=2026-11-01',
  },
  'POST /api/import/file': {
    summary: 'read an export or a published database: progress lines, then one with `done` or `error`',
    access: 'change',
    body: ImportFileRequest,
    reply: FileImportLine,
    replyType: 'application/x-ndjson',
  },
} as const satisfies Record<Address, RouteSpec>
