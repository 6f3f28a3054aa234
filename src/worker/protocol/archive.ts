/** The memory as a file: exports, and files that are imported. */
import * as z from 'zod'
import { ErrorBody } from '../protocol.ts'
import { pathText } from './path-text.ts'

const count = z.int().nonnegative()

export const EXPORT_FORMATS = ['jsonl', 'markdown'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const ExportRequest = z.strictObject({
  format: z
    .enum(EXPORT_FORMATS)
    .default('jsonl')
    .describe('everything as JSON lines, or memories and summaries to read'),
  project: z.string().trim().min(1).max(4096).optional().describe('name or id: only this project'),
  since: z.string().trim().min(1).max(100).optional().describe('only from this date on'),
})

export const ImportFileRequest = z.strictObject({
  path: pathText.describe('an export, or the database of a published claude-mem; the content shows which'),
  map: z
    .record(z.string().min(1).max(4096), z.string().min(1).max(4096))
    .optional()
    .describe('for a database: the project each of its names means, as a folder, a name or an id'),
  dryRun: z.boolean().default(false).describe('true: only count'),
})
export type ImportFileRequest = z.infer<typeof ImportFileRequest>

/** What was new, by kind. */
const Added = z.strictObject({
  projects: count,
  sessions: count,
  memories: count,
  summaries: count,
  prompts: count,
  turns: count,
  events: count,
  changes: count,
  forgotten: count.describe('marks of what was forgotten there'),
})

export const FileImport = z.strictObject({
  from: z.enum(['export', 'database']),
  dryRun: z.boolean().describe('true: nothing was changed'),
  /** Of `total`: bytes of an export, rows of a database. */
  done: count,
  total: count,
  added: Added,
  known: count.describe('rows that were there already; they stay as they are'),
  forgotten: count.describe('rows that were forgotten here; they stay forgotten'),
  renumbered: count.describe('rows whose id is another’s here'),
  left: z.record(z.string(), count).describe('rows of a database that have no place here, by reason'),
  skipped: count.describe('rows that could not be read or stored'),
  firstSkipped: z.array(z.strictObject({ place: z.string(), why: z.string() })).describe('the first few of them'),
  cutOff: z.boolean().describe('the export has no last line: it is not whole'),
  backedUp: z.boolean().nullable().describe('false: keep the file until a backup was made; null: nothing was new'),
  projects: z
    .array(z.strictObject({ from: z.string(), id: z.string(), name: z.string() }))
    .describe('where the projects of a database went'),
})
export type FileImport = z.infer<typeof FileImport>

/** One line of the streamed reply; the last one is `done` or `error`. */
export const FileImportLine = z.union([
  z.strictObject({ progress: FileImport }),
  z.strictObject({ done: FileImport }),
  ErrorBody,
])
export type FileImportLine = z.infer<typeof FileImportLine>

export const BackupList = z.strictObject({
  backups: z
    .array(
      z.strictObject({
        path: z.string(),
        name: z.string(),
        at: z.int().describe('milliseconds since 1970'),
        bytes: count,
        memories: count.nullable().describe('null: it cannot be read'),
      }),
    )
    .describe('newest first'),
  journal: count.describe('entries since the newest backup'),
  restored: z
    .strictObject({
      from: z.string(),
      kept: z.string().nullable().describe('the database that was replaced'),
      entries: count.describe('brought back from the journal'),
      forgotten: count.describe('in the backup, but forgotten since: left out'),
    })
    .nullable()
    .describe('what this worker went back to when it started'),
})
export type BackupList = z.infer<typeof BackupList>

export const RestoreBackup = z.strictObject({
  backup: pathText.describe('path of a backup'),
  withJournal: z.boolean().default(true).describe('also bring back what came after the newest backup'),
})
