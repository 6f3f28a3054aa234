/**
 * The writing thread's part of `doctor`: looks at the database and its copies, tries set-aside events again, and takes the
 * doctor's probe out without a trace.
 */
import { statSync } from 'node:fs'
import { backupTime, isDamaged, listBackups } from '../../store/backup.ts'
import type { Database } from '../../store/database.ts'
import { emptyLog, mergeIndexes } from '../../store/erase.ts'
import type { Journal } from '../../store/journal.ts'
import { readOverview } from '../../store/overview.ts'
import { deleteProbe, findProbes } from '../../store/probes.ts'
import type { StorePaths } from '../../store/recovery.ts'
import { endSession, findLastEventTime } from '../../store/sessions.ts'
import type { DataFolder } from '../process/data-folder.ts'
import { countSetAside } from '../process/spool-folder.ts'
import { breath } from './changes/erasure.ts'
import { retrySetAside } from './spool/spool.ts'
import type { WriterCalls } from './writer-protocol.ts'

export interface CheckupParts {
  db: Database
  journal: Journal
  paths: StorePaths
  folder: DataFolder
  /** Runs one at a time with the backups. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
  takeSpool: () => Promise<unknown>
  forgetSession: (session: number) => Promise<unknown>
}

export interface Checkup {
  check(): Promise<WriterCalls['checkMemory']['reply']>
  respool(): Promise<WriterCalls['respool']['reply']>
  removeProbes(): Promise<WriterCalls['removeProbes']['reply']>
}

export function makeCheckup(parts: CheckupParts): Checkup {
  const { db, journal, paths, folder, alone } = parts
  return {
    // A backup that is being made counts as soon as it is finished.
    check: () =>
      alone(async () => {
        const [newest, ...older] = listBackups(paths.backups, Date.now())
        return {
          sound: !isDamaged(paths.database),
          databaseBytes: statSync(paths.database).size,
          events: readOverview(db).events,
          lastEventAt: findLastEventTime(db) ?? null,
          backups: newest === undefined ? 0 : 1 + older.length,
          newestBackupAt: newest === undefined ? null : backupTime(newest),
          journalSince: journal.since,
        }
      }),
    async respool() {
      const files = retrySetAside(folder, ANY_VERSION)
      await parts.takeSpool()
      return { files, left: countSetAside(folder) }
    },
    async removeProbes() {
      await parts.takeSpool()
      const probes = findProbes(db).length
      const copied = probes === 0 ? [] : await alone(() => removeUncopied(parts))
      for (const session of copied) await parts.forgetSession(session)
      return { probes, erased: emptyLog(db) }
    },
  }
}

/** No file was set aside by a version of this name. */
const ANY_VERSION = ''

/**
 * Returns the probes that a backup has as well: they have to be forgotten like anything else, or the database would
 * hold less than its backup.
 */
async function removeUncopied({ db, journal, paths }: CheckupParts): Promise<number[]> {
  const [newest] = listBackups(paths.backups)
  const probes = findProbes(db)
  const copied = probes.filter(({ at }) => newest !== undefined && backupTime(newest) >= at)
  const own = probes.filter((probe) => !copied.includes(probe))
  // The journal first: a database that lacks what its journal holds counts as damaged.
  if (own.length > 0) journal.forget(own.flatMap(({ keys }) => keys))
  db.transaction(() => {
    for (const probe of own) deleteProbe(db, probe)
    for (const { session, at } of copied) endSession(db, { session, at, status: 'completed' })
  })
  for (const _ of mergeIndexes(db)) await breath()
  return copied.map(({ session }) => session)
}
