/**
 * Damaged database files are kept, never overwritten: `db.sqlite.damaged-<time>` with its log, beside the one in use. A
 * person or a later version may still find something in them. One that a person replaced by a backup is kept likewise, as
 * `db.sqlite.replaced-<time>`. The last three of each are kept.
 */
import { constants, copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const KEPT = 3
const PARTS = ['', '-wal', '-shm']

/** True for a non-empty log, valid or not. */
export function hasLog(database: string): boolean {
  return (statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}

type Why = 'damaged' | 'replaced'

/** Returns where it is now; undefined if there was no file. */
export function moveAside(database: string, now: number, why: Why = 'damaged'): string | undefined {
  const found = PARTS.filter((part) => existsSync(`${database}${part}`))
  const aside = asideName(database, now, why)
  for (const part of found) renameSync(`${database}${part}`, `${aside}${part}`)
  thinOut(database, why)
  return found.length > 0 ? aside : undefined
}

export function copyAside(database: string, now: number): void {
  for (const part of ['', '-wal'].filter((one) => existsSync(`${database}${one}`)))
    copyFileSync(`${database}${part}`, `${asideName(database, now)}${part}`, constants.COPYFILE_FICLONE)
  thinOut(database, 'damaged')
}

/** Moves only the log, until `putBack`. */
export function logAside(database: string, now: number): { putBack: () => void } {
  const aside = `${asideName(database, now)}-wal`
  renameSync(`${database}-wal`, aside)
  rmSync(`${database}-shm`, { force: true }) // an index of the log, rebuilt from it
  return {
    putBack: () => {
      for (const part of ['-wal', '-shm']) rmSync(`${database}${part}`, { force: true })
      renameSync(aside, `${database}-wal`)
    },
  }
}

/** All or nothing: a copy cut off by a full disk must not become the memory. */
export function putInPlace(backup: string, database: string): void {
  copyFileSync(backup, `${database}.new`)
  renameSync(`${database}.new`, database)
}

function asideName(database: string, now: number, why: Why = 'damaged'): string {
  return `${database}.${why}-${now}`
}

function thinOut(database: string, why: Why): void {
  const start = `${basename(database)}.${why}-`
  const names = readdirSync(dirname(database)).filter((name) => name.startsWith(start))
  const times = [...new Set(names.map((name) => Number.parseInt(name.slice(start.length), 10)))].sort((a, b) => b - a)
  const old = new Set(times.slice(KEPT))
  for (const name of names) {
    if (old.has(Number.parseInt(name.slice(start.length), 10)))
      rmSync(join(dirname(database), name), { recursive: true, force: true })
  }
}
