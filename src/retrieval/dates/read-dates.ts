/**
 * Reads dates as people write them, in a query or filter, in their own time zone. Clock and zone are arguments.
 * `yesterday`, `last week`, `since Monday`, `hace 3 días` are certain; a bare month, weekday or date is only a
 * preference, because a memory's text may be about another day than the one it was written on.
 */
import { dayOf, endOfMonth, fromWallClock, isReal, type Span, spanOf } from './calendar.ts'
import { findDate, wholeDate } from './date-expressions.ts'
import type { DateRange } from './date-range.ts'

export interface ReadDates {
  /** The query without the words that name the time. */
  rest: string
  /** The time it names; undefined when it names none. */
  range: DateRange | undefined
  /** Only memories from that time are wanted; otherwise those are merely preferred. */
  certain: boolean
  /** The words that name the time. */
  phrase: string
}

interface Asker {
  now: number
  /** Default: the machine's zone. */
  timeZone: string | undefined
}

/** A longer text is pasted; dates in it belong to its content. */
const MAX_CHARACTERS = 300

/** The first time named counts. Days run from midnight to midnight in the zone. */
export function readDates(text: string, by: Asker): ReadDates {
  const nothing = { rest: text, range: undefined, certain: false, phrase: '' }
  if (text.length > MAX_CHARACTERS || isCode(text)) return nothing
  const composed = text.normalize('NFC')
  const found = findDate(withoutAccents(withoutQuotes(composed)), clockOf(by))
  if (!found) return nothing
  const { start, end, range, certain } = found
  const rest = `${composed.slice(0, start)} ${composed.slice(end)}`.replace(/\s+/g, ' ').trim()
  return { rest, range, certain, phrase: composed.slice(start, end) }
}

/**
 * A filter's date range in any form: an object (or its JSON) with start and end, an ISO date or time, milliseconds or
 * seconds since 1970, or words ("last week"). undefined when it cannot be understood.
 */
export function parseDateRange(value: unknown, by: Asker): DateRange | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (typeof value === 'object') {
    const { start, end, from, to } = value as Record<string, unknown> // any object; unknown ends fail below
    return rangeBetween(start ?? from, end ?? to, by)
  }
  if (typeof value === 'string' && value.trim().startsWith('{')) {
    try {
      return parseDateRange(JSON.parse(value), by)
    } catch {
      return undefined
    }
  }
  const one = parseDate(value, by)
  if (one || typeof value !== 'string') return one
  const pair = /^(.+?)\s*(?:\.\.|,|\/(?=\d{4}-))\s*(.+)$/.exec(value.trim())
  return pair ? rangeBetween(pair[1], pair[2], by) : undefined
}

function rangeBetween(start: unknown, end: unknown, by: Asker): DateRange | undefined {
  const from = parseDate(start, by)?.from
  const to = parseDate(end, by)?.to
  // An end that was given but not understood must not be treated as open.
  if ((start !== undefined && from === undefined) || (end !== undefined && to === undefined)) return undefined
  if (from === undefined && to === undefined) return undefined
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

/** A moment, the whole day for a date without a time, or what the words say. */
function parseDate(value: unknown, by: Asker): DateRange | undefined {
  if (typeof value === 'number') return sinceEpoch(value)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (/^-?\d{9,}$/.test(text)) return sinceEpoch(Number(text))
  return parseIso(text, by) ?? wholeDate(withoutAccents(text.normalize('NFC')), clockOf(by))?.range
}

function sinceEpoch(number: number): Span | undefined {
  // Below 1e11 it is seconds (until the year 5138), else milliseconds (from 1973).
  const at = Math.abs(number) < 1e11 ? number * 1000 : number
  return Number.isFinite(at) && Math.abs(at) < 8.64e15 ? { from: at, to: at } : undefined
}

function parseIso(text: string, { timeZone }: Asker): Span | undefined {
  const date = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text)
  if (date) {
    const day = { year: Number(date[1]), month: Number(date[2]), day: Number(date[3] ?? 1) }
    return isReal(day) ? spanOf(day, date[3] ? day : endOfMonth(day), timeZone) : undefined
  }
  if (!/^\d{4}-\d{2}-\d{2}[T ]/i.test(text)) return undefined
  const hasZone = /(?:z|[+-]\d{2}:?\d{2})$/i.test(text)
  const read = Date.parse(hasZone ? text : `${text.replace(' ', 'T')}Z`)
  if (Number.isNaN(read)) return undefined
  const at = hasZone ? read : fromWallClock(read, timeZone)
  return { from: at, to: at }
}

function clockOf({ now, timeZone }: Asker) {
  return { now, today: dayOf(now, timeZone), timeZone }
}

/** Brackets, assignments and comparisons: what looks like a date there is a name or a value. */
function isCode(text: string): boolean {
  return /[{}]|;\s*$|=>|[=!<>]=|\s=\s|\bSELECT\s.*\sFROM\s|^import\s.*\sfrom\s+['"]/m.test(text)
}

/** Quoted words are searched literally. Offsets do not change. */
function withoutQuotes(text: string): string {
  return text.replace(/`[^`]*`|"[^"]*"|“[^”]*”|«[^»]*»/g, (quoted) => '\0'.repeat(quoted.length))
}

const PLAIN: Record<string, string> = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ü: 'u', ñ: 'n' }

/** Spanish letters only, one for one, so that offsets do not change. */
function withoutAccents(text: string): string {
  return text.replace(/[áéíóúüñ]/gi, (letter) => {
    const plain = PLAIN[letter.toLowerCase()] ?? letter
    return letter === letter.toLowerCase() ? plain : plain.toUpperCase()
  })
}
