/**
 * Reads a file found inside the project, so that nothing from outside is returned even if somebody moves links between
 * the check and the read: the opened file's location is checked before it is read.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync, realpathSync } from 'node:fs'
import { MemoryError } from '../memory/error.ts'
import { type InsidePath, outside, shown } from './safe-path.ts'

/** Larger source files are machine-made; an outline of them helps nobody. */
const MAX_FILE_BYTES = 5 * 1024 * 1024
/** Git checks as many bytes to tell text from binary. */
const BINARY_LOOK_BYTES = 8000

/** A FIFO must not make us wait, and the last name must not have become a link. Windows has neither flag. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** The text of a regular file; a refusal for everything else. */
export function readInside({ real, path }: InsidePath, mostBytes = MAX_FILE_BYTES): string {
  checkKind(real, path) // before opening: opening a device can already have effects
  const file = open(real, path)
  try {
    const stat = fstatSync(file)
    if (!stat.isFile() || !isStillAt(real, file)) throw outside(path)
    if (stat.size > mostBytes) throw tooLarge(path, mostBytes)
    const bytes = readUpTo(file, Math.min(stat.size, mostBytes))
    if (bytes.subarray(0, BINARY_LOOK_BYTES).includes(0)) {
      throw new MemoryError('bad_input', `${shown(path)} is not a text file.`)
    }
    return bytes.toString('utf8').replace(/^\uFEFF/, '')
  } finally {
    closeSync(file)
  }
}

function checkKind(real: string, path: string): void {
  const kind = lstatSync(real, { throwIfNoEntry: false })
  if (!kind) throw gone(path)
  if (kind.isDirectory()) {
    throw new MemoryError('bad_input', `${shown(path)} is a folder.`, { hint: 'Give one of its files.' })
  }
  if (!kind.isFile()) throw new MemoryError('bad_input', `${shown(path)} is not a regular file.`)
}

function open(real: string, path: string): number {
  try {
    return openSync(real, OPEN_FLAGS)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException // what open throws
    if (code === 'ENOENT' || code === 'ENOTDIR') throw gone(path)
    if (code === 'ELOOP') throw outside(path)
    throw new MemoryError('forbidden', `${shown(path)} may not be read.`, { cause })
  }
}

/**
 * Linux knows the path of an open file: an answer nobody can change in between. Elsewhere the name is looked up again
 * and must be the same file.
 */
function isStillAt(real: string, file: number): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/self/fd/${file}`) === real
    const named = lstatSync(real, { bigint: true })
    const opened = fstatSync(file, { bigint: true })
    return named.ino === opened.ino && named.dev === opened.dev && realpathSync(real) === real
  } catch {
    return false // it disappeared meanwhile
  }
}

/** Up to its size when checked: a file that is being written to must not keep us reading. */
function readUpTo(file: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size)
  let length = 0
  while (length < size) {
    const read = readSync(file, bytes, length, size - length, length)
    if (read === 0) break
    length += read
  }
  return bytes.subarray(0, length)
}

function tooLarge(path: string, mostBytes: number): MemoryError {
  const limit = `${Math.round(mostBytes / 1024 / 1024)} MB`
  return new MemoryError('too_large', `${shown(path)} is larger than ${limit}.`, {
    hint: 'Read a part of it with offset and limit.',
  })
}

function gone(path: string): MemoryError {
  return new MemoryError('not_found', `There is no file ${shown(path)} any more.`)
}
