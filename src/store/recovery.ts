/**
 * Opens the memory, whatever state it was left in. It never starts empty if there was something: a database that is
 * gone, damaged, foreign, or contains less than backup and journal is set aside, never overwritten. The newest good
 * backup takes its place, and the journal brings it up to the last committed event. Transcripts fill in the rest once
 * the worker runs, because the restored read positions are older than the files.
 */

import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { countOf } from '../memory/count.ts'
import { MemoryError } from '../memory/error.ts'
import { backupTime, isSound, listBackups, makeBackup } from './backup.ts'
import { type Database, isCorruption, openForReading, openForWriting } from './database.ts'
import { type ImportEntry, Journal } from './journal.ts'
import { migrate, refuseNewerSchema, SCHEMA_VERSION, schemaVersion } from './migrations.ts'
import { importedFiles, importedTranscripts, replay } from './replay.ts'
import { copyAside, hasLog, logAside, moveAside, putInPlace } from './set-aside.ts'
import { examine, type Found } from './soundness.ts'

export interface OpenedStore {
  db: Database
  journal: Journal
  /** A sentence for the user when the memory had to be recovered. */
  recovered: string | undefined
  /** Transcripts that have to be imported again after a recovery. */
  transcripts: string[]
  /** Files likewise. */
  imports: ImportEntry['asked'][]
}

export interface StorePaths {
  database: string
  journal: string
  backups: string
  /** Exists while a worker runs; if found at start, the last worker did not end cleanly. */
  unclean: string
  /** The state of the database file at the last clean end; if unchanged, it needs no examination. */
  closed: string
  /** Exists from setting a damaged file aside until the journal has been replayed. */
  restoring: string
  /** What a person asked to go back to, until it is done. */
  restore: string
}

export function storePaths(dataDir: string): StorePaths {
  return {
    database: join(dataDir, 'db.sqlite'),
    journal: join(dataDir, 'journal'),
    backups: join(dataDir, 'backups'),
    unclean: join(dataDir, 'unclean'),
    closed: join(dataDir, 'closed'),
    restoring: join(dataDir, 'restoring'),
    restore: join(dataDir, 'restore'),
  }
}

/** The caller must hold the worker's lock. */
export async function openStore(paths: StorePaths, by: { now: number; keepBackups: number }): Promise<OpenedStore> {
  const journal = new Journal(paths.journal, by.now)
  const interrupted = existsSync(paths.restoring)
  const unclean = interrupted || existsSync(paths.unclean)
  const untouched = !unclean && existsSync(paths.closed) && readFileSync(paths.closed, 'utf8') === looksOf(paths)
  const order = untouched ? IN_ORDER : putInOrder(paths, journal, by.now)
  let { said } = order
  let db: Database
  try {
    db = await openAndMigrate(paths, by)
  } catch (error) {
    if (!isCorruption(error) && !isCorruption((error as Error).cause)) throw error
    said = restore(paths, { now: by.now, was: 'damaged' })
    db = await openAndMigrate(paths, by)
  }
  if (interrupted) said ??= 'Restoring the memory database was interrupted and has been finished.'
  const brought = said === undefined && !order.behind ? 0 : replay(db, journal)
  const entries = countOf(brought, 'entry was', 'entries were')
  const recovered = said && `${said} ${entries} brought back from the journal.`
  rmSync(paths.restoring, { force: true })
  if (unclean) journal.finishForgetting()
  writeFileSync(paths.unclean, '', { mode: 0o600 })
  rmSync(paths.closed, { force: true })
  const wasRead = recovered !== undefined
  return {
    ...{ db, journal, recovered },
    transcripts: wasRead ? importedTranscripts(journal) : [],
    imports: wasRead ? importedFiles(journal) : [],
  }
}

export function closeStore(db: Database, paths: StorePaths): void {
  db.close()
  writeFileSync(paths.closed, looksOf(paths), { mode: 0o600 })
  rmSync(paths.unclean, { force: true })
}

/** Any write to it changes one of these. */
function looksOf({ database }: StorePaths): string {
  const found = statSync(database, { throwIfNoEntry: false })
  return `${found?.size} ${found?.mtimeMs} ${hasLog(database) ? 'log' : ''}\n`
}

/** `said`: what to tell the person. `behind`: the journal has more than the database. */
interface Order {
  said: string | undefined
  behind: boolean
}

const IN_ORDER: Order = { said: undefined, behind: false }

/**
 * Makes sure that the best available database is in place. Reports nothing if nothing was lost: on the first day, or
 * when a killed worker left only its last write in the journal.
 */
function putInOrder(paths: StorePaths, journal: Journal, now: number): Order {
  const { database } = paths
  const backups = listBackups(paths.backups, now)
  const look = () => examine(database, { backups, journal })
  const asFound = look()
  if (isInOrder(asFound)) return { said: undefined, behind: lacks(asFound) > 0 }
  const wasThere = existsSync(paths.unclean) || existsSync(paths.closed) || backups.length > 0
  const firstDay = !wasThere && (asFound.state === 'gone' || asFound.state === 'empty')
  if (firstDay && journal.batches().next().done) return IN_ORDER
  if (hasLog(database) && withoutItsLog(database, { now, look, asFound }))
    return { said: sentence('had a damaged or foreign log beside it'), behind: true }
  if (asFound.state !== 'whole') return { said: restore(paths, { now, was: asFound.state }), behind: true }
  copyAside(database, now)
  return { said: sentence('lacked what its journal holds'), behind: true }
}

function sentence(what: string): string {
  return `The memory database ${what}; what was found is kept beside it.`
}

/** Tries without the log, which may be the only damaged part. True if that helped; otherwise puts it back. */
function withoutItsLog(database: string, by: { now: number; look: () => Found; asFound: Found }): boolean {
  const log = logAside(database, by.now)
  let better = false
  try {
    better = lacks(by.look()) < lacks(by.asFound)
  } finally {
    if (!better) log.putBack()
  }
  return better
}

function isInOrder(found: Found): boolean {
  return found.state === 'whole' && (found.missing.entries === 0 || found.missing.onlyTheLast)
}

/** For comparing: how many journal lines are missing; infinite if a backup has to replace the database. */
function lacks(found: Found): number {
  return found.state === 'whole' ? found.missing.entries : Number.POSITIVE_INFINITY
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

/** On a read-only connection: opening for writing would already change the file's header. */
function refuseFutureFile(path: string): void {
  const db = openForReading(path)
  try {
    refuseNewerSchema(db)
  } finally {
    db.close()
  }
}

/** Restores the newest good backup or, without one, an empty database. The old file is kept beside it. */
function restore(paths: StorePaths, by: { now: number; was: Found['state'] }): string {
  writeFileSync(paths.restoring, '', { mode: 0o600 })
  const kept = moveAside(paths.database, by.now)
  const good = listBackups(paths.backups, by.now).find(isSound)
  if (good) putInPlace(good, paths.database)
  const when = good
    ? `has been restored from the backup of ${new Date(backupTime(good)).toISOString()}`
    : 'has been created again, because there is no readable backup'
  return `The memory database ${WAS[by.was]} and ${when}${kept ? '; what was found is kept beside it' : ''}.`
}

const WAS: Record<Found['state'], string> = {
  gone: 'was gone',
  empty: 'was empty',
  damaged: 'was damaged',
  foreign: 'was not a memory of ours',
  emptier: 'held less than its backup',
  whole: 'was damaged',
}
