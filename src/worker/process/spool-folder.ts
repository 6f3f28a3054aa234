/** What lies in the spool: which files are complete, in what order, and what each says. Both threads look, only the writer changes it. */
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { HostEvent } from '../../capture/host-event.ts'
import { hookedHost } from '../../capture/hosts.ts'
import { compareSpoolFiles, parseSpoolFile } from '../../capture/spool-file.ts'
import { isOutsideTrouble } from '../../store/database.ts'
import type { DataFolder } from './data-folder.ts'

/** More than any payload seen; such a file is set aside and the transcript has the event. */
export const MAX_BYTES = 256 * 1024 * 1024
/** After seven days hooks take the spool for one that nobody empties. */
const GIVE_UP_MS = 6 * 24 * 60 * 60 * 1000

export const SPOOL_NAME = /^\d+\.[A-Za-z0-9-]{10,40}$/

export interface Spooled {
  name: string
  mtimeMs: number
  /** Of the hook: it decides between files of the same clock tick. */
  pid: number
}

/** Complete spool files, oldest first. A link is none: no hook leaves one, and one in a circle could not be looked at. */
export function listSpool(folder: DataFolder): Spooled[] {
  const files: Spooled[] = []
  for (const name of readdirSync(folder.spool)) {
    if (!SPOOL_NAME.test(name)) continue
    const found = lstatSync(join(folder.spool, name), { throwIfNoEntry: false })
    if (found?.isFile()) files.push({ name, mtimeMs: found.mtimeMs, pid: Number.parseInt(name, 10) })
  }
  return files.sort(compareSpoolFiles)
}

/**
 * The shell's hook writes `.<random>` and then, as the sign that it is complete, an empty `<pid>.<random>`: that costs it
 * no process, where a rename would be a third of its time. Other writers rename, and the named file is the event itself.
 */
export function contentPath(folder: DataFolder, name: string): string {
  const named = join(folder.spool, name)
  return statSync(named).size > 0 ? named : join(folder.spool, name.slice(name.indexOf('.')))
}

/** undefined when the file is gone: somebody cleaned up. Throws when it cannot be read now but perhaps later. */
export function readHostEvent(folder: DataFolder, file: { name: string; mtimeMs: number }): HostEvent | undefined {
  try {
    const path = contentPath(folder, file.name)
    if (statSync(path).size > MAX_BYTES) return { kind: 'bad', reason: 'larger than 256 MB' }
    const spooled = parseSpoolFile(file.name, readFileSync(path))
    // A clock that was wrong: what claims to happen later would keep its session, and the worker, awake until then.
    const at = Math.round(Math.min(file.mtimeMs, Date.now()))
    return 'bad' in spooled ? { kind: 'bad', reason: spooled.bad } : hookedHost.hooks.parse(spooled, at)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    // No file at all, and never will be one; or one that another user or a bad sector has kept from us for days.
    const hopeless = ['EISDIR', 'ELOOP'].includes(code) || Date.now() - file.mtimeMs > GIVE_UP_MS
    if (hopeless && isOutsideTrouble(error)) return { kind: 'bad', reason: `it cannot be read (${code})` }
    throw error
  }
}
