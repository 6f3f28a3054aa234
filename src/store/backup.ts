/**
 * Online backups: made while the worker writes, verified before they count, limited in number and size. A backup that
 * cannot be verified is deleted, and the journal keeps what it would have covered.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { type Database, isCorruption } from './database.ts'

/** All backups together never take more than this; the newest always stays. */
const MAX_BYTES = 4 * 1024 ** 3

export async function makeBackup(
  db: Database,
  by: { folder: string; now: number; keep: number },
): Promise<string | undefined> {
  mkdirSync(by.folder, { recursive: true, mode: 0o700 })
  const path = backupPath(by.folder, by.now)
  await backup(db.handle, path)
  chmodSync(path, 0o600)
  leaveLogMode(path)
  if (!isSound(path)) {
    rmSync(path, { force: true })
    return undefined
  }
  thinOutBackups(by)
  return path
}

export function backupPath(folder: string, now: number): string {
  return join(folder, `db-${String(now).padStart(14, '0')}.sqlite`)
}

/** Newest first; those dated after `now` last, because their real age is unknown. */
export function listBackups(folder: string, now = Number.POSITIVE_INFINITY): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /^db-\d+\.sqlite$/.test(name))
    .sort()
    .reverse()
    .map((name) => join(folder, name))
    .sort((a, b) => Number(backupTime(a) > now) - Number(backupTime(b) > now))
}

export function backupTime(path: string): number {
  return Number(/db-(\d+)\.sqlite$/.exec(path)?.[1] ?? 0)
}

/**
 * It opens, every page is in order, and it is one of our databases: SQLite accepts an empty file as sound. For backups:
 * one that cannot be read, for any reason, does not count.
 */
export function isSound(path: string): boolean {
  try {
    return !isDamaged(path) && hasEvents(path)
  } catch {
    return false // being unreadable is the answer
  }
}

/**
 * For the database in use, where the answer decides whether it is set aside: only SQLite's own verdict counts. A lock,
 * a full disk or a missing permission throws, because the file itself may be fine.
 */
export function isDamaged(path: string, by: { waitMs: number } = { waitMs: 5000 }): boolean {
  const db = new DatabaseSync(path, { readOnly: true, timeout: by.waitMs })
  try {
    const row = db.prepare('PRAGMA quick_check(1)').get()
    return Object.values(row ?? {})[0] !== 'ok'
  } catch (error) {
    // SQLITE_ERROR: a search table with inconsistent rows. Nothing else here can cause this code.
    if (isCorruption(error) || (error as { errcode?: unknown }).errcode === 1) return true
    throw error
  } finally {
    db.close()
  }
}

function hasEvents(path: string): boolean {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'observation_queue'").get() !== undefined
  } finally {
    db.close()
  }
}

/** The copy of a WAL database is in WAL mode too, and reading it would leave two extra files beside it. */
function leaveLogMode(path: string): void {
  const db = new DatabaseSync(path)
  try {
    db.exec('PRAGMA journal_mode = DELETE')
  } catch (error) {
    if (!isCorruption(error)) throw error // the soundness check follows
  } finally {
    db.close()
  }
}

/** The newest always stays. */
export function thinOutBackups({ folder, keep, now }: { folder: string; keep: number; now: number }): void {
  let bytes = 0
  for (const [index, path] of listBackups(folder, now).entries()) {
    bytes += statSync(path).size
    if (index > 0 && (index >= keep || bytes > MAX_BYTES)) rmSync(path, { force: true })
  }
  // Left beside backups by earlier versions. A backup is never written to, so these files contain nothing.
  for (const name of readdirSync(folder))
    if (/\.sqlite-(wal|shm)$/.test(name)) rmSync(join(folder, name), { force: true })
}
