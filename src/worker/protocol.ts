/**
 * What the worker and its clients agree on; searching has its own files in protocol/. The number changes only when an
 * old door could no longer talk to a new worker. Versions are never compared, so an update never restarts anything.
 */

import * as z from 'zod'
import { HOST_NAMES } from '../capture/captured-event.ts'
import { ERROR_SUBJECTS, type ErrorCode } from '../memory/error.ts'
import { PROVIDER_NAMES } from '../memory/model-provider.ts'
import { OBSERVATION_TYPES } from '../memory/observation.ts'
import { pathText } from './protocol/path-text.ts'

export const PROTOCOL = 1

/** A larger request body is refused unread. */
export const BODY_BYTES = 1024 * 1024

const count = z.int().nonnegative()
const epochMs = z.int()

export const Health = z.strictObject({
  ok: z.literal(true),
  protocol: z.int(),
  version: z.string(),
  pid: z.int(),
})
export type Health = z.infer<typeof Health>

export const Stored = z.strictObject({
  observations: count,
  summaries: count,
  prompts: count,
  sessions: count,
  activeSessions: count,
  projects: count,
  events: count,
})

export const Economics = z
  .strictObject({
    denied: count.describe('reads the gate refused'),
    readAgain: count.describe('of these, files that were read whole afterwards'),
    informed: count.describe('reads it only added notes to'),
    gateSavedTokens: z
      .int()
      .describe('file tokens that stayed unread, less what was told and fetched instead; below zero is a loss'),
    injectedTokens: count.describe('at session start, beside prompts, after failures'),
    synthesisTokens: z.number().describe('spent by a model on wording memories'),
  })
  .describe('all tokens are estimates')
export type Economics = z.infer<typeof Economics>

export const Status = z.strictObject({
  version: z.string(),
  protocol: z.int(),
  pid: z.int(),
  port: z.int(),
  startedAt: epochMs,
  memoryBytes: count,
  paused: z.boolean(),
  provider: z.string(),
  synthesis: z.strictObject({
    provider: z.string(),
    model: z.string(),
    spentToday: z.number(),
    budget: z.number(),
    waiting: count,
    skipped: count,
    lastError: z.string().nullable(),
  }),
  queue: z.strictObject({
    spool: count.describe('spool files nobody has taken yet'),
    waitingSessions: count,
    oldestUnprocessedAt: epochMs.nullable(),
    oldestUnprocessedAgeMs: count.nullable(),
  }),
  stored: Stored,
  economics: Economics,
  erasing: z
    .strictObject({ since: epochMs.nullable(), words: z.boolean(), vectors: count })
    .nullable()
    .describe(
      'forgotten, and not gone from the disk yet: words in indexes and backups, vectors; null when nothing is left',
    ),
  lastError: z.strictObject({ at: epochMs, message: z.string() }).nullable(),
  notices: z.array(z.string()),
})
export type Status = z.infer<typeof Status>

export const RememberRequest = z.strictObject({
  text: z.string().trim().min(1).max(20_000),
  title: z.string().trim().min(1).max(300).optional(),
  type: z.enum(OBSERVATION_TYPES).optional(),
  cwd: pathText.describe('a path inside the project the memory belongs to'),
})
export type RememberRequest = z.infer<typeof RememberRequest>

export const Remembered = z.strictObject({ id: z.int(), project: z.string() })
export type Remembered = z.infer<typeof Remembered>

export const Paused = z.strictObject({ paused: z.boolean() })

export const ImportRequest = z.strictObject({
  path: pathText.optional().describe('the host’s folder (default), a folder inside it, or one .jsonl file'),
  host: z.enum(HOST_NAMES).optional().describe('whose transcripts; without it, of every host that has some there'),
})

export type ImportRequest = z.infer<typeof ImportRequest>

export const ImportProgress = z.strictObject({
  filesDone: count,
  filesTotal: count,
  /** Files that had something new. */
  filesNew: count,
  bytesDone: count,
  bytesTotal: count,
  events: count,
  observations: count,
  /** Transcript lines that could not be read. */
  unreadable: count,
})
export type ImportProgress = z.infer<typeof ImportProgress>

export const ProviderCheck = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), model: z.string(), ms: z.number() }),
  z.strictObject({ ok: z.literal(false), trouble: z.string(), message: z.string(), hint: z.string().optional() }),
])
export type ProviderCheck = z.infer<typeof ProviderCheck>

export const ReplayRequest = z.strictObject({
  session: z.string().min(1),
  provider: z.enum(PROVIDER_NAMES).optional(),
  dryRun: z.boolean(),
})
export type ReplayRequest = z.infer<typeof ReplayRequest>

export const ReplayableRequest = z.strictObject({ project: z.string().min(1).optional() })

/** Oldest first. `gone`: sessions whose events are no longer kept, so their memories stay as they are. */
export const ReplayableSessions = z.strictObject({
  sessions: z.array(z.strictObject({ session: z.string(), project: z.string(), at: z.number() })),
  gone: count,
})
export type ReplayableSessions = z.infer<typeof ReplayableSessions>

export const ReplayDifference = z.strictObject({
  events: count,
  rows: z.array(
    z.strictObject({
      change: z.enum(['same', 'changed', 'added', 'gone']),
      id: z.int().optional(),
      before: z.string().optional(),
      after: z.string().optional(),
    }),
  ),
  applied: z.boolean(),
})
export type ReplayDifference = z.infer<typeof ReplayDifference>

const ERROR_CODES = [
  'bad_input',
  'not_found',
  'unauthorized',
  'forbidden',
  'too_large',
  'conflict',
  'unavailable',
  'newer_schema',
  'corrupt',
  'internal',
] as const satisfies ErrorCode[]

export const ErrorBody = z.strictObject({
  error: z.strictObject({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    hint: z.string().optional().describe('what to do'),
    field: z.string().optional().describe('the parameter at fault'),
    subject: z.enum(ERROR_SUBJECTS).optional().describe('what it is about'),
  }),
})
export type ErrorBody = z.infer<typeof ErrorBody>

export const STATUS_OF: Record<ErrorCode, 400 | 401 | 403 | 404 | 409 | 413 | 500 | 503> = {
  bad_input: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unavailable: 503,
  newer_schema: 500,
  corrupt: 500,
  internal: 500,
}
