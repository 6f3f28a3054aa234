/**
 * A check of the doctor: data that says what can be wrong, and one function that looks. The faults of all checks
 * are the table in docs/troubleshooting.md.
 */
import type { Config } from '../../../config.ts'
import type { DataFolder } from '../../../worker/client.ts'

export interface CheckParts {
  config: Config
  folder: DataFolder
  /** Where the user stands: notes are a matter of folders. */
  cwd: string
  now: number
  /** May it call a model? */
  online: boolean
  /** What goes on, for checks that take a while. */
  say: (text: string) => void
}

export interface Fault {
  /** As a sentence about the general case; a check may say it more exactly. */
  what: string
  why: string
  /** What a person types, or does where no command can. A check may say it more exactly. */
  fix: string
  /** What `--fix` does. Absent where only a person can decide. */
  repair?: (parts: CheckParts) => Promise<void>
}

export interface Found<Name extends string = string> {
  fault: Name
  what?: string
  fix?: string
}

/** `skipped`: it could not look, for a reason that another check reports. */
export type Outcome<Name extends string = string> = { ok: string } | { skipped: string } | { found: Found<Name>[] }

export interface Check<Name extends string = string> {
  name: string
  /** Completes "looks whether …". */
  asks: string
  /** Is skipped while the worker does not answer. */
  needsWorker?: true
  faults: Record<Name, Fault>
  run(parts: CheckParts): Outcome<NoInfer<Name>> | Promise<Outcome<NoInfer<Name>>>
}

/** The names of the faults type what `run` may return; code that handles several checks needs no types of each. */
export function defineCheck<Name extends string>(check: Check<Name>): Check {
  return check
}

export function foundOr<Name extends string>(found: Found<Name>[], ok: string): Outcome<Name> {
  return found.length > 0 ? { found } : { ok }
}
