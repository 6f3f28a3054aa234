/** A range of time. */

/** Ends are inclusive, in milliseconds; an absent end is open. */
export interface DateRange {
  from?: number
  to?: number
}

/** The overlap of both. */
export function narrow(a: { from?: number | undefined; to?: number | undefined } | undefined, b: DateRange): DateRange {
  const from = Math.max(a?.from ?? Number.NEGATIVE_INFINITY, b.from ?? Number.NEGATIVE_INFINITY)
  const to = Math.min(a?.to ?? Number.POSITIVE_INFINITY, b.to ?? Number.POSITIVE_INFINITY)
  return { ...(Number.isFinite(from) ? { from } : {}), ...(Number.isFinite(to) ? { to } : {}) }
}
