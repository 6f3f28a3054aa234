/**
 * One worker per data folder. The lock is a transaction held open on a tiny database file: the operating system
 * releases it when the process dies, however it dies, so no stale pid can ever block a start or steal the folder.
 */
import { chmodSync, existsSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isCorruption } from './database.ts'

export interface Lock {
  release(): void
}

/** undefined when another live process holds it. What lies there otherwise, whoever wrote it, is no reason not to start. */
export function takeLock(path: string): Lock | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) rmSync(path, { recursive: true })
  makeOurs(path)
  try {
    return lockFile(path)
  } catch (error) {
    if (!isCorruption(error)) throw error
    // Emptied, not removed: of several that start at once all lock the same file, and whoever has it has written nothing.
    truncateSync(path)
    return lockFile(path)
  }
}

/**
 * Of two that ask at the same instant SQLite may refuse both, each because of the other. Whoever has the lock keeps it: so it is
 * asked for again a few times, at moments of one's own, before somebody else is believed to have it.
 */
function lockFile(path: string): Lock | undefined {
  for (let tries = TRIES; ; tries -= 1) {
    const lock = tryLock(path)
    if (lock || tries === 1) return lock
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10 + (process.pid % 13) * 5)
  }
}

const TRIES = 4

function tryLock(path: string): Lock | undefined {
  const db = new DatabaseSync(path)
  try {
    db.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (((error as { errcode?: number }).errcode ?? 0) === SQLITE_BUSY) return undefined
    throw error
  }
  return { release: () => db.close() }
}

/**
 * Before it is opened: SQLite gives the journal beside it the mode the file has then. Nothing is opened here that would
 * have to be closed again, because that would let go of a lock this process holds.
 */
function makeOurs(path: string): void {
  if (!existsSync(path)) writeFileSync(path, '', { mode: 0o600 })
  chmodSync(path, 0o600)
}

const SQLITE_BUSY = 5
