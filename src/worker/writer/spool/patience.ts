/**
 * When to retry what failed for outside reasons (a full disk, somebody's lock): soon at first, then ever less often,
 * never given up. Pure: the clock is an argument.
 */
export interface Patience {
  failures: number
  /** Milliseconds; no retry before this. */
  notBefore: number
}

/** A lock is gone within a second; a full disk may last hours, and each attempt costs a log line. */
const FIRST_MS = 1000
const MAX_MS = 60_000

export function afterTrouble(before: Patience | undefined, now: number): Patience {
  const failures = (before?.failures ?? 0) + 1
  return { failures, notBefore: now + Math.min(FIRST_MS * 2 ** Math.min(failures - 1, 10), MAX_MS) }
}

/** A clock that was set back must not make it wait longer than the longest pause. */
export function isResting(patience: Patience | undefined, now: number): boolean {
  return patience !== undefined && now < patience.notBefore && patience.notBefore - now <= MAX_MS
}
