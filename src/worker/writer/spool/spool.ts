/**
 * Takes spool files exactly once: a file is deleted only after its event is committed, and committing an event twice
 * gives one event, because its key is the same. A file nobody can parse goes to `spool/bad` for a day, and another
 * version of the program tries it again. After trouble outside the file (a full disk, a lock) the file stays.
 */
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { HostEvent } from '../../../capture/host-event.ts'
import { isOutsideTrouble } from '../../../store/database.ts'
import type { DataFolder } from '../../process/data-folder.ts'
import type { Log } from '../../process/log.ts'
import {
  contentPath,
  listSpool,
  MAX_BYTES,
  readHostEvent,
  SPOOL_NAME,
  type Spooled,
} from '../../process/spool-folder.ts'
import type { BatchResult, Incoming, Intake } from './intake.ts'
import { afterTrouble, isResting, type Patience } from './patience.ts'

const BATCH = 100
/** A killed hook leaves an unfinished file; after ten minutes nobody will finish it. */
const UNFINISHED_MS = 10 * 60 * 1000
const BAD_MS = 24 * 60 * 60 * 1000
/** When this many files in a row cannot be taken, the files are not the problem. */
const GENERAL_TROUBLE = 3
/** The key for the whole spool in `patience`; no file has this name. */
const ALL = '*'

export interface Taken {
  name: string
  host: HostEvent
}

export interface SpoolReader {
  folder: DataFolder
  intake: Intake
  log: Log
  /** Of this program: what it cannot parse is left to another version. */
  version: string
  /** What waits for a retry, by file name; starts empty. */
  patience: Map<string, Patience>
  /** Called before each batch; does not return if the spool belongs to another worker by now. */
  guard: () => void
  /** Called after the batch is committed and before its files are deleted. */
  onTaken: (taken: Taken[], result: BatchResult) => void
}

/**
 * Takes everything in the spool, batch by batch, letting other work run in between. Returns how many files it tried.
 * With
 * `patientAt` (milliseconds), files that failed recently are left alone; without it, everything is tried now.
 */
export async function takeSpool(reader: SpoolReader, by: { patientAt?: number } = {}): Promise<number> {
  const { patience } = reader
  const now = by.patientAt ?? Date.now()
  const rests = (name: string) => by.patientAt !== undefined && isResting(patience.get(name), now)
  reader.guard()
  if (rests(ALL)) return 0
  try {
    const files = listSpool(reader.folder)
    forgetGone(patience, files)
    const ready = files.filter(({ name }) => !rests(name))
    for (let start = 0; start < ready.length; start += BATCH) {
      reader.guard()
      takeBatch(reader, ready.slice(start, start + BATCH), now)
      await new Promise(setImmediate)
    }
    patience.delete(ALL)
    return ready.length
  } catch (error) {
    patience.set(ALL, afterTrouble(patience.get(ALL), now))
    throw error
  }
}

function forgetGone(patience: SpoolReader['patience'], files: Spooled[]): void {
  const there = new Set([ALL, ...files.map(({ name }) => name)])
  for (const name of patience.keys()) if (!there.has(name)) patience.delete(name)
}

/** Throws when the trouble is not with one file. */
function takeBatch(reader: SpoolReader, files: Spooled[], now: number): void {
  try {
    takeTogether(reader, files, now)
  } catch (error) {
    if (files.length === 1 && isOutsideTrouble(error)) throw error
    reader.log.error('a batch could not be stored', error, { files: files.length })
    if (files.length === 1) for (const { name } of files) setAside(reader, name, 'it could not be stored')
    else takeOneByOne(reader, files, now)
  }
}

function takeOneByOne(reader: SpoolReader, files: Spooled[], now: number): void {
  let inARow = 0
  for (const file of files) {
    try {
      takeBatch(reader, [file], now)
      inARow = 0
    } catch (error) {
      inARow += 1
      if (inARow >= Math.min(GENERAL_TROUBLE, files.length)) throw error
      reader.patience.set(file.name, afterTrouble(reader.patience.get(file.name), now))
    }
  }
}

function takeTogether(reader: SpoolReader, files: Spooled[], now: number): void {
  const taken: Taken[] = []
  for (const file of files) {
    const host = readOrRest(reader, file, now)
    if (host === 'resting') continue
    if (!host) removeSpooled(reader.folder, file.name)
    else if (host.kind === 'bad') setAside(reader, file.name, host.reason)
    else taken.push({ name: file.name, host })
  }
  const incoming = taken.flatMap(({ host }): Incoming[] => (host.kind === 'event' ? [host] : []))
  reader.onTaken(taken, reader.intake.put(incoming))
  for (const { name } of taken) removeSpooled(reader.folder, name)
}

/** However many files only another user may read, the others are not held up. */
function readOrRest(reader: SpoolReader, file: Spooled, now: number): HostEvent | 'resting' | undefined {
  try {
    return readHostEvent(reader.folder, file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!OF_THIS_FILE.has(code)) throw error
    const before = reader.patience.get(file.name)
    if (!before) reader.log.warn('a spool file cannot be read now', { file: file.name, code })
    reader.patience.set(file.name, afterTrouble(before, now))
    return 'resting'
  }
}

const OF_THIS_FILE = new Set(['EACCES', 'EPERM', 'EIO'])

/**
 * The marker first: content without a marker is swept up later; a marker without content would be searched for forever.
 */
function removeSpooled(folder: DataFolder, name: string): void {
  rmSync(join(folder.spool, name), { force: true })
  rmSync(join(folder.spool, name.slice(name.indexOf('.'))), { force: true })
}

function setAside(reader: SpoolReader, name: string, reason: string): void {
  reader.log.warn('a spool file was set aside', { file: name, reason })
  mkdirSync(reader.folder.badSpool, { recursive: true, mode: 0o700 })
  renameSync(contentPath(reader.folder, name), join(reader.folder.badSpool, `${name}@${reader.version}`))
  removeSpooled(reader.folder, name)
}

/** Deletes the set-aside files whose text is to be forgotten. */
export function dropSetAside(folder: DataFolder, isDoomed: (text: string) => boolean): void {
  for (const name of readdirSync(folder.badSpool)) {
    const path = join(folder.badSpool, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.isFile() && found.size <= MAX_BYTES && isDoomed(readFileSync(path, 'utf8')))
      rmSync(path, { force: true })
  }
}

/** Puts back files another version could not parse; this one may. Returns how many. */
export function retrySetAside(folder: DataFolder, version: string): number {
  let back = 0
  for (const bad of readdirSync(folder.badSpool)) {
    const [name = '', by] = bad.split('@')
    const path = join(folder.badSpool, bad)
    if (!SPOOL_NAME.test(name) || by === version || !lstatSync(path, { throwIfNoEntry: false })?.isFile()) continue
    renameSync(path, join(folder.spool, name))
    back += 1
  }
  return back
}

/** Removes abandoned files, and set-aside ones after a day. A date in the future counts as old. */
export function cleanSpool(folder: DataFolder, now: number): void {
  const sweep = (dir: string, olderMs: number, only: (name: string) => boolean) => {
    for (const name of readdirSync(dir)) {
      const path = join(dir, name)
      const found = lstatSync(path, { throwIfNoEntry: false })
      if (found && only(name) && Math.abs(now - found.mtimeMs) > olderMs) rmSync(path, { recursive: true, force: true })
    }
  }
  const complete = new Set(listSpool(folder).flatMap(({ name }) => [name, name.slice(name.indexOf('.'))]))
  sweep(folder.spool, UNFINISHED_MS, (name) => (name.startsWith('.') || SPOOL_NAME.test(name)) && !complete.has(name))
  sweep(folder.badSpool, BAD_MS, () => true)
}
