/** How old something is, in words: agents and people judge a memory by it. The clock is an argument. */
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** `just now`, `12 min ago`, `3 h ago`, `5 days ago`, `7 weeks ago`, `14 months ago` */
export function renderAge(at: number, now: number): string {
  const age = Math.max(0, now - at)
  if (age < 2 * MINUTE_MS) return 'just now'
  if (age < HOUR_MS) return `${Math.round(age / MINUTE_MS)} min ago`
  if (age < 36 * HOUR_MS) return `${Math.round(age / HOUR_MS)} h ago`
  if (age < 21 * DAY_MS) return `${Math.round(age / DAY_MS)} days ago`
  if (age < 90 * DAY_MS) return `${Math.round(age / (7 * DAY_MS))} weeks ago`
  return `${Math.round(age / (30.4 * DAY_MS))} months ago`
}
