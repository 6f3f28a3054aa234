/**
 * Opening the memory, whatever state it was left in. A damaged database is set aside, never overwritten: the newest
 * good backup takes its place and the journal brings it up to the last committed event. Transcripts fill in the rest
 * once the worker runs, because the restored read positions are older than the files.
 */
import { copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryError } from '../memory/error.ts'
import { backupTime, isDamaged, isSound, listBackups, makeBackup } from './backup.ts'
import { endPause, startPause } from './cursors.ts'
import { type Database, isCorruption, openForReading, openForWriting } from './database.ts'
import { forgetKeys } from './forget.ts'
import { Journal } from './journal.ts'
import { keepEntry } from './keep-event.ts'
import { migrate, refuseNewerSchema, SCHEMA_VERSION, schemaVersion } from './migrations.ts'
import { putObservation, reserveId } from './observations.ts'
import { findSessionNumber, putProject } from './sessions.ts'

export interface OpenedStore {
  db: Database
  journal: Journal
  /** A plain sentence for the user when the memory had to be recovered. */
  recovered: string | undefined
}

export interface StorePaths {
  database: string
  journal: string
  backups: string
  /** Exists while a worker runs; found at start it means that the last one did not end in order. */
  unclean: string
  /** Exists from the moment a damaged file is set aside until the journal has been read again. */
  restoring: string
}

export function storePaths(dataDir: string): StorePaths {
  return {
    database: join(dataDir, 'db.sqlite'),
    journal: join(dataDir, 'journal'),
    backups: join(dataDir, 'backups'),
    unclean: join(dataDir, 'unclean'),
    restoring: join(dataDir, 'restoring'),
  }
}

/** The caller holds the worker's lock. */
export async function openStore(paths: StorePaths, by: { now: number; keepBackups: number }): Promise<OpenedStore> {
  const journal = new Journal(paths.journal, by.now)
  const interrupted = existsSync(paths.restoring)
  const unclean = interrupted || existsSync(paths.unclean)
  let recovered = interrupted ? 'Restoring the memory database was interrupted and has been finished.' : undefined
  if (!existsSync(paths.database)) {
    if (listBackups(paths.backups).length > 0) recovered = restore(paths, by.now)
  } else if (unclean && isDamaged(paths.database)) recovered = restore(paths, by.now)
  let db: Database
  try {
    db = await openAndMigrate(paths, by)
  } catch (error) {
    if (!isCorruption(error) && !isCorruption((error as Error).cause)) throw error
    recovered = restore(paths, by.now)
    db = await openAndMigrate(paths, by)
  }
  if (recovered) {
    const replayed = replay(db, journal)
    recovered += ` ${replayed} later entries were brought back from the journal.`
    rmSync(paths.restoring, { force: true })
  }
  if (unclean) journal.finishForgetting()
  writeFileSync(paths.unclean, '', { mode: 0o600 })
  return { db, journal, recovered }
}

export function closeStore(db: Database, paths: StorePaths): void {
  db.close()
  rmSync(paths.unclean, { force: true })
}

async function openAndMigrate(paths: StorePaths, by: { now: number; keepBackups: number }): Promise<Database> {
  if (existsSync(paths.database)) refuseFutureFile(paths.database)
  const db = openForWriting(paths.database)
  try {
    const version = schemaVersion(db)
    if (version > 0 && version < SCHEMA_VERSION) {
      const saved = await makeBackup(db, { folder: paths.backups, now: by.now, keep: by.keepBackups })
      if (!saved) throw new MemoryError('corrupt', 'The backup before the schema change could not be verified.')
    }
    migrate(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Asked on a read-only connection: opening for writing would already change the file's header. */
function refuseFutureFile(path: string): void {
  const db = openForReading(path)
  try {
    refuseNewerSchema(db)
  } finally {
    db.close()
  }
}

/** Puts the newest good backup in place; with none, an empty database. The damaged files are kept beside it. */
function restore(paths: StorePaths, now: number): string {
  writeFileSync(paths.restoring, '', { mode: 0o600 })
  for (const suffix of ['', '-wal', '-shm']) {
    const file = `${paths.database}${suffix}`
    if (existsSync(file)) renameSync(file, `${paths.database}.damaged-${now}${suffix}`)
  }
  const good = listBackups(paths.backups).find(isSound)
  if (good) copyFileSync(good, paths.database)
  const when = good ? `from the backup of ${new Date(backupTime(good)).toISOString()}` : 'from the journal alone'
  return `The memory database was damaged and has been restored ${when}; the damaged file is kept beside it.`
}

/** Every line again, in order. Known keys change nothing; forgotten ones stay forgotten. */
function replay(db: Database, journal: Journal): number {
  let count = 0
  const entries = [...journal.entries()]
  db.transaction(() => {
    for (const entry of entries) {
      if (entry.op === 'forget') forgetKeys(db, entry)
      else if (entry.op === 'ids') for (const [key, id] of entry.ids) reserveId(db, { key, id })
    }
    for (const entry of entries) {
      count += 1
      if (entry.op === 'pause') startPause(db, entry.at)
      else if (entry.op === 'resume') endPause(db, entry.at)
      else if (entry.op === 'remember') {
        putProject(db, entry.project, entry.draft.at)
        const session = entry.sessionId === undefined ? undefined : findSessionNumber(db, entry.sessionId)
        putObservation(db, { draft: entry.draft, session, project: entry.project.id, source: 'user', pinned: true })
      } else if (entry.op === 'event') keepEntry(db, entry)
    }
  })
  return count
}
