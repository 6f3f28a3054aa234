/**
 * Calendar days in a time zone: where a day begins, and which day it is. Daylight saving makes some days 23 or 25 hours
 * long, and in some places removes midnight.
 */

export interface Day {
  year: number
  /** 1–12 */
  month: number
  day: number
}

/** Both ends inclusive, in milliseconds. */
export interface Span {
  from: number
  to: number
}

const DAY_MS = 86_400_000

export function isReal(day: Day): boolean {
  const real = shift(day, 0)
  return real.year === day.year && real.month === day.month && real.day === day.day
}

export function shift(day: Day, days: number): Day {
  const date = new Date(Date.UTC(day.year, day.month - 1, day.day + days))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** 0 = Monday. */
export function weekday(day: Day): number {
  return (new Date(Date.UTC(day.year, day.month - 1, day.day)).getUTCDay() + 6) % 7
}

export function endOfMonth({ year, month }: Day): Day {
  return shift({ year: month === 12 ? year + 1 : year, month: (month % 12) + 1, day: 1 }, -1)
}

/** From the beginning of the first day to the end of the last one. */
export function spanOf(first: Day, last: Day, timeZone: string | undefined): Span {
  return { from: midnight(first, timeZone), to: midnight(shift(last, 1), timeZone) - 1 }
}

export function dayOf(at: number, timeZone: string | undefined): Day {
  const local = new Date(at + offsetMs(at, timeZone))
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() }
}

function midnight(day: Day, timeZone: string | undefined): number {
  return fromWallClock(Date.UTC(day.year, day.month - 1, day.day), timeZone)
}

/**
 * The moment when the clocks of the zone show this time, given as if it were UTC. If they show it twice, the first; if
 * they skip it, later by the length of the gap.
 */
export function fromWallClock(shown: number, timeZone: string | undefined): number {
  // Clocks change at most once within these two days.
  const offsets = [offsetMs(shown - DAY_MS, timeZone), offsetMs(shown + DAY_MS, timeZone)]
  const first = shown - Math.max(...offsets)
  const second = shown - Math.min(...offsets)
  return first + offsetMs(first, timeZone) === shown ? first : second
}

/** How far the zone is ahead of UTC at that moment. */
function offsetMs(at: number, timeZone: string | undefined): number {
  const parts = Object.fromEntries(
    formatter(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

const formatters = new Map<string | undefined, Intl.DateTimeFormat>()
function formatter(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    ...(timeZone === undefined ? {} : { timeZone }),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(timeZone, made)
  return made
}
