/**
 * Dates as people write them, in a query or a filter, in their own time zone. The clock and the zone are arguments.
 * `yesterday`, `last week`, `hace 3 días` become a range and leave the query; a month or a day by name is only a wish,
 * because a memory's text may be about a day other than the one it was written on.
 */
import type { DateRange } from './search.ts'

export interface ReadDates {
  /** The query without the words that were understood. */
  rest: string
  /** Only memories from here; undefined when the text names no such time. */
  range: DateRange | undefined
  /** The words that were understood. */
  phrase: string
}

interface Day {
  year: number
  /** 1–12 */
  month: number
  day: number
}

/** The first phrase counts. A day runs from midnight to midnight there. */
export function readDates(text: string, by: { now: number; timeZone: string | undefined }): ReadDates {
  // A long text is pasted, and its dates are its own.
  if (text.length <= 300) {
    for (const [pattern, toDays] of PHRASES) {
      const match = pattern.exec(text)
      if (!match) continue
      const days = toDays(match, dayOf(by.now, by.timeZone))
      if (!days) continue
      const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
        .replace(/\s+/g, ' ')
        .trim()
      return { rest, range: rangeOf(days, by.timeZone), phrase: match[0].trim() }
    }
  }
  return { rest: text, range: undefined, phrase: '' }
}

/** First and last day, inclusive. */
type Days = [Day, Day]

const UNITS: Record<string, number> = {
  day: 1,
  dia: 1,
  día: 1,
  week: 7,
  semana: 7,
  month: 30,
  mes: 30,
  year: 365,
  año: 365,
}
const unitDays = (word: string) => UNITS[word.toLowerCase().replace(/(?<=mes)es$|s$/, '')] ?? 1
const NUMBERS: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  un: 1,
  una: 1,
  uno: 1,
  two: 2,
  dos: 2,
  three: 3,
  tres: 3,
  four: 4,
  cuatro: 4,
  five: 5,
  cinco: 5,
  six: 6,
  seis: 6,
  seven: 7,
  siete: 7,
  ten: 10,
  diez: 10,
  couple: 2,
  few: 3,
}
const count = (word: string) => NUMBERS[word.toLowerCase()] ?? Number.parseInt(word, 10)
const NUMBER = '(\\d{1,4}|an?|one|two|three|four|five|six|seven|ten|un[oa]?|dos|tres|cuatro|cinco|seis|siete|diez)'
const UNIT = '(days?|weeks?|months?|years?|d[ií]as?|semanas?|mes(?:es)?|años?)'
const WEEKDAYS = [
  ['monday', 'lunes'],
  ['tuesday', 'martes'],
  ['wednesday', 'miércoles', 'miercoles'],
  ['thursday', 'jueves'],
  ['friday', 'viernes'],
  ['saturday', 'sábado', 'sabado'],
  ['sunday', 'domingo'],
]
const WEEKDAY = `(${WEEKDAYS.flat().join('|')})`

/** Words end where no letter follows; \b does not know accents. */
const phrase = (source: string) => new RegExp(`(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])`, 'iu')

const PHRASES: [RegExp, (match: RegExpExecArray, today: Day) => Days | undefined][] = [
  [
    phrase('the day before yesterday|day before yesterday|antier|anteayer|antes de ayer'),
    (_, today) => same(shift(today, -2)),
  ],
  [phrase('today|hoy|this morning|esta mañana|tonight|esta noche'), (_, today) => same(today)],
  [phrase('yesterday|ayer|last night|anoche'), (_, today) => same(shift(today, -1))],
  [phrase('this week|esta semana'), (_, today) => [shift(today, -weekday(today)), today]],
  [
    phrase('last week|la semana pasada|semana pasada'),
    (_, today) => [shift(today, -weekday(today) - 7), shift(today, -weekday(today) - 1)],
  ],
  [phrase('this month|este mes'), (_, today) => [{ ...today, day: 1 }, today]],
  [phrase('last month|el mes pasado|mes pasado'), (_, today) => wholeMonth(shift({ ...today, day: 1 }, -1))],
  [phrase('this year|este año'), (_, today) => [{ year: today.year, month: 1, day: 1 }, today]],
  [
    phrase('last year|el año pasado|año pasado'),
    (_, today) => [
      { year: today.year - 1, month: 1, day: 1 },
      { year: today.year - 1, month: 12, day: 31 },
    ],
  ],
  [
    phrase(
      `(?:in |during )?(?:the )?(?:last|past) ${NUMBER} ${UNIT}|(?:en )?(?:los|las) [uú]ltim[oa]s ${NUMBER} ${UNIT}`,
    ),
    (match, today) => [
      shift(today, -(count(match[1] ?? match[3] ?? '') * unitDays(match[2] ?? match[4] ?? ''))),
      today,
    ],
  ],
  [
    phrase(`${NUMBER} ${UNIT} ago|hace ${NUMBER} ${UNIT}`),
    (match, today) => ago(count(match[1] ?? match[3] ?? ''), match[2] ?? match[4] ?? '', today),
  ],
  [
    phrase(`(?:last|el) ${WEEKDAY}(?: pasado)?`),
    (match, today) => {
      const wanted = WEEKDAYS.findIndex((names) => names.includes((match[1] ?? '').toLowerCase()))
      return same(shift(today, -(((weekday(today) - wanted + 6) % 7) + 1)))
    },
  ],
]

/** "3 days ago" is that day; "2 weeks ago" is the week around it; months and years likewise. */
function ago(n: number, unit: string, today: Day): Days | undefined {
  const days = unitDays(unit)
  if (!Number.isFinite(n) || n * days > 36_500) return undefined
  const middle = shift(today, -n * days)
  const half = Math.floor(days / 2)
  return [shift(middle, -half), shift(middle, half)]
}

/**
 * A filter's date range in every form it is written: an object or JSON text of one with start and end, an ISO date or
 * time, milliseconds or seconds since 1970, or words ("last week"). undefined when it cannot be understood.
 */
export function parseDateRange(
  value: unknown,
  by: { now: number; timeZone: string | undefined },
): DateRange | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (typeof value === 'object') {
    const { start, end, from, to } = value as Record<string, unknown> // any object; unknown ends fail below
    const low = parseDate(start ?? from, by)
    const high = parseDate(end ?? to, by)
    if ((start ?? from) !== undefined && !low) return undefined
    if ((end ?? to) !== undefined && !high) return undefined
    if (!low && !high) return undefined
    return { ...(low ? { from: low.from } : {}), ...(high ? { to: high.to } : {}) }
  }
  if (typeof value === 'string' && value.trim().startsWith('{')) {
    try {
      return parseDateRange(JSON.parse(value), by)
    } catch {
      return undefined
    }
  }
  const text = typeof value === 'string' ? value.trim() : value
  const pair = typeof text === 'string' ? /^(.+?)\s*(?:\.\.|,|\/(?=\d{4}-))\s*(.+)$/.exec(text) : null
  if (pair) return parseDateRange({ start: pair[1], end: pair[2] }, by)
  const one = parseDate(text, by)
  return one && { from: one.from, to: one.to }
}

/** A moment, or the whole day for a date without a time. */
function parseDate(value: unknown, by: { now: number; timeZone: string | undefined }): Required<DateRange> | undefined {
  if (typeof value === 'number' || (typeof value === 'string' && /^-?\d{9,}$/.test(value.trim()))) {
    const number = Number(value)
    // Seconds until the year 5138, milliseconds from 1973 on.
    const at = Math.abs(number) < 1e11 ? number * 1000 : number
    return Number.isFinite(at) && Math.abs(at) < 8.64e15 ? { from: at, to: at } : undefined
  }
  if (typeof value !== 'string') return undefined
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value.trim())
  if (day) {
    const found = { year: Number(day[1]), month: Number(day[2]), day: Number(day[3]) }
    return isReal(found) ? rangeOf(same(found), by.timeZone) : undefined
  }
  const month = /^(\d{4})-(\d{2})$/.exec(value.trim())
  if (month) {
    const found = { year: Number(month[1]), month: Number(month[2]), day: 1 }
    return isReal(found) ? rangeOf(wholeMonth(found), by.timeZone) : undefined
  }
  if (/^\d{4}-\d{2}-\d{2}[T ]/.test(value.trim())) {
    const local = /(?:z|[+-]\d{2}:?\d{2})$/i.test(value.trim()) ? 0 : undefined
    const utc = Date.parse(local === undefined ? `${value.trim().replace(' ', 'T')}Z` : value.trim())
    if (Number.isNaN(utc)) return undefined
    const at = local === undefined ? utc - offsetMs(utc, by.timeZone) : utc
    return { from: at, to: at }
  }
  const words = readDates(value, by)
  return words.range && words.rest === '' ? (words.range as Required<DateRange>) : undefined // rangeOf sets both ends
}

function isReal(day: Day): boolean {
  return shift(day, 0).month === day.month && shift(day, 0).day === day.day
}

function same(day: Day): Days {
  return [day, day]
}

function wholeMonth(day: Day): Days {
  const first = { ...day, day: 1 }
  return [first, shift({ year: day.year + (day.month === 12 ? 1 : 0), month: (day.month % 12) + 1, day: 1 }, -1)]
}

function shift(day: Day, days: number): Day {
  const date = new Date(Date.UTC(day.year, day.month - 1, day.day + days))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** 0 = Monday. */
function weekday(day: Day): number {
  return (new Date(Date.UTC(day.year, day.month - 1, day.day)).getUTCDay() + 6) % 7
}

function rangeOf([first, last]: Days, timeZone: string | undefined): Required<DateRange> {
  return { from: midnight(first, timeZone), to: midnight(shift(last, 1), timeZone) - 1 }
}

function dayOf(at: number, timeZone: string | undefined): Day {
  const local = new Date(at + offsetMs(at, timeZone))
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() }
}

function midnight(day: Day, timeZone: string | undefined): number {
  const utc = Date.UTC(day.year, day.month - 1, day.day)
  // The offset of that night, not of now: summer time may have begun in between.
  return utc - offsetMs(utc - offsetMs(utc, timeZone), timeZone)
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
