/** The dates of a request: `dateRange` in any form the search understands, or its two ends as separate parameters. */
import { MemoryError } from '../../../memory/error.ts'
import type { DateRange } from '../../../retrieval/dates/date-range.ts'
import { parseDateRange } from '../../../retrieval/dates/read-dates.ts'

export interface AskedDates {
  dateRange?: string | undefined
  'dateRange[start]'?: string | undefined
  'dateRange[end]'?: string | undefined
}

/** undefined when no dates were asked for. */
export function readRange(asked: AskedDates, now: number): DateRange | undefined {
  const start = asked['dateRange[start]'] || undefined
  const end = asked['dateRange[end]'] || undefined
  const given = start || end ? { start, end } : asked.dateRange || undefined
  if (given === undefined) return undefined
  const range = parseDateRange(given, { now, timeZone: undefined })
  if (!range) {
    const field = faultOf(asked, now)
    const text = String(asked[field]).slice(0, MAX_SHOWN)
    throw new MemoryError(
      'bad_input',
      `${field}: \`${text}\` is not a ${field === 'dateRange' ? 'range of dates' : 'date'}.`,
      {
        field,
        subject: 'date',
        hint: 'Use 2026-11-04, 2026-11-04T09:30:00Z, epoch milliseconds, or words like `last week`.',
      },
    )
  }
  if (range.from !== undefined && range.to !== undefined && range.from > range.to) {
    throw new MemoryError('bad_input', 'dateRange: the start is after the end.', { subject: 'order of dates' })
  }
  return range
}

/** 120 characters: enough for callers to recognise what they typed. */
const MAX_SHOWN = 120

/** Which of the parameters cannot be read. */
function faultOf(asked: AskedDates, now: number): keyof AskedDates {
  const start = asked['dateRange[start]'] || undefined
  const end = asked['dateRange[end]'] || undefined
  if (start !== undefined && !parseDateRange({ start }, { now, timeZone: undefined })) return 'dateRange[start]'
  return end === undefined ? 'dateRange' : 'dateRange[end]'
}
