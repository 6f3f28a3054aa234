/**
 * Replaces a whole note, only if it still says what the writer read: somebody else's edit is never overwritten. Readers
 * see either the old file or the new one, never half of one.
 */
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { MemoryError } from '../memory/error.ts'

export type Replaced = { kind: 'replaced' } | { kind: 'changed' }

/**
 * `path`: absolute, not a link. `before`: undefined if there must be no file yet. Between the last check and the rename
 * there are microseconds in which an editor may save; call it under the notes lock, which orders our own writers.
 */
export function replaceNote(path: string, before: string | undefined, after: string): Replaced {
  const kind = lstatSync(path, { throwIfNoEntry: false })
  if (kind !== undefined && !kind.isFile()) throw new MemoryError('forbidden', `${path} is not a regular file.`)
  if (!isStill(path, before)) return { kind: 'changed' }
  removeLeft(path)
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
  try {
    writeDurably(beside, after, kind)
    if (!isStill(path, before)) return { kind: 'changed' }
    renameSync(beside, path)
    syncFolder(dirname(path))
    return { kind: 'replaced' }
  } finally {
    rmSync(beside, { force: true })
  }
}

/** A new name is durable only after its folder is synced. Windows cannot open a folder and does not need to. */
export function syncFolder(path: string): void {
  let folder: number
  try {
    folder = openSync(path, 'r')
  } catch {
    return
  }
  try {
    fsyncSync(folder)
  } catch {
    // Some file systems do not support this.
  } finally {
    closeSync(folder)
  }
}

/** Byte for byte: a reader misread what is not UTF-8, and must not write it back as other bytes. */
function isStill(path: string, before: string | undefined): boolean {
  try {
    return readFileSync(path).equals(Buffer.from(before ?? '', 'utf8')) && before !== undefined
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return before === undefined // as: what readFile throws
    throw cause
  }
}

/** Writing takes milliseconds: an older file was left by a killed process. */
const LEFT_MS = 60_000

function removeLeft(path: string): void {
  const folder = dirname(path)
  const start = `.${basename(path)}.`
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(start) || !/^[\da-f-]{36}\.tmp$/.test(name.slice(start.length))) continue
    const left = join(folder, name)
    const age = Date.now() - (lstatSync(left, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > LEFT_MS) rmSync(left, { force: true })
  }
}

function writeDurably(path: string, text: string, like: Stats | undefined): void {
  const file = openSync(path, 'wx', 0o644)
  try {
    writeFileSync(file, text)
    if (like !== undefined) keepOwner(file, like)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function keepOwner(file: number, { mode, uid, gid }: Stats): void {
  try {
    fchownSync(file, uid, gid)
  } catch {
    // Only root may change the owner; otherwise the file belongs to the writer.
  }
  fchmodSync(file, mode & 0o7777)
}
