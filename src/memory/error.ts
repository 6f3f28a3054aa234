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

/** What an error is about, so that each door can say in its own terms what to do. `request`: its format. */
export const ERROR_SUBJECTS = [
  'request',
  'project',
  'memory',
  'session',
  'prompt',
  'change',
  'note',
  'date',
  'order of dates',
] as const
export type ErrorSubject = (typeof ERROR_SUBJECTS)[number]

/** What of an error is passed between threads and doors. */
export interface ErrorFacts {
  code: ErrorCode
  message: string
  hint?: string | undefined
  /** The parameter at fault, by the worker's name; if the message names it, it begins with it and a colon. */
  field?: string | undefined
  subject?: ErrorSubject | undefined
}

export class MemoryError extends Error {
  override name = 'MemoryError'
  readonly code: ErrorCode
  readonly hint: string | undefined
  readonly field: string | undefined
  readonly subject: ErrorSubject | undefined

  constructor(code: ErrorCode, message: string, more: Omit<ErrorFacts, 'code' | 'message'> & { cause?: unknown } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.hint = more.hint
    this.field = more.field
    this.subject = more.subject
  }

  /** Without absent fields. */
  get facts(): ErrorFacts {
    const { code, message, hint, field, subject } = this
    return {
      code,
      message,
      ...(hint === undefined ? {} : { hint }),
      ...(field === undefined ? {} : { field }),
      ...(subject === undefined ? {} : { subject }),
    }
  }

  static of({ code, message, ...more }: ErrorFacts): MemoryError {
    return new MemoryError(code, message, more)
  }

  /** Anything thrown, as one of ours. */
  static from(error: unknown): MemoryError {
    if (error instanceof MemoryError) return error
    return new MemoryError('internal', error instanceof Error ? error.message : String(error), { cause: error })
  }
}
