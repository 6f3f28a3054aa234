/**
 * Takes spool files exactly once: a file is deleted only after its event is committed, and an event that is committed
 * twice is one event, because its key is. A file nobody can read goes to `spool/bad` for a day.
 */
import { readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type HostEvent, parseHostEvent } from '../capture/host-event.ts'
import { compareSpoolFiles, parseSpoolFile } from '../capture/spool-file.ts'
import { isCorruption, isDiskFull } from '../store/database.ts'
import type { DataFolder } from './data-folder.ts'
import type { BatchResult, Incoming, Intake } from './intake.ts'
import type { Log } from './log.ts'

const BATCH = 100
/** A hook that was killed leaves its unfinished file; after ten minutes nobody will finish it. */
const UNFINISHED_MS = 10 * 60 * 1000
const BAD_MS = 24 * 60 * 60 * 1000
/** More than any payload seen; such a file is set aside and the transcript has the event. */
const MOST_BYTES = 256 * 1024 * 1024

export interface Taken {
  name: string
  host: HostEvent
}

interface Spooled {
  name: string
  mtimeMs: number
  /** Of the hook: it decides between files of the same clock tick. */
  pid: number
}

export interface SpoolReader {
  folder: DataFolder
  intake: Intake
  log: Log
  /** Called after the batch is committed and before its files are deleted. */
  onTaken: (taken: Taken[], result: BatchResult) => void
}

/** Complete spool files, oldest first. */
export function listSpool(folder: DataFolder): Spooled[] {
  const files: Spooled[] = []
  for (const name of readdirSync(folder.spool)) {
    if (!SPOOL_NAME.test(name)) continue
    const found = statSync(join(folder.spool, name), { throwIfNoEntry: false })
    if (found?.isFile()) files.push({ name, mtimeMs: found.mtimeMs, pid: Number.parseInt(name, 10) })
  }
  return files.sort(compareSpoolFiles)
}

export const SPOOL_NAME = /^\d+\.[A-Za-z0-9-]{10,40}$/

/** Takes everything that lies there, batch by batch, letting others have a turn in between. Returns how many. */
export async function takeSpool(reader: SpoolReader): Promise<number> {
  const files = listSpool(reader.folder)
  for (let start = 0; start < files.length; start += BATCH) {
    takeBatch(reader, files.slice(start, start + BATCH))
    await new Promise(setImmediate)
  }
  return files.length
}

function takeBatch(reader: SpoolReader, files: Spooled[]): void {
  const taken: Taken[] = []
  for (const file of files) {
    const host = readHostEvent(reader.folder, file)
    if (!host) {
      removeSpooled(reader.folder, file.name)
      continue
    }
    if (host.kind === 'bad') setAside(reader, file.name, host.reason)
    else taken.push({ name: file.name, host })
  }
  const incoming = taken.flatMap(({ host }): Incoming[] => (host.kind === 'event' ? [host] : []))
  let result: BatchResult
  try {
    result = reader.intake.put(incoming)
  } catch (error) {
    if (isDiskFull(error) || isCorruption(error)) throw error
    reader.log.error('a batch could not be stored', error, { files: taken.length })
    if (taken.length <= 1) {
      for (const { name } of taken) setAside(reader, name, 'it could not be stored')
      return
    }
    for (const file of files) takeBatch(reader, [file])
    return
  }
  reader.onTaken(taken, result)
  for (const { name } of taken) removeSpooled(reader.folder, name)
}

/**
 * The shell's hook writes `.<random>` and then, as the sign that it is complete, an empty `<pid>.<random>`: that costs it
 * no process, where a rename would be a third of its time. Other writers rename, and the named file is the event itself.
 */
function contentPath(folder: DataFolder, name: string): string {
  const named = join(folder.spool, name)
  return statSync(named).size > 0 ? named : join(folder.spool, name.slice(name.indexOf('.')))
}

/** The sign first: a content without its sign is swept up later, a sign without its content would be looked for for ever. */
function removeSpooled(folder: DataFolder, name: string): void {
  rmSync(join(folder.spool, name), { force: true })
  rmSync(join(folder.spool, name.slice(name.indexOf('.'))), { force: true })
}

/** undefined when the file is gone: somebody cleaned up. */
export function readHostEvent(folder: DataFolder, file: { name: string; mtimeMs: number }): HostEvent | undefined {
  try {
    const path = contentPath(folder, file.name)
    if (statSync(path).size > MOST_BYTES) return { kind: 'bad', reason: 'larger than 256 MB' }
    const spooled = parseSpoolFile(file.name, readFileSync(path))
    return 'bad' in spooled ? { kind: 'bad', reason: spooled.bad } : parseHostEvent(spooled, Math.round(file.mtimeMs))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    // One file that cannot be read (another user's, a bad sector) must not hold up those after it.
    if (code && UNREADABLE.has(code)) return { kind: 'bad', reason: `it cannot be read (${code})` }
    throw error
  }
}

const UNREADABLE = new Set(['EACCES', 'EPERM', 'EIO', 'EISDIR', 'ELOOP'])

function setAside(reader: SpoolReader, name: string, reason: string): void {
  reader.log.warn('a spool file was set aside', { file: name, reason })
  renameSync(contentPath(reader.folder, name), join(reader.folder.badSpool, name))
  removeSpooled(reader.folder, name)
}

/** Of the files that were set aside, those whose text is to go. */
export function dropSetAside(folder: DataFolder, isDoomed: (text: string) => boolean): void {
  for (const name of readdirSync(folder.badSpool)) {
    const path = join(folder.badSpool, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.isFile() && found.size <= MOST_BYTES && isDoomed(readFileSync(path, 'utf8')))
      rmSync(path, { force: true })
  }
}

/** Unfinished files of killed hooks, and set-aside files after a day. */
export function cleanSpool(folder: DataFolder, now: number): void {
  const sweep = (dir: string, olderMs: number, only: (name: string) => boolean) => {
    for (const name of readdirSync(dir)) {
      const path = join(dir, name)
      const found = statSync(path, { throwIfNoEntry: false })
      if (found?.isFile() && only(name) && found.mtimeMs < now - olderMs) rmSync(path, { force: true })
    }
  }
  const complete = new Set(listSpool(folder).map(({ name }) => name.slice(name.indexOf('.'))))
  sweep(folder.spool, UNFINISHED_MS, (name) => name.startsWith('.') && !complete.has(name))
  sweep(folder.badSpool, BAD_MS, () => true)
}
