/**
 * What the worker and everyone outside agree on. The number changes only when an old door could no longer speak to a
 * new worker; versions are never compared, so an update never restarts anything.
 */
import * as z from 'zod'
import type { ErrorCode } from '../memory/error.ts'
import { OBSERVATION_TYPES } from '../memory/observation.ts'

export const PROTOCOL = 1

/** Beyond this a request body is refused unread. */
export const BODY_BYTES = 1024 * 1024

export interface Health {
  ok: true
  protocol: number
  version: string
  pid: number
}

export interface Status {
  version: string
  protocol: number
  pid: number
  port: number
  startedAt: number
  memoryBytes: number
  paused: boolean
  provider: string
  synthesis: {
    provider: string
    model: string
    spentToday: number
    budget: number
    waiting: number
    skipped: number
    lastError: string | null
  }
  queue: {
    /** Spool files nobody has taken yet. */
    spool: number
    waitingSessions: number
    oldestUnprocessedAt: number | null
    oldestUnprocessedAgeMs: number | null
  }
  stored: {
    observations: number
    summaries: number
    prompts: number
    sessions: number
    activeSessions: number
    projects: number
    events: number
  }
  lastError: { at: number; message: string } | null
  notices: string[]
}

export const RememberRequest = z.strictObject({
  text: z.string().trim().min(1).max(20_000),
  title: z.string().trim().min(1).max(300).optional(),
  type: z.enum(OBSERVATION_TYPES).optional(),
  /** A path inside the project the memory belongs to. */
  cwd: z.string().min(1),
})
export type RememberRequest = z.infer<typeof RememberRequest>

export const ForgetRequest = z.strictObject({ id: z.int().positive() })

export const ImportRequest = z.strictObject({ path: z.string().min(1).optional() })

export const SearchRequest = z.object({
  query: z.string().min(1).max(100_000),
  project: z.string().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

export type ProviderCheck =
  | { ok: true; model: string; ms: number }
  | { ok: false; trouble: string; message: string; hint: string | undefined }

export const ReplayRequest = z.strictObject({
  session: z.string().min(1),
  provider: z.enum(['local', 'claude', 'anthropic', 'openai']).optional(),
  dryRun: z.boolean(),
})
export type ReplayRequest = z.infer<typeof ReplayRequest>

export interface ReplayDifference {
  events: number
  rows: {
    change: 'same' | 'changed' | 'added' | 'gone'
    id: number | undefined
    before: string | undefined
    after: string | undefined
  }[]
  applied: boolean
}

export interface ImportProgress {
  filesDone: number
  filesTotal: number
  bytesDone: number
  bytesTotal: number
  events: number
  observations: number
}

export interface ErrorBody {
  error: { code: ErrorCode; message: string; hint?: string }
}

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
