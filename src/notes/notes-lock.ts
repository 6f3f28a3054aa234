/**
 * One writer at a time in a workspace's `memory/`, across processes. The lock is a file that only one process can
 * create; it names its owner, so that a dead process's lock is removed. Editors know nothing of it: it only orders our
 * own writers, and every write must still cope with an editor in between.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, lstatSync, openSync, readFileSync, unlinkSync, utimesSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { MemoryError } from '../memory/error.ts'
import { memoryFolder } from './memory-folder.ts'

export interface LockTimes {
  /** How long to wait for another writer. */
  waitMs?: number
  /** A lock not renewed for this long is abandoned. */
  staleMs?: number
}

const WAIT_MS = 5000
const STALE_MS = 10_000
/** An owner renews three times before anybody considers it gone. */
const RENEWALS = 3
const LOOK_MS = 15

const Holder = z.object({ id: z.string(), pid: z.number().int().positive(), host: z.string() })

/**
 * Creates `memory/` if needed. Work that blocks the thread for longer than `staleMs` cannot renew the lock and may lose
 * it. Not reentrant: a nested call would wait for itself.
 */
export async function withNotesLock<T>(root: string, work: () => T | Promise<T>, times: LockTimes = {}): Promise<T> {
  const { waitMs = WAIT_MS, staleMs = STALE_MS } = times
  const path = join(memoryFolder(root), '.lock')
  const id = randomUUID()
  let waitedMs = 0
  while (!take(path, id)) {
    if (removeStale(path, staleMs)) continue
    if (waitedMs > waitMs) {
      throw new MemoryError('conflict', 'Somebody else is writing notes in this workspace.', {
        hint: `If nobody is, delete ${path}.`,
      })
    }
    waitedMs += await look()
  }
  const renewing = setInterval(() => renew(path, id), staleMs / RENEWALS)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    if (holderOf(path)?.id === id) remove(path)
  }
}

/** Until the next try. A thread that was blocked has not really waited, however late it is: it has hardly tried. */
async function look(): Promise<number> {
  const from = performance.now()
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  return Math.min(performance.now() - from, 2 * LOOK_MS)
}

/** False while another process has it. */
function take(path: string, id: string): boolean {
  let file: number
  try {
    file = openSync(path, 'wx', 0o600)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException // what open throws
    if (code === 'EEXIST') return false
    throw new MemoryError('forbidden', 'Notes cannot be written in this workspace.', {
      cause,
      hint: `${path} could not be made (${code}).`,
    })
  }
  try {
    writeSync(file, JSON.stringify({ id, pid: process.pid, host: hostname(), at: new Date().toISOString() }))
  } finally {
    closeSync(file)
  }
  return true
}

/**
 * Two processes that find the same stale lock must not both remove it: the second would remove the lock the first has
 * just taken. So removing needs its own lock, held only for a moment.
 */
function removeStale(path: string, staleMs: number): boolean {
  if (!isStale(path, staleMs)) return false
  const guard = `${path}.removing`
  try {
    closeSync(openSync(guard, 'wx', 0o600))
  } catch {
    if (ageOf(guard) > staleMs) remove(guard) // its owner died at that moment
    return false
  }
  try {
    return isStale(path, staleMs) && remove(path)
  } finally {
    remove(guard)
  }
}

function isStale(path: string, staleMs: number): boolean {
  const age = ageOf(path)
  if (age > staleMs) return true
  const holder = holderOf(path)
  // Process ids of another machine or container mean nothing here.
  return holder !== undefined && holder.host === hostname() && !isAlive(holder.pid)
}

/** In ms; for a link its own age. 0 when there is nothing. */
function ageOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found === undefined ? 0 : Date.now() - found.mtimeMs
}

/** undefined: no lock, or it is just being written. */
function holderOf(path: string): z.infer<typeof Holder> | undefined {
  try {
    if (!lstatSync(path).isFile()) return undefined
    return Holder.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM' // as: what kill throws. Somebody else's process lives too
  }
}

function renew(path: string, id: string): void {
  const now = new Date()
  try {
    if (holderOf(path)?.id === id) utimesSync(path, now, now)
  } catch {
    // The lock was removed by somebody; the work still finishes, and its writes cope with others in between.
  }
}

function remove(path: string): boolean {
  try {
    unlinkSync(path)
    return true
  } catch {
    return false
  }
}
