/** What forgetting asks of every table, a little differently each time: several statements, one set of values. */
import { type Database, parameterNames } from './database.ts'

/** Each statement takes those it names. Lists travel as JSON; the statement reads them with json_each. */
export type Lists = Record<string, string | number | readonly (string | number)[]>

export function findRows<T extends object>(db: Database, sql: string, of: Lists): T[] {
  const names = parameterNames(sql)
  const named = Object.entries(of).filter(([name]) => names.has(name))
  const values = named.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : value])
  return db.all<T>(sql, Object.fromEntries(values))
}

/** Of the column `id`. */
export function findIds(db: Database, sql: string, of: Lists): number[] {
  return findRows<{ id: number }>(db, sql, of).map(({ id }) => id)
}

/** Of the column `text`. */
export function findTexts(db: Database, sql: string, of: Lists): string[] {
  return findRows<{ text: string }>(db, sql, of).map(({ text }) => text)
}
