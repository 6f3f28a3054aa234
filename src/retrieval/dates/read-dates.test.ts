import { describe, expect, it } from 'vitest'
import { parseDateRange, readDates } from './read-dates.ts'

interface Asker {
  now: number
  timeZone: string
}

/** Tuesday 3 November 2026, 23:30, two days after summer time ended; already Wednesday in UTC. */
const NEW_YORK = { now: Date.parse('2026-11-04T04:30:00Z'), timeZone: 'America/New_York' }
/** Thursday 1 January 2026, 00:30; still Wednesday and last year in UTC. */
const MADRID = { now: Date.parse('2025-12-31T23:30:00Z'), timeZone: 'Europe/Madrid' }

/** `2026-11-02..2026-11-03`, whole local days; with the time where an end is not at midnight; nothing where it is open. */
function local(range: { from?: number; to?: number } | undefined, timeZone: string): string | undefined {
  if (!range) return undefined
  const show = (at: number) => new Date(at).toLocaleString('sv-SE', { timeZone })
  const isMidnight = (at: number) => at % 1000 === 0 && show(at).endsWith(' 00:00:00')
  const { from, to } = range
  const first = from === undefined ? '' : isMidnight(from) ? show(from).slice(0, 10) : show(from)
  const last = to === undefined ? '' : isMidnight(to + 1) ? show(to).slice(0, 10) : show(to)
  return `${first}..${last}`
}

/** One day where both ends are the same. */
const span = (days: string) => (days.includes('..') ? days : `${days}..${days}`)

/** What is left, what was understood and how sure it is, with words around it. */
function check(asker: Asker, { phrase, days, certain }: { phrase: string; days: string; certain: boolean }) {
  const found = readDates(`redis errors ${phrase} cache`, asker)
  const shown = { ...found, range: local(found.range, asker.timeZone) }
  expect(shown).toEqual({ rest: 'redis errors cache', range: span(days), certain, phrase })
  expect(local(parseDateRange(phrase, asker), asker.timeZone), 'the same in a filter').toBe(span(days))
}

describe('dates in English', () => {
  it.each([
    ['today', '2026-11-03'],
    ['this morning', '2026-11-03'],
    ['yesterday', '2026-11-02'],
    ['Yesterday morning', '2026-11-02'],
    ['last night', '2026-11-02'],
    ["yesterday's", '2026-11-02'],
    ['the day before yesterday', '2026-11-01'],
    ['3 days ago', '2026-10-31'],
    ['three days ago', '2026-10-31'],
    ['eight days ago', '2026-10-26'],
    ['twenty days ago', '2026-10-14'],
    ['a few days ago', '2026-10-29..2026-11-01'],
    ['a couple of days ago', '2026-10-31..2026-11-02'],
    ['a week ago', '2026-10-24..2026-10-30'],
    ['a couple of weeks ago', '2026-10-13..2026-10-27'],
    ['a month ago', '2026-09-19..2026-10-19'],
    ['two years ago', '2024-05-05..2025-05-04'],
    ['an hour ago', '2026-11-03 22:00:00..2026-11-03 23:00:00'],
    ['2 hours ago', '2026-11-03 21:00:00..2026-11-03 22:00:00'],
    ['30 minutes ago', '2026-11-03 22:45:00..2026-11-03 23:15:00'],
    ['half an hour ago', '2026-11-03 22:30:00..2026-11-03 23:30:00'],
    ['2 minutes ago', '2026-11-03 23:23:00..2026-11-03 23:30:00'],
    ['this week', '2026-11-02..2026-11-03'],
    ['last week', '2026-10-26..2026-11-01'],
    ['last  week', '2026-10-26..2026-11-01'],
    ['the week before last', '2026-10-19..2026-10-25'],
    ['last weekend', '2026-10-31..2026-11-01'],
    ['over the weekend', '2026-10-31..2026-11-01'],
    ['this month', '2026-11-01..2026-11-03'],
    ['last month', '2026-10-01..2026-10-31'],
    ['this year', '2026-01-01..2026-11-03'],
    ['last year', '2025-01-01..2025-12-31'],
    ['last 7 days', '2026-10-27..2026-11-03'],
    ['in the last two weeks', '2026-10-20..2026-11-03'],
    ['in the past week', '2026-10-27..2026-11-03'],
    ['past week', '2026-10-27..2026-11-03'],
    ['past month', '2026-10-04..2026-11-03'],
    ['in the last month', '2026-10-04..2026-11-03'],
    ['last few days', '2026-10-29..2026-11-03'],
    ['last 24 hours', '2026-11-02 23:30:00..2026-11-03 23:30:00'],
    ['past hour', '2026-11-03 22:30:00..2026-11-03 23:30:00'],
    ['last Monday', '2026-11-02'],
    ['last tuesday', '2026-10-27'],
    ['on Wednesday last week', '2026-10-28'],
    ['last March', '2026-03-01..2026-03-31'],
    ['last November', '2025-11-01..2025-11-30'],
    ['since yesterday', '2026-11-02..2026-11-03'],
    ['since last week', '2026-10-26..2026-11-03'],
    ['since Monday', '2026-11-02..2026-11-03'],
    ['since two weeks ago', '2026-10-20..2026-11-03'],
    ['since March', '2026-03-01..2026-11-03'],
    ['since Nov 1', '2026-11-01..2026-11-03'],
    ['since 2 hours ago', '2026-11-03 21:30:00..2026-11-03'],
    ['after 2026-11-01', '2026-11-01..2026-11-03'],
    ['after last week', '2026-11-02..2026-11-03'],
    ['before last week', '..2026-10-25'],
    ['before 2026-11-01', '..2026-10-31'],
    ['until yesterday', '..2026-11-02'],
    ['between Monday and Wednesday', '2026-10-26..2026-10-28'],
    ['between Friday and Monday', '2026-10-30..2026-11-02'],
    ['between January and March', '2026-01-01..2026-03-31'],
    ['between November and January', '2025-11-01..2026-01-31'],
    ['between yesterday and last week', '2026-10-26..2026-11-02'],
    ['from 2026-11-01 to 2026-11-08', '2026-11-01..2026-11-08'],
    ['2026-10-30 to 2026-11-01', '2026-10-30..2026-11-01'],
    ['2026-10-30..2026-11-01', '2026-10-30..2026-11-01'],
    ['between two weeks ago and 3 days ago', '2026-10-20..2026-10-31'],
    ['from last week until yesterday', '2026-10-26..2026-11-02'],
  ])('%s is %s', (phrase, days) => check(NEW_YORK, { phrase, days, certain: true }))

  it.each([
    ['in March', '2026-03-01..2026-03-31'],
    ['in march', '2026-03-01..2026-03-31'],
    ['in may', '2026-05-01..2026-05-31'],
    ['in November', '2026-11-01..2026-11-30'],
    ['in December', '2025-12-01..2025-12-31'],
    ['in late March', '2026-03-01..2026-03-31'],
    ['in March 2025', '2025-03-01..2025-03-31'],
    ['March 2026', '2026-03-01..2026-03-31'],
    ['may 2026', '2026-05-01..2026-05-31'],
    ['March last year', '2025-03-01..2025-03-31'],
    ['Feb 2024', '2024-02-01..2024-02-29'],
    ['2026-10', '2026-10-01..2026-10-31'],
    ['2026-11-01', '2026-11-01'],
    ['on 2026-11-01', '2026-11-01'],
    ['Nov 3', '2026-11-03'],
    ['nov 4', '2025-11-04'],
    ['Nov 1, 2026', '2026-11-01'],
    ['November 8th', '2025-11-08'],
    ['May 8', '2026-05-08'],
    ['from Nov 2', '2026-11-02'],
    ['8 November 2026', '2026-11-08'],
    ['8th of November', '2025-11-08'],
    ['Sunday, November 1', '2026-11-01'],
    ['Feb 29', '2024-02-29'],
    ['from 1 to 3 November', '2026-11-01..2026-11-03'],
    ['on Tuesday', '2026-10-27'],
    ['on Monday', '2026-11-02'],
    ['on Friday afternoon', '2026-10-30'],
    ['before Monday', '..2026-11-01'],
    ['until Friday', '..2026-10-30'],
    ['from Friday to Monday', '2026-10-30..2026-11-02'],
  ])('%s is perhaps %s', (phrase, days) => check(NEW_YORK, { phrase, days, certain: false }))
})

describe('dates in Spanish', () => {
  it.each([
    ['hoy', '2026-01-01'],
    ['esta mañana', '2026-01-01'],
    ['ayer', '2025-12-31'],
    ['ayer por la tarde', '2025-12-31'],
    ['anoche', '2025-12-31'],
    ['anteayer', '2025-12-30'],
    ['antier', '2025-12-30'],
    ['antes de ayer', '2025-12-30'],
    ['hace un mes', '2025-11-17..2025-12-17'],
    ['hace dos meses', '2025-10-18..2025-11-17'],
    ['hace 3 días', '2025-12-29'],
    ['hace tres dias', '2025-12-29'],
    ['hace ocho días', '2025-12-24'],
    ['hace quince días', '2025-12-17'],
    ['hace dieciséis días', '2025-12-16'],
    ['tres días atrás', '2025-12-29'],
    ['hace unos días', '2025-12-27..2025-12-30'],
    ['hace unos 3 días', '2025-12-29'],
    ['hace un par de semanas', '2025-12-11..2025-12-25'],
    ['hace una semana', '2025-12-22..2025-12-28'],
    ['hace un año', '2024-07-03..2025-07-02'],
    ['hace una hora', '2025-12-31 23:00:00..2026-01-01 00:00:00'],
    ['hace media hora', '2025-12-31 23:30:00..2026-01-01 00:30:00'],
    ['hace 30 minutos', '2025-12-31 23:45:00..2026-01-01 00:15:00'],
    ['esta semana', '2025-12-29..2026-01-01'],
    ['la semana pasada', '2025-12-22..2025-12-28'],
    ['el fin de semana pasado', '2025-12-27..2025-12-28'],
    ['este mes', '2026-01-01'],
    ['el mes pasado', '2025-12-01..2025-12-31'],
    ['este año', '2026-01-01'],
    ['el año pasado', '2025-01-01..2025-12-31'],
    ['los últimos 7 días', '2025-12-25..2026-01-01'],
    ['últimos siete dias', '2025-12-25..2026-01-01'],
    ['en los últimos días', '2025-12-27..2026-01-01'],
    ['en los 2 últimos meses', '2025-11-02..2026-01-01'],
    ['la última semana', '2025-12-25..2026-01-01'],
    ['el último mes', '2025-12-02..2026-01-01'],
    ['las últimas 24 horas', '2025-12-31 00:30:00..2026-01-01 00:30:00'],
    ['martes pasado', '2025-12-30'],
    ['el martes pasado', '2025-12-30'],
    ['el jueves pasado', '2025-12-25'],
    ['el pasado miércoles', '2025-12-31'],
    ['el lunes de la semana pasada', '2025-12-22'],
    ['marzo pasado', '2025-03-01..2025-03-31'],
    ['desde ayer', '2025-12-31..2026-01-01'],
    ['desde el lunes', '2025-12-29..2026-01-01'],
    ['desde hace una semana', '2025-12-25..2026-01-01'],
    ['desde noviembre', '2025-11-01..2026-01-01'],
    ['desde el 8 de noviembre', '2025-11-08..2026-01-01'],
    ['después del 8 de noviembre', '2025-11-08..2026-01-01'],
    ['antes de la semana pasada', '..2025-12-21'],
    ['antes del 8 de noviembre', '..2025-11-07'],
    ['antes de anteayer', '..2025-12-29'],
    ['hasta ayer', '..2025-12-31'],
    ['hasta antes de ayer', '..2025-12-30'],
    ['entre el lunes y el miércoles', '2025-12-29..2025-12-31'],
    ['entre ayer y hoy', '2025-12-31..2026-01-01'],
    ['desde la semana pasada hasta ayer', '2025-12-22..2025-12-31'],
  ])('%s is %s', (phrase, days) => check(MADRID, { phrase, days, certain: true }))

  it.each([
    ['en marzo', '2025-03-01..2025-03-31'],
    ['en enero', '2026-01-01..2026-01-31'],
    ['de marzo', '2025-03-01..2025-03-31'],
    ['marzo de 2026', '2026-03-01..2026-03-31'],
    ['marzo del año pasado', '2025-03-01..2025-03-31'],
    ['a finales de diciembre', '2025-12-01..2025-12-31'],
    ['8 de noviembre', '2025-11-08'],
    ['el 8 de noviembre de 2026', '2026-11-08'],
    ['el martes 30 de diciembre', '2025-12-30'],
    ['del 1 al 8 de noviembre', '2025-11-01..2025-11-08'],
    ['el martes', '2025-12-30'],
    ['hasta el viernes', '..2025-12-26'],
    ['del lunes al miércoles', '2025-12-29..2025-12-31'],
    ['hasta mayo', '..2025-05-31'],
  ])('%s is perhaps %s', (phrase, days) => check(MADRID, { phrase, days, certain: false }))
})

describe('a text without a date', () => {
  it.each([
    'todays holidays',
    'yesterdaysFile',
    'it may fail and you may retry',
    'step 2 may be slow, test 8 may not',
    'the step before may fail',
    'the last may be wrong',
    'march through the tree',
    'March madness',
    'el plan de Martes y Trece',
    'cierra los martes',
    'Tuesday',
    'martes',
    'marzo',
    'on Tuesdays',
    'el martes que viene',
    'second attempt in one second',
    'a second ago',
    'sun and moon, set theory, sat solver',
    'in dec and in oct notation',
    'last minute change',
    'the last day of the sprint',
    'the last week of testing',
    'última hora',
    'hoy en día',
    'release 1.2.3 and v2026-11-08',
    'issue #8 and CVE-2026-11',
    'notes/2026-11-08.md',
    'file 2026-11-08.log',
    '2026-11-08 10:15:00 ERROR connection refused',
    '2026-11-08T10:15:00Z',
    '2026-13-01 and 2026-02-30',
    'Feb 30',
    '30 de febrero',
    'src/today/index.ts',
    'today.ts and today() and last-week',
    'const today = startOfDay',
    'if (today === yesterday) return',
    '{"when": "yesterday"}',
    "import today from './today'",
    'SELECT day FROM log WHERE day < today',
    'the `yesterday` option',
    '"last week" banner',
    'not yesterday',
    'errors NOT yesterday',
    'no ayer',
    'not in March',
    'everything except last week',
    'since then',
    '99999999 days ago',
    '9999 years ago',
    'two and a half days ago',
    '2 weeks and 3 days ago',
    'x=today',
    'runs 3 to 5 may fail',
    'between you and me',
    '',
  ])('%s is left as it is', (text) =>
    expect(readDates(text, NEW_YORK)).toEqual({ rest: text, range: undefined, certain: false, phrase: '' }),
  )
  it('is a pasted one', () => expect(readDates(`today ${'x '.repeat(150)}`, NEW_YORK).range).toBeUndefined())
})

describe('a text with several dates', () => {
  const read = (text: string) => readDates(text, NEW_YORK)
  it('means the first', () => expect(read('redis today or last week').phrase).toBe('today'))
  it('means the one that is not denied', () => expect(read('redis not today but last week').phrase).toBe('last week'))
  it('may begin like code', () => expect(read('import errors from yesterday').phrase).toBe('yesterday'))
  it('keeps its accents', () =>
    expect(read('¿qué decisión tomó Íñigo ayer?')).toMatchObject({
      rest: '¿qué decisión tomó Íñigo ?',
      phrase: 'ayer',
    }))
  it('may write them with separate accents', () =>
    expect(read('hace 3 días'.normalize('NFD'))).toMatchObject({ rest: '', phrase: 'hace 3 días' }))
})

describe('the local calendar', () => {
  it.each([
    ['yesterday', '2026-03-30T10:00:00Z', 'Europe/Madrid', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['yesterday', '2026-10-26T10:00:00Z', 'Europe/Madrid', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['yesterday', '2026-03-09T12:00:00Z', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    ['last month', '2026-04-02T10:00:00Z', 'Europe/Madrid', '2026-02-28T23:00:00.000Z', '2026-03-31T21:59:59.999Z'],
    ['today', '2026-04-14T23:30:00Z', 'America/Mexico_City', '2026-04-14T06:00:00.000Z', '2026-04-15T05:59:59.999Z'],
    // Where summer time begins at midnight that day begins at one; where it ends, the first midnight counts.
    ['yesterday', '2026-03-09T12:00:00Z', 'America/Havana', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    ['yesterday', '2026-11-02T12:00:00Z', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
  ])('makes %s at %s in %s that day, however long', (phrase, now, timeZone, from, to) => {
    const { range } = readDates(phrase, { now: Date.parse(now), timeZone })
    expect(range).toEqual({ from: Date.parse(from), to: Date.parse(to) })
  })
  it.each([
    ['last week', '2026-03-01T12:00:00Z', '2026-02-16..2026-02-22'],
    ['last weekend', '2026-03-01T12:00:00Z', '2026-02-21..2026-02-22'],
    ['this weekend', '2026-03-01T12:00:00Z', '2026-02-28..2026-03-01'],
    ['last month', '2024-03-31T12:00:00Z', '2024-02-01..2024-02-29'],
    ['mes pasado', '2026-01-31T12:00:00Z', '2025-12-01..2025-12-31'],
    ['last monday', '2026-03-02T12:00:00Z', '2026-02-23..2026-02-23'],
  ])('knows the ends of weeks and months: %s at %s', (phrase, now, days) =>
    expect(local(readDates(phrase, { now: Date.parse(now), timeZone: 'Europe/Madrid' }).range, 'Europe/Madrid')).toBe(
      days,
    ),
  )
})

describe('a date filter', () => {
  const parse = (value: unknown) => local(parseDateRange(value, MADRID), MADRID.timeZone)
  it.each([
    ['an object', { start: '2024-11-04', end: '2024-11-11' }, '2024-11-04..2024-11-11'],
    ['JSON', '{"start":"2024-11-04","end":"2024-11-11"}', '2024-11-04..2024-11-11'],
    ['one end', { start: '2024-11-04' }, '2024-11-04..'],
    ['the other end', { to: '2024-11-04' }, '..2024-11-04'],
    ['a day', ' 2024-11-04 ', '2024-11-04..2024-11-04'],
    ['a day with a comma', 'Nov 4, 2024', '2024-11-04..2024-11-04'],
    ['milliseconds', { start: 1730678400000, end: '1731283200000' }, '2024-11-04 01:00:00..2024-11-11 01:00:00'],
    ['seconds', { start: 1730678400 }, '2024-11-04 01:00:00..'],
    ['an ISO time', { start: '2024-11-04T10:00:00Z' }, '2024-11-04 11:00:00..'],
    ['a local time', { start: '2024-11-04T10:00' }, '2024-11-04 10:00:00..'],
    ['a local time on the day clocks change', { start: '2024-10-27 00:30:00' }, '2024-10-27 00:30:00..'],
    ['two ends in one text', '2024-11-04..2024-11-05', '2024-11-04..2024-11-05'],
    ['two ends with a comma', '2024-11-04,2024-11-05', '2024-11-04..2024-11-05'],
    ['a month', '2024-11', '2024-11-01..2024-11-30'],
    ['a weekday by its name', 'Tuesday', '2025-12-30..2025-12-30'],
    ['a month by its name', 'marzo', '2025-03-01..2025-03-31'],
    ['words at both ends', { start: 'la semana pasada', end: 'ayer' }, '2025-12-22..2025-12-31'],
  ])('is understood as %s', (_, value, expected) => expect(parse(value)).toBe(expected))
  it.each([
    ['{'],
    ['2024-13-01'],
    ['2024-02-30'],
    ['0001-01-01'],
    ['soon'],
    ['redis yesterday'],
    ['not yesterday'],
    ['since 2030-01-01'],
    [{ start: 'soon' }],
    [{ start: 'until yesterday' }],
    [{ start: '2024-11-04', end: 'soon' }],
    [''],
    [{}],
    [null],
    [Number.NaN],
  ])('is refused as %j', (value) => expect(parse(value)).toBeUndefined())
})

describe('a moment in a filter', () => {
  it.each([
    ['2026-11-14', '2026-11-13T23:00:00.000Z'],
    ['2026-07-14', '2026-07-13T22:00:00.000Z'],
    ['2026-11-14T10:00', '2026-11-14T09:00:00.000Z'],
    ['2026-11-14T10:00:00Z', '2026-11-14T10:00:00.000Z'],
    ['1731283200000', '2024-11-11T00:00:00.000Z'],
    ['ayer', '2025-12-30T23:00:00.000Z'],
  ])('%s is %s in Madrid', (value, at) => expect(parseDateRange(value, MADRID)?.from).toBe(Date.parse(at)))
  it.each([['soon'], [undefined], [{}], ['2026-02-30']])('is refused as %j', (value) =>
    expect(parseDateRange(value, MADRID)).toBeUndefined(),
  )
})
