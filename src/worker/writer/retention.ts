/**
 * Retention: once a day, after the backup, clears away what is older or more than the settings allow. Off unless set.
 * In small steps, so that other work gets its turn. Words leave the database file at once; backups keep them until they
 * rotate out, because replacing all backups every day would leave one.
 */
import type { Config } from '../../config.ts'
import { countOf } from '../../memory/count.ts'
import type { Database } from '../../store/database.ts'
import { mergeIndexes } from '../../store/erase.ts'
import { type Cleared, clearMemories, clearWords, findTooMany, findTooOld } from '../../store/retention.ts'
import { BATCH, breath } from './changes/erasure.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export async function keepToLimits(by: {
  db: Database
  config: Pick<Config, 'MAX_AGE_DAYS' | 'MAX_MEMORIES'>
  now: number
}): Promise<Cleared> {
  const { db, now } = by
  const { MAX_AGE_DAYS: days, MAX_MEMORIES: keep } = by.config
  const cleared: Cleared = { observations: 0, summaries: 0, prompts: 0, passages: 0 }
  const clear = async (find: () => number[]) => {
    for (let ids = find(); ids.length > 0; ids = find()) {
      cleared.observations += db.transaction(() => clearMemories(db, { ids: ids.slice(0, BATCH), at: now }))
      await breath()
    }
  }
  if (days > 0) {
    const before = now - days * DAY_MS
    await clear(() => findTooOld(db, { before, most: BATCH }))
    Object.assign(
      cleared,
      db.transaction(() => clearWords(db, before)),
    )
  }
  if (keep > 0) await clear(() => findTooMany(db, { keep, before: now, most: BATCH }))
  if (Object.values(cleared).every((count) => count === 0)) return cleared
  for (const _ of mergeIndexes(db)) await breath()
  return cleared
}

/** undefined when nothing was. */
export function renderCleared({ observations, summaries, prompts, passages }: Cleared): string | undefined {
  const parts: [number, string, string][] = [
    [observations, 'memory', 'memories'],
    [summaries, 'summary', 'summaries'],
    [prompts, 'prompt', 'prompts'],
    [passages, 'passage', 'passages'],
  ]
  const said = parts.flatMap(([n, one, many]) => (n > 0 ? [countOf(n, one, many)] : []))
  return said.length === 0 ? undefined : `Retention cleared away ${said.join(', ')}.`
}
