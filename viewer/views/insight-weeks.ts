/** A year of figures, day by day and week by week; days on which nothing happened are there as zeros. */
import type { ObservationType } from '../../src/memory/observation.ts'
import type { Insights } from '../../src/worker/protocol/insights.ts'
import { sum } from '../plots.tsx'
import { dayOf, isoDay } from '../times.ts'

type Figures = Insights['days'][number]

export interface Day extends Figures {
  at: number
  memories: number
}

export interface Week extends Omit<Figures, 'day'> {
  label: string
  at: number
  /** Monday to Sunday; undefined before the first and after today. */
  days: (Day | undefined)[]
  quiet: boolean
}

const NOON = 'T12:00:00'

/** Every day from the first to the last. */
export function daysOf({ from, to, days }: Insights): Day[] {
  const known = new Map(days.map((one) => [one.day, one]))
  const all: Day[] = []
  for (const date = new Date(from + NOON); isoDay(date.getTime()) <= to; date.setDate(date.getDate() + 1)) {
    const day = isoDay(date.getTime())
    const figures = known.get(day) ?? { day, types: {}, told: 0, toldTokens: 0, savedTokens: 0, spentTokens: 0 }
    all.push({ ...figures, at: date.getTime(), memories: sum(Object.values(figures.types)) })
  }
  return all
}

export function weeksOf(days: Day[]): Week[] {
  const weeks: (Day | undefined)[][] = []
  for (const day of days) {
    const weekday = (new Date(day.at).getDay() + 6) % 7
    const last = weeks.at(-1)
    if (last && weekday > 0) last[weekday] = day
    else {
      const week: (Day | undefined)[] = new Array(7).fill(undefined)
      week[weekday] = day
      weeks.push(week)
    }
  }
  return weeks.map(weekOf)
}

function weekOf(days: (Day | undefined)[]): Week {
  const given = days.filter((day) => day !== undefined)
  const total = (of: (day: Day) => number) => sum(given.map(of))
  const types: Partial<Record<ObservationType, number>> = {}
  for (const day of given) {
    for (const [type, n] of Object.entries(day.types) as [ObservationType, number][])
      types[type] = (types[type] ?? 0) + n
  }
  const at = given[0]?.at ?? 0
  const figures = {
    told: total(({ told }) => told),
    toldTokens: total(({ toldTokens }) => toldTokens),
    savedTokens: total(({ savedTokens }) => savedTokens),
    spentTokens: total(({ spentTokens }) => spentTokens),
  }
  const quiet = given.every(({ memories }) => memories === 0) && Object.values(figures).every((n) => n === 0)
  return { label: `Week of ${dayOf(at)}`, at, days, types, ...figures, quiet }
}
