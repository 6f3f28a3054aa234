import { describe, expect, it } from 'vitest'
import { parseDateRange, readDates } from './dates.ts'

/** Wednesday 2026-04-15, half past one in the morning in Madrid, still Tuesday in UTC. */
const NOW = Date.parse('2026-04-14T23:30:00Z')
const MADRID = { now: NOW, timeZone: 'Europe/Madrid' }
const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString())
const read = (text: string) => {
  const { rest, range, phrase } = readDates(text, MADRID)
  return { rest, phrase, from: iso(range?.from), to: iso(range?.to) }
}

describe('dates in words', () => {
  it.each([
    ['today', '2026-04-14T22:00:00.000Z', '2026-04-15T21:59:59.999Z'],
    ['hoy', '2026-04-14T22:00:00.000Z', '2026-04-15T21:59:59.999Z'],
    ['yesterday', '2026-04-13T22:00:00.000Z', '2026-04-14T21:59:59.999Z'],
    ['ayer', '2026-04-13T22:00:00.000Z', '2026-04-14T21:59:59.999Z'],
    ['antier', '2026-04-12T22:00:00.000Z', '2026-04-13T21:59:59.999Z'],
    ['anteayer', '2026-04-12T22:00:00.000Z', '2026-04-13T21:59:59.999Z'],
    ['3 days ago', '2026-04-11T22:00:00.000Z', '2026-04-12T21:59:59.999Z'],
    ['hace 3 días', '2026-04-11T22:00:00.000Z', '2026-04-12T21:59:59.999Z'],
    ['hace tres dias', '2026-04-11T22:00:00.000Z', '2026-04-12T21:59:59.999Z'],
    ['last week', '2026-04-05T22:00:00.000Z', '2026-04-12T21:59:59.999Z'],
    ['la semana pasada', '2026-04-05T22:00:00.000Z', '2026-04-12T21:59:59.999Z'],
    ['this week', '2026-04-12T22:00:00.000Z', '2026-04-15T21:59:59.999Z'],
    ['el mes pasado', '2026-02-28T23:00:00.000Z', '2026-03-31T21:59:59.999Z'],
    ['last year', '2024-12-31T23:00:00.000Z', '2025-12-31T22:59:59.999Z'],
    ['last monday', '2026-04-12T22:00:00.000Z', '2026-04-13T21:59:59.999Z'],
    ['last 2 days', '2026-04-12T22:00:00.000Z', '2026-04-15T21:59:59.999Z'],
  ])('%s is a range of the local calendar', (phrase, from, to) => {
    expect(read(`what did we fix ${phrase}`)).toEqual({ rest: 'what did we fix', phrase, from, to })
  })

  it('know that summer time began in between', () => {
    const range = readDates('last month', { now: Date.parse('2026-04-02T10:00:00Z'), timeZone: 'Europe/Madrid' }).range
    expect([iso(range?.from), iso(range?.to)]).toEqual(['2026-02-28T23:00:00.000Z', '2026-03-31T21:59:59.999Z'])
  })
  it('are left alone inside other words', () => {
    expect(read('todays holidays').from).toBeUndefined()
    expect(read('yesterdaysFile').from).toBeUndefined()
  })
  it('are left alone in a pasted text', () => expect(read(`today ${'x '.repeat(400)}`).from).toBeUndefined())
  it('depend on the zone', () => {
    const range = readDates('today', { now: NOW, timeZone: 'America/Mexico_City' }).range
    expect(iso(range?.from)).toBe('2026-04-14T06:00:00.000Z')
  })
})

describe('a date filter', () => {
  const parse = (value: unknown) => {
    const range = parseDateRange(value, MADRID)
    return range && [iso(range.from), iso(range.to)]
  }
  const DAY = ['2024-11-03T23:00:00.000Z', '2024-11-04T22:59:59.999Z']
  it.each([
    ['an object', { start: '2024-11-04', end: '2024-11-11' }, [DAY[0], '2024-11-11T22:59:59.999Z']],
    ['JSON', '{"start":"2024-11-04","end":"2024-11-11"}', [DAY[0], '2024-11-11T22:59:59.999Z']],
    ['one end', { start: '2024-11-04' }, [DAY[0], undefined]],
    ['a day', '2024-11-04', DAY],
    [
      'milliseconds',
      { start: 1730678400000, end: '1731283200000' },
      ['2024-11-04T00:00:00.000Z', '2024-11-11T00:00:00.000Z'],
    ],
    ['seconds', { start: 1730678400 }, ['2024-11-04T00:00:00.000Z', undefined]],
    ['an ISO time', { start: '2024-11-04T10:00:00Z' }, ['2024-11-04T10:00:00.000Z', undefined]],
    ['a local time', { start: '2024-11-04T10:00' }, ['2024-11-04T09:00:00.000Z', undefined]],
    ['two ends in one text', '2024-11-04..2024-11-04', DAY],
    ['a month', '2024-11', ['2024-10-31T23:00:00.000Z', '2024-11-30T22:59:59.999Z']],
    ['words', 'yesterday', ['2026-04-13T22:00:00.000Z', '2026-04-14T21:59:59.999Z']],
  ])('is understood as %s', (_, value, expected) => expect(parse(value)).toEqual(expected))
  it.each([['{'], ['2024-13-01'], ['2024-02-30'], ['soon'], [{ start: 'soon' }], [''], [{}], [null]])(
    'is refused as %j',
    (value) => expect(parse(value)).toBeUndefined(),
  )
})
