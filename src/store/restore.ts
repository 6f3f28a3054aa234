/**
 * Going back to a backup because a person asked. The request is a file, carried out at the next start, before anything
 * is opened: the backup is copied, brought up to this version, told everything that was forgotten since, and given the
 * journal if wanted. Only then it takes the place of the database, which is kept beside it. Killed at any point, the next
 * start goes on. A copy of the result becomes the newest backup, so that no recovery undoes it.
 */
import { chmodSync, constants, copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod'
import { countOf } from '../memory/count.ts'
import { MemoryError } from '../memory/error.ts'
import { backupPath, backupTime, isSound, listBackups, thinOutBackups } from './backup.ts'
import { type Database, openForReading, openForWriting } from './database.ts'
import { emptyLog, mergeIndexes } from './erase.ts'
import { queueAllForIndex } from './index-queue.ts'
import { type ImportEntry, Journal } from './journal.ts'
import { migrate, refuseNewerSchema } from './migrations.ts'
import { obeyTombstones } from './obey-tombstones.ts'
import type { StorePaths } from './recovery.ts'
import { importedFiles, importedTranscripts, replay, replayForgettings } from './replay.ts'
import { moveAside } from './set-aside.ts'
import { deleteVectorFile } from './vector-blocks.ts'

export const RestoreRequest = z.strictObject({ backup: z.string(), withJournal: z.boolean() })
export type RestoreRequest = z.infer<typeof RestoreRequest>

export interface Restored {
  from: string
  /** The database that was replaced; null when there was none. */
  kept: string | null
  /** Brought back from the journal. */
  entries: number
  /** In the backup, but forgotten since: left out. */
  forgotten: number
  /** Named in the journal, to be read again. */
  again: { transcripts: string[]; imports: ImportEntry['asked'][] }
}

export interface ListedBackup {
  path: string
  name: string
  /** Milliseconds. */
  at: number
  bytes: number
  /** null when it cannot be read. */
  memories: number | null
}

/** Newest first. */
export function describeBackups(folder: string, now: number): ListedBackup[] {
  return listBackups(folder, now).map((path) => ({
    ...{ path, name: basename(path), at: backupTime(path), bytes: statSync(path).size },
    memories: countMemories(path),
  }))
}

/** Throws if this file cannot take the place of the database. */
export function checkBackup(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new MemoryError('not_found', `There is no backup ${path}. Nothing was changed.`)
  if (!isSound(path))
    throw new MemoryError('corrupt', `${path} is damaged or not a backup of claude-mem. Nothing was changed.`, {
      hint: 'Choose another one: claude-mem backup list',
    })
  const db = openForReading(path)
  try {
    refuseNewerSchema(db)
  } finally {
    db.close()
  }
}

/**
 * Carries out what was asked for; undefined when nothing was. The caller must hold the worker's lock, and nothing may be
 * open. If it cannot be done, the request is dropped, nothing is changed, and the reason thrown.
 */
export function restoreAsked(paths: StorePaths, by: { now: number; keepBackups: number }): Restored | undefined {
  const request = readRequest(paths)
  if (request === undefined) return undefined
  const ready = `${paths.database}.restored`
  const outcome = existsSync(ready) ? NOTHING : makeReady(paths, { ...request, ...by, ready })
  const kept = moveAside(paths.database, by.now, 'replaced') ?? null
  deleteVectorFile(join(dirname(paths.database), 'index.sqlite')) // its rows are those of another state
  renameSync(ready, paths.database)
  rmSync(paths.restore, { force: true })
  return { from: request.backup, kept, ...outcome }
}

export function renderRestored({ from, kept, entries, forgotten }: Restored): string {
  return `${[
    `The memory database has been restored from ${from}, as asked`,
    ...(kept === null ? [] : [`what was there is kept as ${basename(kept)}`]),
    ...(entries === 0 ? [] : [`${countOf(entries, 'entry was', 'entries were')} brought back from the journal`]),
    ...(forgotten === 0 ? [] : [`${countOf(forgotten, 'thing', 'things')} forgotten since stayed gone`]),
  ].join('; ')}.`
}

interface Making extends RestoreRequest {
  ready: string
  now: number
  keepBackups: number
}

type Outcome = Pick<Restored, 'entries' | 'forgotten' | 'again'>
const NOTHING: Outcome = { entries: 0, forgotten: 0, again: { transcripts: [], imports: [] } }

function makeReady(paths: StorePaths, by: Making): Outcome {
  const part = `${paths.database}.restoring`
  try {
    checkBackup(by.backup)
    const journal = new Journal(paths.journal, by.now)
    const again = by.withJournal
      ? { transcripts: importedTranscripts(journal), imports: importedFiles(journal) }
      : NOTHING.again
    const outcome = { ...prepare(paths, { ...by, journal, part }), again }
    const saved = backupPath(paths.backups, by.now)
    copyFileSync(part, saved, constants.COPYFILE_FICLONE)
    chmodSync(saved, 0o600)
    thinOutBackups({ folder: paths.backups, keep: by.keepBackups, now: by.now })
    renameSync(part, by.ready)
    journal.dropBefore(journal.rotate(by.now))
    return outcome
  } catch (error) {
    for (const file of [paths.restore, by.ready, ...filesOf(part)]) rmSync(file, { force: true })
    if (error instanceof MemoryError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new MemoryError('unavailable', `The backup could not be restored (${why}). Nothing was changed.`, {
      cause: error,
    })
  }
}

function readRequest(paths: StorePaths): RestoreRequest | undefined {
  if (!existsSync(paths.restore)) return undefined
  try {
    return RestoreRequest.parse(JSON.parse(readFileSync(paths.restore, 'utf8')))
  } catch {
    rmSync(paths.restore, { force: true }) // we write it whole, so this is somebody else's
    return undefined
  }
}

function prepare(
  paths: StorePaths,
  { backup, withJournal, journal, part }: RestoreRequest & { journal: Journal; part: string },
): Omit<Outcome, 'again'> {
  for (const file of filesOf(part)) rmSync(file, { force: true })
  copyFileSync(backup, part)
  chmodSync(part, 0o600)
  const db = openForWriting(part)
  try {
    migrate(db)
    const entries = withJournal ? replay(db, journal) : 0
    if (!withJournal) replayForgettings(db, journal)
    const forgotten = obeyTombstones(db, { of: paths.database })
    if (forgotten > 0) erase(db)
    queueAllForIndex(db)
    emptyLog(db)
    db.exec('PRAGMA journal_mode = DELETE')
    return { entries, forgotten }
  } finally {
    db.close()
  }
}

function filesOf(database: string): string[] {
  return ['', '-wal', '-shm', '-journal'].map((suffix) => `${database}${suffix}`)
}

/** Not only the rows: their bytes too. */
function erase(db: Database): void {
  for (const _ of mergeIndexes(db));
  db.exec('VACUUM')
}

function countMemories(path: string): number | null {
  try {
    const db = openForReading(path)
    try {
      return db.get<{ n: number }>('SELECT count(*) AS n FROM observations')?.n ?? null
    } finally {
      db.close()
    }
  } catch {
    return null // it is listed, and cannot be chosen
  }
}
