/** Statements that take lists and give one column: what forgetting asks of every table, a little differently each time. */
import type { Database } from './database.ts'

/** Lists travel as JSON; the statement reads them with json_each. */
export type Lists = Record<string, string | number | readonly (string | number)[]>

/** Of the column `id`. */
export function findIds(db: Database, sql: string, of: Lists): number[] {
  return db.all<{ id: number }>(sql, asParams(of)).map(({ id }) => id)
}

/** Of the column `text`. */
export function findTexts(db: Database, sql: string, of: Lists): string[] {
  return db.all<{ text: string }>(sql, asParams(of)).map(({ text }) => text)
}

export function asParams(of: Lists): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(of).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : value]),
  )
}
