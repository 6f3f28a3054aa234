/**
 * Within a project, the newest memory of a subject wins: the older one is no longer shown and names the one that
 * superseded it. Checked in both directions, so that the order in which sessions are distilled does not matter.
 */
import type { Database } from '../../../store/database.ts'
import { findSessionObservations } from '../../../store/observations.ts'
import { findRivals, putSuperseded, type Telling } from '../../../store/superseded.ts'
import { isSameMatter } from '../../../synthesis/repeats.ts'

const MAX_RIVALS = 8

/** `revived`: rows of other sessions that this one used to supersede; another row may have to supersede them now. */
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
