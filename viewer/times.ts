/** Times and amounts as a person says them, in their own language and time zone. */
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const DAYS_OF: [unit: Intl.RelativeTimeFormatUnit, days: number][] = [
  ['year', 365],
  ['month', 30],
  ['week', 7],
  ['day', 1],
]
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const dayFormat = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const clockFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
const wholeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })
const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'short' })
const shortAmount = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const amount = new Intl.NumberFormat()

export function ago(at: number, now: number = Date.now()): string {
  const passed = now - at
  if (passed < MINUTE) return 'just now'
  if (passed < HOUR) return relative.format(-Math.floor(passed / MINUTE), 'minute')
  if (passed < DAY) return relative.format(-Math.floor(passed / HOUR), 'hour')
  // By the calendar: what was two evenings ago was not yesterday, even if 48 hours are not over.
  const days = Math.round((midnight(now) - midnight(at)) / DAY)
  const [unit, length] = DAYS_OF.find(([, step]) => days >= step) ?? ['day', 1]
  return relative.format(-Math.floor(days / length), unit)
}

/** `25 minutes`, `3 hours`, `2 days`: a span of time. */
export function lasting(ms: number): string {
  const [n, unit] =
    ms < 90 * MINUTE ? [ms / MINUTE, 'minute'] : ms < 36 * HOUR ? [ms / HOUR, 'hour'] : [ms / DAY, 'day']
  const whole = Math.max(1, Math.round(n))
  return `${amount.format(whole)} ${unit}${whole === 1 ? '' : 's'}`
}

function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}

export const dayOf = (at: number) => dayFormat.format(at)
export const clockOf = (at: number) => clockFormat.format(at)
export const wholeTime = (at: number) => wholeFormat.format(at)
export const monthOf = (at: number) => monthFormat.format(at)
export const shortCount = (n: number) => shortAmount.format(n)
export const count = (n: number) => amount.format(n)

/** `2026-11-04` in local time, as the search takes it. */
export function isoDay(at: number): string {
  const date = new Date(at)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

export function bytes(n: number): string {
  const [unit, size] = n >= 1e9 ? (['GB', 1e9] as const) : n >= 1e6 ? (['MB', 1e6] as const) : (['kB', 1e3] as const)
  return `${(n / size).toFixed(n / size >= 10 ? 0 : 1)} ${unit}`
}
