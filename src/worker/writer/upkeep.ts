/** Housekeeping: sessions nobody ended, files nobody finished, and the daily backup with what depends on it. */
import type { Config } from '../../config.ts'
import { MemoryError } from '../../memory/error.ts'
import { backupTime, isSound, listBackups, makeBackup } from '../../store/backup.ts'
import type { Database } from '../../store/database.ts'
import { purgeEvents } from '../../store/events.ts'
import type { Journal } from '../../store/journal.ts'
import { purgeInjections } from '../../store/ledger.ts'
import { purgePassages } from '../../store/passages.ts'
import { purgeReads } from '../../store/reads.ts'
import type { StorePaths } from '../../store/recovery.ts'
import { markInterrupted } from '../../store/sessions.ts'
import { lacksWhatIsIn } from '../../store/soundness.ts'
import { type Vacuumed, vacuum } from '../../store/vacuum.ts'
import type { DataFolder } from '../process/data-folder.ts'
import type { Log } from '../process/log.ts'
import { breath } from './changes/erasure.ts'
import { keepToLimits, renderCleared } from './retention.ts'
import { cleanSpool } from './spool/spool.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** What sessions were told and what the gate did: for explaining the present, not an archive. */
const LEDGER_DAYS = 90

/** Daily; first a day after the first start, when there is something to save. */
export function upkeepIsDue(by: { paths: StorePaths; journal: Journal; now: number }): boolean {
  const newest = listBackups(by.paths.backups, by.now)[0]
  const age = by.now - (newest ? backupTime(newest) : by.journal.since)
  return age > DAY_MS || age < 0 // a backup dated in the future proves nothing
}

/** Ends abandoned sessions; removes unfinished spool files, and set-aside ones after their day. */
export function sweep(by: { db: Database; folder: DataFolder; now: number }): void {
  markInterrupted(by.db, by.now)
  cleanSpool(by.folder, by.now)
}

export async function giveSpaceBack(db: Database, path: string): Promise<Vacuumed> {
  const steps = vacuum(db, path)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    await breath()
  }
}

export interface BackupParts {
  db: Database
  journal: Journal
  paths: StorePaths
  config: Config
  now: number
}

/**
 * A verified backup, then dropping what the journal no longer needs. The verification is also the daily check of the
 * database itself: a copy with damaged pages is not sound. A database with less in it than the last backup replaces no
 * backup.
 */
export async function backUp({ db, journal, paths, config, now }: BackupParts): Promise<string> {
  if (lacksWhatIsIn(db, listBackups(paths.backups, now))) {
    throw new MemoryError(
      'conflict',
      'The database holds less than its backup, so no new backup was made and the journal is kept.',
      {
        hint: 'Run `claude-mem stop` and `claude-mem start`: what is missing is brought back.',
      },
    )
  }
  const keepFrom = journal.rotate(now)
  const path = await makeBackup(db, { folder: paths.backups, now, keep: config.BACKUPS })
  if (!path) {
    const code = isSound(paths.database) ? 'unavailable' : 'corrupt'
    throw new MemoryError(code, 'The backup could not be verified; the one before it was kept.')
  }
  journal.dropBefore(keepFrom)
  return path
}

/** A backup, then deleting what is too old, and more than is wanted. */
export async function dailyUpkeep(
  by: BackupParts & { log: Log },
): Promise<{ path: string; cleared: string | undefined }> {
  const { db, config, now, log } = by
  const path = await backUp(by)
  const purged = purgeEvents(db, now - config.EVENT_DAYS * DAY_MS)
  const explained = now - LEDGER_DAYS * DAY_MS
  const told = purgeInjections(db, explained) + purgeReads(db, explained)
  const said = config.PASSAGE_DAYS === 0 ? 0 : purgePassages(db, now - config.PASSAGE_DAYS * DAY_MS)
  const cleared = await keepToLimits({ db, config, now })
  log.info('backup made', { purged, told, said, cleared: cleared.observations })
  return { path, cleared: renderCleared(cleared) }
}
