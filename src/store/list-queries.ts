/** Runs the similar statements that forgetting needs for every table with one set of values. */
import { type Database, parameterNames } from './database.ts'

/** Each statement uses those it names. Lists are passed as JSON and read with json_each. */
export type Lists = Record<string, string | number | readonly (string | number)[]>

export function findRows<T extends object>(db: Database, sql: string, of: Lists): T[] {
  const names = parameterNames(sql)
  const named = Object.entries(of).filter(([name]) => names.has(name))
  const values = named.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : value])
  return db.all<T>(sql, Object.fromEntries(values))
}

/** The values of the column `id`. */
export function findIds(db: Database, sql: string, of: Lists): number[] {
  return findRows<{ id: number }>(db, sql, of).map(({ id }) => id)
}

/** The values of the column `text`. */
export function findTexts(db: Database, sql: string, of: Lists): string[] {
  return findRows<{ text: string }>(db, sql, of).map(({ text }) => text)
}
