/** Local days and times: `2026-04-11`, `09:05`. */

export function localDay(at: number): string {
  const date = new Date(at)
  const [month, day] = [date.getMonth() + 1, date.getDate()].map(twoDigits)
  return `${String(date.getFullYear()).padStart(4, '0')}-${month}-${day}`
}

export function localTime(at: number): string {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes()].map(twoDigits).join(':')
}

/** Noon, which daylight saving never moves to another day. */
export function noonOf(day: string): number {
  return new Date(`${day}T12:00:00`).getTime()
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
