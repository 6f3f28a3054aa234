/** The dates of a request: `dateRange` in any form the search understands, or its two ends as parameters of their own. */
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
    throw new MemoryError('bad_input', `dateRange: ${JSON.stringify(given).slice(0, 120)} is no range of dates.`, {
      hint: 'Use 2026-11-04, 2026-11-04T09:30:00Z, epoch milliseconds, or words like `last week`.',
    })
  }
  if (range.from !== undefined && range.to !== undefined && range.from > range.to) {
    throw new MemoryError('bad_input', 'dateRange: the start is after the end.')
  }
  return range
}
