/**
 * A file's current content without reading it again and again: size and times are checked first, the content is hashed
 * only if they do not decide, and each content is hashed once. The hash is git's, so that it can be compared with git's
 * objects.
 */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'

export interface FileStat {
  size: number
  mtimeMs: number
  ino: number
}

/** The two file system calls used. Tests count them. */
export interface Disk {
  /** undefined: no such regular file. Throws when that cannot be determined. */
  stat(path: string): FileStat | undefined
  read(path: string): Uint8Array
}

export const DISK: Disk = {
  stat(path) {
    const found = statSync(path, { throwIfNoEntry: false })
    return found?.isFile() ? { size: found.size, mtimeMs: found.mtimeMs, ino: found.ino } : undefined
  },
  read: (path) => readFileSync(path),
}

/** How much may still be hashed. One per request, so that no request takes long. */
export interface HashBudget {
  files: number
  bytes: number
  /** By `now`, in milliseconds. */
  until: number
  now: () => number
}

/** Larger files are seldom written by hand, and reading them costs more than a label is worth. */
export const MAX_HASHED_BYTES = 5 * 1024 * 1024
/** Files whose hash is remembered: ~200 bytes each. */
const REMEMBERED = 20_000

export interface KnownDisk {
  stat: Disk['stat']
  /** undefined: too large, not readable, or over the budget. */
  blob(path: string, stat: FileStat, budget: HashBudget): string | undefined
}

export function knowDisk(disk: Disk = DISK): KnownDisk {
  const known = new Map<string, string>()
  return {
    stat: disk.stat,
    blob(path, stat, budget) {
      const key = `${stat.size} ${stat.mtimeMs} ${stat.ino} ${path}`
      const found = known.get(key)
      if (found !== undefined) return found
      if (stat.size > MAX_HASHED_BYTES || stat.size > budget.bytes) return undefined
      if (budget.files <= 0 || budget.now() >= budget.until) return undefined
      budget.files -= 1
      budget.bytes -= stat.size
      const hash = hashFile(disk, path)
      if (hash === undefined) return undefined
      const [oldest] = known.keys()
      if (known.size >= REMEMBERED && oldest !== undefined) known.delete(oldest)
      known.set(key, hash)
      return hash
    },
  }
}

/** As `git hash-object` gives it for a file without filters. */
export function blobHash(content: Uint8Array): string {
  return createHash('sha1').update(`blob ${content.byteLength}\0`).update(content).digest('hex')
}

function hashFile(disk: Disk, path: string): string | undefined {
  try {
    return blobHash(disk.read(path))
  } catch {
    return undefined // unreadable, or gone since the stat: unknown
  }
}
