/**
 * Damaged database files are kept, never overwritten: `db.sqlite.damaged-<time>` with its log, beside the one in use. A
 * person or a later version may still find something in them. The last three are kept.
 */
import { constants, copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const KEPT = 3
const PARTS = ['', '-wal', '-shm']

/** True for a non-empty log, valid or not. */
export function hasLog(database: string): boolean {
  return (statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}

/** Returns whether there was a file. */
export function moveAside(database: string, now: number): boolean {
  const found = PARTS.filter((part) => existsSync(`${database}${part}`))
  for (const part of found) renameSync(`${database}${part}`, `${asideName(database, now)}${part}`)
  thinOut(database)
  return found.length > 0
}

export function copyAside(database: string, now: number): void {
  for (const part of ['', '-wal'].filter((one) => existsSync(`${database}${one}`)))
    copyFileSync(`${database}${part}`, `${asideName(database, now)}${part}`, constants.COPYFILE_FICLONE)
  thinOut(database)
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

function asideName(database: string, now: number): string {
  return `${database}.damaged-${now}`
}

function thinOut(database: string): void {
  const start = `${basename(database)}.damaged-`
  const names = readdirSync(dirname(database)).filter((name) => name.startsWith(start))
  const times = [...new Set(names.map((name) => Number.parseInt(name.slice(start.length), 10)))].sort((a, b) => b - a)
  const old = new Set(times.slice(KEPT))
  for (const name of names) {
    if (old.has(Number.parseInt(name.slice(start.length), 10)))
      rmSync(join(dirname(database), name), { recursive: true, force: true })
  }
}
