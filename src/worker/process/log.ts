/**
 * One JSON line per event, never with payload text. Two files of at most 2 MB each: the current and the previous one.
 */
import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { safeJson } from '../../memory/safe-text.ts'

const MAX_BYTES = 2 * 1024 * 1024

export interface Log {
  info(what: string, more?: Record<string, unknown>): void
  warn(what: string, more?: Record<string, unknown>): void
  error(what: string, error: unknown, more?: Record<string, unknown>): void
}

export function openLog(folder: string): Log {
  const path = join(folder, 'worker.log')
  const write = (level: string, what: string, more: Record<string, unknown> = {}) => {
    try {
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(path, `${path}.1`)
      appendFileSync(path, `${safeJson(JSON.stringify({ at: new Date().toISOString(), level, what, ...more }))}\n`, {
        mode: 0o600,
      })
    } catch {
      // a full disk must not crash the worker; the next line may fit again
    }
  }
  return {
    info: (what, more) => write('info', what, more),
    warn: (what, more) => write('warn', what, more),
    error: (what, error, more) => write('error', what, { ...more, error: describe(error) }),
  }
}

/** Code, message and our own first stack frame: enough to find the line, and nothing a user typed. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error }
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return {
    name: error.name,
    code,
    errcode,
    message: error.message.slice(0, 300),
    at: error.stack?.split('\n')[1]?.trim(),
  }
}
