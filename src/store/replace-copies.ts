/**
 * Other copies of the memory still contain what was forgotten: older backups, the journal, and databases set aside as
 * damaged. A new backup is made and verified; then all of those are deleted. If it cannot be verified they stay,
 * because they may be needed for a restore; the caller tries again.
 */
import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { makeBackup } from './backup.ts'
import type { Database } from './database.ts'
import type { Journal } from './journal.ts'
import type { StorePaths } from './recovery.ts'

export interface ReplacedCopies {
  backupsDropped: number
  /** Files of databases that were set aside. */
  damagedDropped: number
}

/** undefined when no sound backup could be made: nothing was deleted. */
export async function replaceCopies(
  by: { db: Database; journal: Journal; paths: StorePaths },
  now: number,
): Promise<ReplacedCopies | undefined> {
  const { db, journal, paths } = by
  const keepFrom = journal.rotate(now)
  const made = await makeBackup(db, { folder: paths.backups, now, keep: Number.POSITIVE_INFINITY })
  if (!made) return undefined
  journal.dropBefore(keepFrom)
  const setAside = `${basename(paths.database)}.`
  return {
    backupsDropped: drop(paths.backups, (name) => name.startsWith('db-') && name !== basename(made)),
    damagedDropped: drop(dirname(paths.database), (name) => name.startsWith(setAside)),
  }
}

/** Counts databases; the small files SQLite keeps beside one do not count. */
function drop(folder: string, wanted: (name: string) => boolean): number {
  const names = readdirSync(folder).filter(wanted)
  for (const name of names) rmSync(join(folder, name), { force: true })
  return names.filter((name) => !/-(wal|shm|journal)$/.test(name)).length
}
