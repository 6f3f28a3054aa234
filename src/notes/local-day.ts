/** Days as notes are named by them: `2026-04-11`, as the clock on the wall has it. */
import { dayOf, fromWallClock } from '../retrieval/calendar.ts'

/** `timeZone` undefined: the machine's. */
export function localDay(at: number, timeZone?: string): string {
  const { year, month, day } = dayOf(at, timeZone)
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')
}

export function localTime(at: number): string {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Noon: whatever zone asks for that day, it is within it. */
export function noonOf(day: string, timeZone?: string): number {
  return fromWallClock(Date.parse(`${day}T12:00:00Z`), timeZone)
}
