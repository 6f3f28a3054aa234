/**
 * Across the sessions of a project the newest telling of a matter holds: the older memory is no longer shown, and says by
 * which one it was superseded. Looked at from both sides, so that it does not matter which session is distilled first.
 */
import type { Database } from '../../../store/database.ts'
import { findSessionObservations } from '../../../store/observations.ts'
import { findRivals, putSuperseded, type Telling } from '../../../store/superseded.ts'
import { isSameMatter } from '../../../synthesis/repeats.ts'

const MAX_RIVALS = 8

/** `revived` are rows of other sessions that this one had superseded: somebody else may have to take their place. */
export function supersede(db: Database, session: number, by: { revived: readonly Telling[]; now: number }): void {
  const own = findSessionObservations(db, session).map((one) => ({
    ...one,
    session,
    standing: one.standing ?? false,
  }))
  for (const one of [...own, ...by.revived]) {
    for (const rival of findRivals(db, { ...one, limit: MAX_RIVALS })) {
      if (one.standing !== rival.standing || !isSameMatter(one.title, rival.title)) continue
      const [older, newer] = one.createdAt < rival.createdAt ? [one, rival] : [rival, one]
      if (older.createdAt < newer.createdAt) putSuperseded(db, { older: older.id, newer: newer.id, at: by.now })
    }
  }
}
