/** How a call failed, in words that can be compared: two calls that failed alike have equal parts. */
export interface FailureSignature {
  /** The error without numbers and places. */
  error: string
  /** The file nearest to the error; undefined where the output names none. */
  file: string | undefined
  /** Program and subcommand; '' where no command ran. */
  program: string
  /** What it ran on: files, folders, test ids. Empty means everything. */
  targets: string[]
  /** As typed, without what does not change what it does. */
  command: string
}

/** `edit`: files were changed. `step`: something else had to run first. `command`: the same thing, typed differently. */
export type FixKind = 'edit' | 'step' | 'command'

/** A failure that was seen to end, and what ended it. */
export interface KnownFailure extends FailureSignature {
  /** Of the call that failed. */
  eventKey: string
  fixedBy: FixKind
  /** A few words; '' where the observation's title says it. */
  fix: string
  /** When it failed, in milliseconds. */
  at: number
}
