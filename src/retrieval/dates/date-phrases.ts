/**
 * The ways to name a time in English and Spanish, one row each. Written for text without accents; one space matches any
 * whitespace. Each row depends only on the asker's clock, not on the words around it.
 */
import { isReal, shift, weekday } from './calendar.ts'
import { COUNT, countOf, isMonthName, isVerb, MONTH, monthOf, UNIT, WEEKDAY, weekdayOf } from './date-words.ts'
import {
  ago,
  type Clock,
  calendarDay,
  days,
  lastWeekday,
  latest,
  latestMonth,
  month,
  type NamedTime,
  ofThatWeek,
  type PhraseWords,
  rolling,
  span,
  yearOf,
} from './named-times.ts'

export interface Phrase {
  words: string[]
  /**
   * `relative`: counted from today. `date`: a calendar day or month with its number. `name`: a month or weekday by
   * name.
   * `bare`: such a name alone, which names a time only where one is expected.
   */
  kind: 'relative' | 'date' | 'name' | 'bare'
  /** undefined when it is not a date after all, such as 30 February. */
  read: (said: PhraseWords, clock: Clock) => NamedTime | undefined
}

const PART = '(?: (?:morning|afternoon|evening|night)| por la (?:manana|tarde|noche))?'
const DURING = '(?:(?:in|during|over|within|for|en|durante) )?'
/** Not "last week of May". */
const WHOLE = '(?! (?:of|de|del) )'
const COMING = '(?! (?:next|que viene|proxim[oa]|siguiente))'
const WITH = '(?:(?:in|on|from|during|throughout|en|durante|de|del|el)(?: the| el)? )?'
const ON = `${WITH}(?:${WEEKDAY},? )?(?:the )?`
const YEAR = '(?<year>(?:19|20)\\d\\d|last year|this year|(?:el )?ano pasado|este ano)'
const DAY = '(?<day>\\d{1,2})(?<ordinal>st|nd|rd|th)?'
const OF_YEAR = `(?:(?:,| of| de| del)? ${YEAR})?`

export const PHRASES: Phrase[] = [
  {
    words: [
      `(?:the )?day before yesterday${PART}`,
      `antier${PART}`,
      `(?:anteayer|ante ayer)${PART}`,
      `antes de ayer${PART}`,
    ],
    kind: 'relative',
    read: (_, clock) => days(clock, -2, -2),
  },
  {
    words: ['today', 'this (?:morning|afternoon|evening)', 'tonight', 'hoy(?! en dia)', 'esta (?:manana|tarde|noche)'],
    kind: 'relative',
    read: (_, clock) => days(clock, 0, 0),
  },
  {
    words: [`yesterday${PART}`, 'last night', `ayer${PART}`, 'anoche'],
    kind: 'relative',
    read: (_, clock) => days(clock, -1, -1),
  },
  {
    words: ['this week', 'esta semana'],
    kind: 'relative',
    read: (_, clock) => days(clock, -weekday(clock.today), 0),
  },
  {
    words: [`last week${WHOLE}`, '(?:la )?semana pasada', 'la pasada semana'],
    kind: 'relative',
    read: (_, clock) => ofThatWeek(clock, -7, -1),
  },
  {
    words: ['(?:the )?week before last(?: week)?', '(?:la )?semana antepasada'],
    kind: 'relative',
    read: (_, clock) => ofThatWeek(clock, -14, -8),
  },
  {
    words: ['last weekend', '(?:el )?(?:fin de semana|finde) pasado', 'el pasado (?:fin de semana|finde)'],
    kind: 'relative',
    read: (_, clock) => ofThatWeek(clock, -2, -1),
  },
  {
    words: ['(?:this|over the|at the|on the) weekend', '(?:este|el) (?:fin de semana|finde)'].map(coming),
    kind: 'relative',
    read: (_, clock) => (weekday(clock.today) < 5 ? ofThatWeek(clock, -2, -1) : ofThatWeek(clock, 5, 6)),
  },
  {
    words: ['this month', 'este mes'],
    kind: 'relative',
    read: (_, clock) => span({ ...clock.today, day: 1 }, clock.today, clock),
  },
  {
    words: [`last month${WHOLE}`, '(?:el )?mes pasado', 'el pasado mes'],
    kind: 'relative',
    read: (_, clock) => month(shift({ ...clock.today, day: 1 }, -1), clock),
  },
  {
    words: ['this year', 'este ano'],
    kind: 'relative',
    read: (_, clock) => span({ ...clock.today, month: 1, day: 1 }, clock.today, clock),
  },
  {
    words: [`last year${WHOLE}`, '(?:el )?ano pasado', 'el pasado ano'],
    kind: 'relative',
    read: (_, clock) => {
      const year = clock.today.year - 1
      return span({ year, month: 1, day: 1 }, { year, month: 12, day: 31 }, clock)
    },
  },
  {
    words: [
      `${DURING}(?:the )?(?:last|past) (?<count>${COUNT}) (?<unit>${UNIT})`,
      `${DURING}(?:(?:los|las|estos|estas) )?(?:(?<early>${COUNT}) )?ultim[oa]s (?:(?<count>${COUNT}) )?(?<unit>${UNIT})`,
    ],
    kind: 'relative',
    read: ({ count, early, unit }, clock) => rolling(countOf(count ?? early), unit, clock),
  },
  {
    // "The last day" is usually somebody's last day.
    words: [
      `${DURING}(?:(?:the )?past|the last(?! day)) (?<unit>hour|day|week|month|year)${WHOLE}`,
      `${DURING}(?:(?:el|la) ultim[oa]|ultim[oa](?! hora)) (?<unit>hora|semana|mes|ano)${WHOLE}`,
    ],
    kind: 'relative',
    read: ({ unit }, clock) => rolling({ least: 1, most: 1 }, unit, clock),
  },
  {
    // Not the end of "2 weeks and 3 days ago" or "two and a half days ago".
    words: [
      `(?<!${UNIT} and )(?<!and a )(?<count>${COUNT}) (?<unit>${UNIT}) (?:ago|atras)`,
      `hace (?:un[oa]s |casi |mas de )?(?<count>${COUNT}) (?<unit>${UNIT})`,
    ],
    kind: 'relative',
    read: ({ count, unit }, clock) => ago(countOf(count), unit, clock),
  },
  {
    words: [
      `(?:on )?(?<weekday>${WEEKDAY}) (?:of )?last week`,
      `last week on (?<weekday>${WEEKDAY})`,
      `(?:el )?(?<weekday>${WEEKDAY}) de la semana pasada`,
    ],
    kind: 'relative',
    read: (said, clock) => ofThatWeek(clock, weekdayOf(said.weekday) - 7, weekdayOf(said.weekday) - 7),
  },
  {
    words: [
      `(?:on )?last (?<weekday>${WEEKDAY})${PART}`,
      `el pasado (?<weekday>${WEEKDAY})${PART}`,
      `(?:el )?(?<weekday>${WEEKDAY}) pasado${PART}`,
    ],
    kind: 'relative',
    read: lastWeekday,
  },
  { words: [`(?:on|el) (?<weekday>${WEEKDAY})${COMING}${PART}`], kind: 'name', read: lastWeekday },
  { words: [`(?<weekday>${WEEKDAY})${COMING}${PART}`], kind: 'bare', read: lastWeekday },
  {
    // "The last may fail".
    words: [`(?<!the )last (?<month>${MONTH})`, `(?:el |en )?(?<month>${MONTH}) pasado`],
    kind: 'relative',
    read: (said, clock) => {
      const first = latest({ month: monthOf(said.month), day: 1 }, shift({ ...clock.today, day: 1 }, -1))
      return isMonthName(said.month) ? month(first, clock) : undefined
    },
  },
  {
    words: [
      `${WITH}(?<month>${MONTH})(?:,| of| de| del)? ${YEAR}`,
      '(?:on |in |el |en |de )?(?<year>(?:19|20)\\d\\d)-(?<digits>\\d\\d)',
    ],
    kind: 'date',
    read: (said, clock) => {
      const first = { year: yearOf(said.year, clock), month: Number(said.digits ?? monthOf(said.month)), day: 1 }
      return isReal(first) ? month(first, clock) : undefined
    },
  },
  {
    words: [
      `(?:in|during|from|throughout) (?:early |mid |mid-|late )?(?<month>${MONTH})`,
      `(?<!\\d )(?:en|de|durante)(?: el mes de)? (?<month>${MONTH})`,
      `a (?:principios|mediados|finales) de (?<month>${MONTH})`,
    ].map(coming),
    kind: 'name',
    read: (said, clock) => (isMonthName(said.month) ? latestMonth(said.month, clock) : undefined),
  },
  {
    words: [`(?<month>${MONTH})${COMING}`],
    kind: 'bare',
    read: (said, clock) =>
      isMonthName(said.month) && !isVerb(said.month) ? latestMonth(said.month, clock) : undefined,
  },
  {
    words: [`${ON}(?<month>${MONTH})\\.? ${DAY}${OF_YEAR}`, `${ON}${DAY}(?: of| de)? (?<month>${MONTH})${OF_YEAR}`],
    kind: 'date',
    read: (said, clock) => {
      const day = calendarDay(said, clock)
      return day && span(day, day, clock)
    },
  },
  {
    // Followed by a time of day it is the start of a log line.
    words: [`${ON}(?<year>(?:19|20)\\d\\d)-(?<month>\\d\\d)-(?<day>\\d\\d)(?! \\d{1,2}:\\d\\d)`],
    kind: 'date',
    read: (said, clock) => {
      const day = { year: Number(said.year), month: Number(said.month), day: Number(said.day) }
      return isReal(day) ? span(day, day, clock) : undefined
    },
  },
  {
    words: [
      `(?:(?:between|from|entre|desde|del?)(?: the| el)? )?(?<first>\\d{1,2})(?:st|nd|rd|th)? (?:to|and|al?|y|hasta)(?: the| el)? ${DAY}(?: of| de)? (?<month>${MONTH})${OF_YEAR}`,
    ],
    kind: 'date',
    read: (said, clock) => {
      const last = calendarDay(said, clock)
      const first = last && { ...last, day: Number(said.first) }
      return first && isReal(first) && first.day <= last.day ? span(first, last, clock) : undefined
    },
  },
]

function coming(words: string): string {
  return `${words}${COMING}`
}
