/**
 * Figures over time, for plots: what came in, what was told, what that cost and saved, and how much is dead weight. Each
 * comes from an index or a table that upkeep keeps small, so that 100,000 memories make no difference.
 */
import { fold } from '../memory/fold.ts'
import { localDay } from '../memory/local-day.ts'
import type { ObservationType } from '../memory/observation.ts'
import type { Database } from './database.ts'
import { SAVED_BY_READ } from './economics.ts'

export interface DayFigures {
  day: string
  types: Partial<Record<ObservationType, number>>
  /** Lines of memories that agents were shown unasked. */
  told: number
  toldTokens: number
  /** By the read gate; below zero is a loss. */
  savedTokens: number
  /** By a model that words memories. */
  spentTokens: number
}

export interface RecallFigures {
  surfaces: { surface: string; texts: number; tokens: number }[]
  /** Different memories that were told at least once. */
  memories: number
  top: { id: number; title: string; times: number }[]
}

export interface JunkFigures {
  memories: number
  neverTold: number
  superseded: number
  /** Already merged into another one. */
  merged: number
  /** The newest ones, whose titles were compared, and how many say what another one says. */
  compared: number
  duplicates: number
}

/** Titles are not indexed: of more, reading them would be felt. 5,000 take about 20 ms. */
const MAX_COMPARED = 5000
const TOP = 8

/** Oldest first, without days on which nothing happened. Day by day: to sort 100,000 rows into days took ten times as long. */
export function readDays(db: Database, by: { since: number; until: number }): DayFigures[] {
  const days: DayFigures[] = []
  const spent = new Map(
    db
      .all<{ day: string; n: number }>(
        'SELECT day, sum(coalesce(settled, reserved)) AS n FROM token_ledger WHERE day >= @day GROUP BY day',
        { day: localDay(by.since) },
      )
      .map(({ day, n }) => [day, n]),
  )
  for (let from = midnight(by.since); from <= by.until; from = midnight(from + DAY_AND_A_HALF_MS)) {
    const span = { from, to: midnight(from + DAY_AND_A_HALF_MS) }
    const sum = (what: string, table: string) =>
      db.get<{ n: number }>(
        `SELECT coalesce(${what}, 0) AS n FROM ${table} created_at_epoch >= @from AND created_at_epoch < @to`,
        span,
      )?.n ?? 0
    const types = db.all<{ type: ObservationType; n: number }>(
      `SELECT type, count(*) AS n FROM observations
       WHERE created_at_epoch >= @from AND created_at_epoch < @to AND dropped_at_epoch IS NULL GROUP BY type`,
      span,
    )
    const day = {
      day: localDay(from),
      types: Object.fromEntries(types.map(({ type, n }) => [type, n])),
      told: sum('count(*)', 'injections WHERE'),
      toldTokens: sum('sum(tokens)', `told_texts WHERE surface <> 'read' AND`),
      savedTokens: sum(`sum(${SAVED_BY_READ})`, 'reads WHERE'),
      spentTokens: spent.get(localDay(from)) ?? 0,
    }
    const { told, toldTokens, savedTokens, spentTokens } = day
    if (types.length > 0 || [told, toldTokens, savedTokens, spentTokens].some((n) => n !== 0)) days.push(day)
  }
  return days
}

/** From a midnight into the next day, however long daylight saving makes this one. */
const DAY_AND_A_HALF_MS = 36 * 3_600_000

function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}

/** As far back as the ledger goes. */
export function readRecall(db: Database): RecallFigures {
  return {
    surfaces: db.all(
      `SELECT surface, count(*) AS texts, sum(tokens) AS tokens FROM told_texts GROUP BY surface ORDER BY texts DESC`,
    ),
    memories: countTold(db),
    top: db.all(
      `SELECT o.id, o.title, i.times FROM
         (SELECT observation_id AS id, count(*) AS times FROM injections WHERE observation_id > 0
          GROUP BY observation_id ORDER BY times DESC, observation_id DESC LIMIT ${TOP * 2}) i
       JOIN observations o ON o.id = i.id AND o.dropped_at_epoch IS NULL
       ORDER BY i.times DESC, o.id DESC LIMIT ${TOP}`,
    ),
  }
}

export function readJunk(db: Database): JunkFigures {
  const count = (sql: string) => db.get<{ n: number }>(sql)?.n ?? 0
  const memories = count(
    'SELECT count(*) AS n FROM observations WHERE dropped_at_epoch IS NULL AND created_at_epoch > -1',
  )
  const titles = db.all<{ project: string; title: string }>(
    `SELECT project, title FROM observations WHERE dropped_at_epoch IS NULL ORDER BY created_at_epoch DESC LIMIT ${MAX_COMPARED}`,
  )
  return {
    memories,
    neverTold: Math.max(0, memories - countTold(db)),
    superseded: count('SELECT count(*) AS n FROM observations WHERE superseded_by IS NOT NULL'),
    merged: count('SELECT count(*) AS n FROM observation_aliases'),
    compared: titles.length,
    duplicates: titles.length - new Set(titles.map(({ project, title }) => `${project}\n${gistOf(title)}`)).size,
  }
}

function countTold(db: Database): number {
  return (
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT DISTINCT observation_id AS id FROM injections WHERE observation_id > 0) i
       WHERE EXISTS (SELECT 1 FROM observations o WHERE o.id = i.id AND o.dropped_at_epoch IS NULL)`,
    )?.n ?? 0
  )
}

/** The same words in any order, case and form of letters. */
function gistOf(title: string): string {
  return [
    ...new Set(
      fold(title)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu),
    ),
  ]
    .sort()
    .join(' ')
}
