/**
 * The daily token budget, stored where a crash cannot lose it. A call is paid for before it is made (an upper bound)
 * and settled to its real cost afterwards; a call that does not fit is not made.
 */
import type { Database } from './database.ts'

/** A reservation's id, or undefined when `tokens` exceed the rest of the day's budget. */
export function reserveTokens(
  db: Database,
  by: { day: string; provider: string; batch: number | undefined; tokens: number; budget: number; at: number },
): number | undefined {
  return db.transaction(() => {
    if (spentTokens(db, by.day) + by.tokens > by.budget) return undefined
    return db.run(
      `INSERT INTO token_ledger (day, provider, batch_id, reserved, created_at_epoch)
       VALUES (@day, @provider, @batch, @tokens, @at)`,
      { day: by.day, provider: by.provider, batch: by.batch ?? null, tokens: by.tokens, at: by.at },
    ).lastId
  })
}

export function settleTokens(db: Database, by: { reservation: number; tokens: number }): void {
  db.run('UPDATE token_ledger SET settled = @tokens WHERE id = @reservation', by)
}

/** The day's cost so far; open calls count with their full reservation. */
export function spentTokens(db: Database, day: string): number {
  const row = db.get<{ spent: number | null }>(
    'SELECT sum(coalesce(settled, reserved)) AS spent FROM token_ledger WHERE day = @day',
    { day },
  )
  return row?.spent ?? 0
}

/** True the first time a subject is reported on a day. */
export function tellOnce(db: Database, by: { day: string; matter: string }): boolean {
  return db.run('INSERT INTO notices_told (day, matter) VALUES (@day, @matter) ON CONFLICT DO NOTHING', by).changes > 0
}
