/** Dates as people and agents read them: local time, short, always with the zone on the first line. */
export function renderNow(now: number, timeZone: string): string {
  const day = format(now, timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA')
  const zone = formatter(timeZone, { timeZoneName: 'short' }, 'en-US')
    .formatToParts(now)
    .find((part) => part.type === 'timeZoneName')?.value
  return `Current: ${day} ${renderTime(now, timeZone)} ${zone ?? timeZone}`
}

/** `3:25pm` */
export function renderTime(at: number, timeZone: string): string {
  return format(at, timeZone, { hour: 'numeric', minute: '2-digit', hour12: true }).replace(/\s/g, '').toLowerCase()
}

/** `Nov 15, 2026` */
export function renderDay(at: number, timeZone: string): string {
  return format(at, timeZone, { month: 'short', day: 'numeric', year: 'numeric' })
}

function format(at: number, timeZone: string, options: Intl.DateTimeFormatOptions, locale = 'en-US'): string {
  return formatter(timeZone, options, locale).format(at)
}

/** Making a formatter costs a hundred times what using one does, and a context uses three of them a hundred times. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(timeZone: string, options: Intl.DateTimeFormatOptions, locale: string): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${Object.keys(options).join()}`
  let made = formatters.get(key)
  if (!made) {
    made = new Intl.DateTimeFormat(locale, { timeZone, ...options })
    formatters.set(key, made)
  }
  return made
}
