/** Times and amounts as a person says them, in their own language and time zone. */
const MINUTE = 60_000
const STEPS: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 365 * 24 * 60 * MINUTE],
  ['month', 30 * 24 * 60 * MINUTE],
  ['week', 7 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
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
const amount = new Intl.NumberFormat()

export function ago(at: number, now: number = Date.now()): string {
  const [unit, ms] = STEPS.find(([, step]) => now - at >= step) ?? ['minute', MINUTE]
  return relative.format(-Math.floor((now - at) / ms), unit)
}

export const dayOf = (at: number) => dayFormat.format(at)
export const clockOf = (at: number) => clockFormat.format(at)
export const wholeTime = (at: number) => wholeFormat.format(at)
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
