/**
 * The spool folder: which files are complete, their order, and what each contains. Both threads read it, only the
 * writer changes it.
 */
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { HostEvent } from '../../capture/host-event.ts'
import { hookedHost } from '../../capture/hosts.ts'
import { compareSpoolFiles, parseSpoolFile } from '../../capture/spool-file.ts'
import { isOutsideTrouble } from '../../store/database.ts'
import type { DataFolder } from './data-folder.ts'

/** More than any payload seen. A larger file is set aside; the transcript has the event too. */
export const MAX_BYTES = 256 * 1024 * 1024
/** After seven days hooks assume that nobody empties the spool. */
const GIVE_UP_MS = 6 * 24 * 60 * 60 * 1000

export const SPOOL_NAME = /^\d+\.[A-Za-z0-9-]{10,40}$/

export interface Spooled {
  name: string
  mtimeMs: number
  /** Of the hook: orders files of the same clock tick. */
  pid: number
}

/** Complete spool files, oldest first. Links are skipped: no hook makes one, and a circular one cannot be read. */
export function listSpool(folder: DataFolder): Spooled[] {
  const files: Spooled[] = []
  for (const name of readdirSync(folder.spool)) {
    if (!SPOOL_NAME.test(name)) continue
    const found = lstatSync(join(folder.spool, name), { throwIfNoEntry: false })
    if (found?.isFile()) files.push({ name, mtimeMs: found.mtimeMs, pid: Number.parseInt(name, 10) })
  }
  return files.sort(compareSpoolFiles)
}

/** Files nobody could understand. */
export function countSetAside({ badSpool }: DataFolder): number {
  return existsSync(badSpool) ? readdirSync(badSpool).length : 0
}

/**
 * The shell hook writes `.<random>` and then, to mark it complete, an empty `<pid>.<random>`. That needs no extra
 * process; a rename would take a third of the hook's time. Other writers rename, and the named file itself is the
 * event.
 */
export function contentPath(folder: DataFolder, name: string): string {
  const named = join(folder.spool, name)
  return statSync(named).size > 0 ? named : join(folder.spool, name.slice(name.indexOf('.')))
}

/** undefined when the file has been removed. Throws when it cannot be read now but may be later. */
export function readHostEvent(folder: DataFolder, file: { name: string; mtimeMs: number }): HostEvent | undefined {
  try {
    const path = contentPath(folder, file.name)
    if (statSync(path).size > MAX_BYTES) return { kind: 'bad', reason: 'larger than 256 MB' }
    const spooled = parseSpoolFile(file.name, readFileSync(path))
    // A wrong clock: an event dated in the future would keep its session, and the worker, alive until then.
    const at = Math.round(Math.min(file.mtimeMs, Date.now()))
    return 'bad' in spooled ? { kind: 'bad', reason: spooled.bad } : hookedHost.hooks.parse(spooled, at)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    // Not a file and never will be, or unreadable for days (another user's, a bad sector).
    const hopeless = ['EISDIR', 'ELOOP'].includes(code) || Date.now() - file.mtimeMs > GIVE_UP_MS
    if (hopeless && isOutsideTrouble(error)) return { kind: 'bad', reason: `it cannot be read (${code})` }
    throw error
  }
}
