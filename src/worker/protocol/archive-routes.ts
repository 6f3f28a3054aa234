/** The routes by which a memory leaves and comes in as a file. */
import * as z from 'zod'
import { BackupList, ExportRequest, FileImportLine, ImportFileRequest, RestoreBackup } from './archive.ts'
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
  'POST /api/backup': {
    summary: 'make a verified backup now',
    access: 'change',
    reply: z.strictObject({ path: z.string() }),
  },
  'GET /api/backups': {
    summary: 'the backups there are, and what this worker was restored from',
    access: 'change',
    reply: BackupList,
  },
  'POST /api/restore': {
    summary: 'go back to a backup: it is verified, then the worker restarts with it',
    access: 'change',
    body: RestoreBackup,
    reply: z.strictObject({ restarting: z.literal(true) }),
  },
} as const satisfies Record<Address, RouteSpec>
