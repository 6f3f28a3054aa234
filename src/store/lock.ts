/**
 * One worker per data folder. The lock is an open transaction on a tiny database file: the operating system releases it
 * when the process dies, however it dies, so no stale pid can block a start or steal the folder.
 */
import { chmodSync, existsSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isCorruption } from './database.ts'

export interface Lock {
  release(): void
}

/** undefined when another live process has it. Any other content of the file does not prevent a start. */
export function takeLock(path: string): Lock | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) rmSync(path, { recursive: true })
  makeOurs(path)
  try {
    return lockFile(path)
  } catch (error) {
    if (!isCorruption(error)) throw error
    // Emptied, not removed: processes that start at once all lock the same file, and its owner has written nothing to
    // it.
    truncateSync(path)
    return lockFile(path)
  }
}

/**
 * Without a wait SQLite may refuse two processes that ask at the same instant, each because of the other, especially if
 * a killed worker left a journal that both examine. A waiting process gives up its read lock, so the other one gets
 * through. A worker that has the folder keeps it, so waiting longer would not help.
 */
const WAIT_MS = 250

function lockFile(path: string): Lock | undefined {
  const db = new DatabaseSync(path)
  try {
    db.exec(`PRAGMA busy_timeout = ${WAIT_MS}; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE`)
  } catch (error) {
    db.close()
    if (((error as { errcode?: number }).errcode ?? 0) === SQLITE_BUSY) return undefined
    throw error
  }
  return { release: () => db.close() }
}

/**
 * Called before opening: SQLite gives the journal beside the file the file's current mode. This must not open the file,
 * because closing it again would release a lock this process holds.
 */
function makeOurs(path: string): void {
  if (!existsSync(path)) writeFileSync(path, '', { mode: 0o600 })
  chmodSync(path, 0o600)
}

const SQLITE_BUSY = 5
