/** Dates for people and agents: local time, short, always with the time zone on the first line. */
export function renderNow(now: number, timeZone: string): string {
  const { isoDay, zone } = formattersFor(timeZone)
  const name = zone.formatToParts(now).find((part) => part.type === 'timeZoneName')?.value
  return `Current: ${isoDay.format(now)} ${renderTime(now, timeZone)} ${name ?? timeZone}`
}

/** `3:25pm` */
export function renderTime(at: number, timeZone: string): string {
  return formattersFor(timeZone).time.format(at).replace(/\s/g, '').toLowerCase()
}

/** `Nov 15, 2026` */
export function renderDay(at: number, timeZone: string): string {
  return formattersFor(timeZone).day.format(at)
}

/** Groups lines by day, in the given order. */
export function byDay(lines: { at: number; text: string }[], timeZone: string): string[] {
  let day = ''
  return lines.flatMap(({ at, text }) => {
    const before = day
    day = renderDay(at, timeZone)
    return day === before ? [text] : [`### ${day}`, text]
  })
}

type Formatters = ReturnType<typeof makeFormatters>

/** Making a formatter costs a hundred times as much as using one, and a context uses them a hundred times. */
const known = new Map<string, Formatters>()

function formattersFor(timeZone: string): Formatters {
  let made = known.get(timeZone)
  if (!made) {
    made = makeFormatters(timeZone)
    known.set(timeZone, made)
  }
  return made
}

function makeFormatters(timeZone: string) {
  return {
    time: new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit', hour12: true }),
    day: new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: 'numeric', year: 'numeric' }),
    isoDay: new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
    zone: new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }),
  }
}
