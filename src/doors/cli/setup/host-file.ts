/**
 * Reads and writes the host's own files: atomically, through symbolic links, keeping their mode. `undefined` is a
 * missing file, in both directions.
 */
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { MemoryError } from '../../../memory/error.ts'

export function readHostFile(path: string): string | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw new MemoryError('forbidden', `${path} cannot be read.`, { cause })
  }
  const text = bytes.toString('utf8')
  // What is not valid text could not be restored byte for byte.
  if (!Buffer.from(text).equals(bytes))
    throw new MemoryError('bad_input', `${path} is not UTF-8 text. Nothing was changed.`)
  return text
}

export function writeHostFile(path: string, text: string | undefined): void {
  if (text === undefined) {
    rmSync(path, { force: true })
    return
  }
  const target = realPath(path)
  const mode = target === undefined ? 0o600 : statSync(target).mode & 0o777
  const place = target ?? path
  mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
  const part = `${place}.${process.pid}.new`
  try {
    writeFileSync(part, text, { mode })
    chmodSync(part, mode) // the umask may have removed bits
    renameSync(part, place)
  } catch (cause) {
    rmSync(part, { force: true })
    throw new MemoryError('forbidden', `${path} cannot be written.`, { cause })
  }
}

/** null for a missing file. */
export function fingerprint(text: string | undefined): string | null {
  return text === undefined ? null : createHash('sha256').update(text).digest('hex')
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw cause
  }
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')
}
