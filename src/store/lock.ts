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
 * Without a wait SQLite may refuse two that ask at the same instant, each because of the other: above all where a killed worker
 * left a journal, which both look at. Whoever waits gives up its reading lock meanwhile, and the one that is ahead gets through.
 * The worker that has the folder keeps it, so waiting longer would change nothing.
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
 * Before it is opened: SQLite gives the journal beside it the mode the file has then. Nothing is opened here that would
 * have to be closed again, because that would let go of a lock this process holds.
 */
function makeOurs(path: string): void {
  if (!existsSync(path)) writeFileSync(path, '', { mode: 0o600 })
  chmodSync(path, 0o600)
}

const SQLITE_BUSY = 5
