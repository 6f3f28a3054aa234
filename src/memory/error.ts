/**
 * The one error type. A closed list of codes, so that each door can translate every failure in one table.
 * The hint says what a person can do next.
 */
export type ErrorCode =
  | 'bad_input'
  | 'not_found'
  | 'unauthorized'
  | 'forbidden'
  | 'too_large'
  | 'conflict'
  | 'unavailable'
  | 'newer_schema'
  | 'corrupt'
  | 'internal'

export class MemoryError extends Error {
  override name = 'MemoryError'
  readonly code: ErrorCode
  readonly hint: string | undefined

  constructor(code: ErrorCode, message: string, more: { cause?: unknown; hint?: string | undefined } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.hint = more.hint
  }

  /** Whatever was thrown, as one of ours. */
  static from(error: unknown): MemoryError {
    if (error instanceof MemoryError) return error
    return new MemoryError('internal', error instanceof Error ? error.message : String(error), { cause: error })
  }
}
