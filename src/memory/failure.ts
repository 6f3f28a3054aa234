/** How a call failed, in comparable form: two calls that failed alike have equal parts. */
export interface FailureSignature {
  /** The error without numbers and places. */
  error: string
  /** The file nearest to the error; undefined if the output names none. */
  file: string | undefined
  /** Program and subcommand; '' if no command ran. */
  program: string
  /** What it ran on: files, folders, test ids. Empty means everything. */
  targets: string[]
  /** As it would be typed in the project root, without parts that do not affect it. */
  command: string
}

/**
 * `edit`: files were changed. `step`: something else had to run first. `command`: the same, typed differently. `none`:
 * no end was seen.
 */
export type FixKind = 'edit' | 'step' | 'command' | 'none'

/** A failure and what ended it, if anything did. */
export interface KnownFailure extends FailureSignature {
  /** Of the call that failed. */
  eventKey: string
  fixedBy: FixKind
  /** A few words, for `none` the error itself; '' if the observation's title says it. */
  fix: string
  /** When it failed, in milliseconds. */
  at: number
}
