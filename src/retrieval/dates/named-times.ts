/**
 * What a named time means on the asker's clock: some days ago, a weekday of last week, the latest March. The phrases
 * themselves are in `date-phrases.ts`.
 */
import { type Day, endOfMonth, isReal, type Span, shift, spanOf, weekday } from './calendar.ts'
import { type Count, isVerb, minutesOf, monthOf, weekdayOf } from './date-words.ts'

export interface Clock {
  now: number
  today: Day
  timeZone: string | undefined
}

/** `exact`: the precise time without the tolerance, used as a boundary: "since two weeks ago". */
export type NamedTime = Span & { exact?: Span }

/** The words of a phrase by their role. */
export type PhraseWords = Record<string, string | undefined>

export function span(first: Day, last: Day, { timeZone }: Clock): Span {
  return spanOf(first, last, timeZone)
}

/** Counted from today. */
export function days(clock: Clock, first: number, last: number): Span {
  return span(shift(clock.today, first), shift(clock.today, last), clock)
}

/** Counted from this week's Monday. */
export function ofThatWeek(clock: Clock, first: number, last: number): Span {
  const monday = -weekday(clock.today)
  return days(clock, monday + first, monday + last)
}

/** The whole month that day is in. */
export function month(day: Day, clock: Clock): Span {
  return span({ ...day, day: 1 }, endOfMonth(day), clock)
}

const DAY_MINUTES = 1440
/** A hundred years: no memory is older, and dates this far back do not overflow. */
const MAX_MINUTES = 36_500 * DAY_MINUTES

/** Until now: hours to the minute, days in full. */
export function rolling({ most }: Count, unit: string | undefined, clock: Clock): Span | undefined {
  const minutes = most * minutesOf(unit)
  if (minutes > MAX_MINUTES) return undefined
  if (minutesOf(unit) < DAY_MINUTES) return { from: clock.now - minutes * 60_000, to: clock.now }
  return days(clock, -Math.round(minutes / DAY_MINUTES), 0)
}

/**
 * "3 days ago" is that day; "2 weeks ago" is the week around it; months, years and hours likewise. Minutes are rough
 * guesses: half as many before and after, at least five.
 */
export function ago({ least, most }: Count, unit: string | undefined, clock: Clock): NamedTime | undefined {
  const length = minutesOf(unit)
  if (most * length > MAX_MINUTES) return undefined
  if (length < DAY_MINUTES) {
    const around = length === 1 ? Math.max(5, most / 2) : length / 2
    const at = (minutes: number) => Math.min(clock.now, clock.now - minutes * 60_000)
    const whole = { from: at(most * length + around), to: at(least * length - around) }
    return least === most ? { ...whole, exact: { from: at(most * length), to: at(most * length) } } : whole
  }
  const inDays = (units: number) => Math.round((units * length) / DAY_MINUTES)
  if (least !== most) return days(clock, -inDays(most), -inDays(least))
  const middle = -inDays(most)
  const half = Math.floor(length / DAY_MINUTES / 2)
  return { ...days(clock, middle - half, middle + half), exact: days(clock, middle, middle) }
}

/** Never today, which would be called "today". */
export function lastWeekday(said: PhraseWords, clock: Clock): Span {
  const back = ((weekday(clock.today) - weekdayOf(said.weekday) + 6) % 7) + 1
  return days(clock, -back, -back)
}

/** This month counts even on its first day. */
export function latestMonth(name: string | undefined, clock: Clock): Span {
  return month(latest({ month: monthOf(name), day: 1 }, clock.today), clock)
}

/** Without a year, the latest such day; undefined for 30 February and for "test 8 may fail". */
export function calendarDay(said: PhraseWords, clock: Clock): Day | undefined {
  if (isVerb(said.month) && !said.ordinal && !said.year) return undefined
  const wanted = { month: monthOf(said.month), day: Number(said.day) }
  const day = said.year ? { ...wanted, year: yearOf(said.year, clock) } : latest(wanted, clock.today)
  return isReal(day) ? day : undefined
}

export function yearOf(said: string | undefined, { today }: Clock): number {
  if (/^\d/.test(said ?? '')) return Number(said)
  return /this|este/i.test(said ?? '') ? today.year : today.year - 1
}

/** The last one up to that day. 29 February may be eight years back. */
export function latest(wanted: { month: number; day: number }, until: Day): Day {
  const begun = wanted.month < until.month || (wanted.month === until.month && wanted.day <= until.day)
  const year = begun ? until.year : until.year - 1
  const years = Array.from({ length: 8 }, (_, back) => ({ ...wanted, year: year - back }))
  return years.find(isReal) ?? { ...wanted, year }
}
