import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localDay } from '../memory/local-day.ts'
import { renderUnderstood } from './date-text.ts'

const day = (date: number) => new Date(2026, 10, date).getTime()
const lastWeek = { from: day(9), to: day(16) - 1, phrase: 'last week' }

describe('renderUnderstood', () => {
  it('says which days the words were taken for', () => {
    const results = [{ created_at_epoch: day(10) }]
    expect(renderUnderstood({ understood: lastWeek, results })).toBe(
      'Looked at 2026-11-09 to 2026-11-15 ("last week").',
    )
    const yesterday = { from: day(9), to: day(10) - 1, phrase: 'ayer' }
    expect(renderUnderstood({ understood: yesterday, results: [] })).toBe('Looked at 2026-11-09 ("ayer").')
  })

  it('does not claim to have looked nowhere else when it shows other days', () => {
    const results = [{ created_at_epoch: day(10) }, { created_at_epoch: day(1) }]
    expect(renderUnderstood({ understood: lastWeek, results })).toBe(
      'Looked at all times, 2026-11-09 to 2026-11-15 ("last week") first.',
    )
  })

  it('gives the time of a range that is no whole day, and an open end', () => {
    const from = new Date(2026, 10, 9, 14, 5).getTime()
    expect(renderUnderstood({ understood: { from, phrase: 'since then' }, results: [] })).toBe(
      'Looked at 2026-11-09 14:05 and later ("since then").',
    )
    expect(renderUnderstood({ understood: { to: day(10) - 1, phrase: 'before' }, results: [] })).toBe(
      'Looked at everything until 2026-11-09 ("before").',
    )
  })

  it('says nothing where no time was named', () => {
    expect(renderUnderstood({ results: [] })).toBeUndefined()
  })
})

describe('renderDay', () => {
  const before = process.env.TZ
  beforeAll(() => {
    process.env.TZ = 'Asia/Tokyo'
  })
  afterAll(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })

  it('is the day of this machine’s clock, not that of UTC', () => {
    expect(localDay(Date.parse('2026-11-03T16:00:00Z'))).toBe('2026-11-04')
  })
})
