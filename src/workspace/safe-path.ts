/**
 * Which file of the project a caller means; anything else is refused with a reason. Whether something outside the
 * project exists is not revealed: the refusal is the same either way.
 */

import { lstatSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, parse, resolve } from 'node:path'
import { markedCut } from '../memory/cut-text.ts'
import { MemoryError } from '../memory/error.ts'
import { isTooLong } from '../memory/path-length.ts'
import { findRealPath, insideRoot, splitExisting } from './paths.ts'
import { isSecretFile } from './secret-file.ts'

export interface ProjectPlace {
  /** A real path, as `realFolder` gives it. */
  root: string
  /** The base of relative paths; default: the root. */
  from?: string | undefined
  /** Real paths of folders that stay closed even inside the project: our own data with its keys. */
  closed?: string[] | undefined
}

export interface InsidePath {
  real: string
  /** Relative to the root, with `/`: how memory names files. */
  path: string
}

/** In bytes, on Linux; others have smaller limits and say so themselves. */
const LONGEST_NAME = 255

/** What the path leads to after following every link. It exists; `readInside` checks what kind of file it is. */
export function resolveInside(place: ProjectPlace, path: string): InsidePath {
  checkPathName(path)
  const first = resolve(place.from ?? place.root, path)
  const real = findReal(place, first, path)
  if (real !== undefined) return admit(place, real, path)
  // Memory and agents name files from the root, even when the session is in a folder below it.
  const second = resolve(place.root, path)
  const again = second === first ? undefined : findReal(place, second, path)
  if (again !== undefined) return admit(place, again, path)
  throw new MemoryError('not_found', `There is no file ${shown(path)} in the project.`, {
    hint: `Paths are relative to ${place.root}, or absolute inside it.`,
  })
}

/** The real path of the folder a caller says it is in. */
export function realFolder(path: string): string {
  checkPathName(path)
  if (!isAbsolute(path)) throw new MemoryError('bad_input', 'The folder must be an absolute path.')
  let real: string
  try {
    real = realpathSync(path)
    if (!statSync(real).isDirectory()) throw new MemoryError('bad_input', `${shown(path)} is not a folder.`)
  } catch (cause) {
    if (cause instanceof MemoryError) throw cause
    throw new MemoryError('not_found', `There is no folder ${shown(path)}.`, { cause })
  }
  if (real === parse(real).root) {
    throw new MemoryError('forbidden', 'The whole file system is not a project.', { hint: 'Go into a project first.' })
  }
  return real
}

/** `closed`: as in `ProjectPlace`. */
export function isClosed(closed: string[] | undefined, real: string): boolean {
  return closed?.some((folder) => real === folder || insideRoot(folder, real) !== undefined) ?? false
}

/** Refuses what cannot be a file path at all. */
export function checkPathName(path: string): void {
  if (path.trim() === '') throw new MemoryError('bad_input', 'Give the path of a file.')
  if (path.includes('\0')) throw new MemoryError('bad_input', 'A path cannot hold a NUL character.')
  const names = path.split(/[\\/]/)
  if (isTooLong(path) || names.some((name) => Buffer.byteLength(name) > LONGEST_NAME)) {
    throw new MemoryError('bad_input', 'The path is too long.')
  }
}

/** A path fit for a message: one line, no control characters, limited length. */
export function shown(path: string): string {
  const plain = path.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
  return `\`${markedCut(plain, 200)}\``
}

export function outside(path: string): MemoryError {
  return new MemoryError('forbidden', `${shown(path)} is not in the project.`, {
    hint: 'Only files of the project are read here: no `..` out of it, no links that leave it.',
  })
}

function admit(place: ProjectPlace, real: string, asked: string): InsidePath {
  if (real === place.root) throw new MemoryError('bad_input', 'The project itself is a folder; give one of its files.')
  const path = insideRoot(place.root, real)
  if (path === undefined) throw outside(asked)
  if (path.split('/').some((name) => name.toLowerCase() === '.git')) {
    throw new MemoryError('forbidden', 'Git’s own files are not read here.', { hint: 'Ask git instead.' })
  }
  if (isClosed(place.closed, real)) {
    throw new MemoryError('forbidden', 'claude-mem does not show its own data folder.')
  }
  if (isSecretFile(path)) {
    throw new MemoryError('forbidden', `${shown(path)} is a place for secrets; it is not shown here.`, {
      hint: 'If the user wants it read, read it with the host’s own tool, which asks.',
    })
  }
  return { real, path }
}

/** undefined: no such file inside the project. Throws if the path leads out. */
function findReal(place: ProjectPlace, absolute: string, asked: string): string | undefined {
  try {
    return realpathSync(absolute)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException // what realpath throws
    if (code === 'ELOOP') throw new MemoryError('bad_input', `${shown(asked)} is a link that goes round.`, { cause })
    if (code === 'ENAMETOOLONG') throw new MemoryError('bad_input', 'The path is too long.', { cause })
    const nearest = nearestReal(absolute)
    if (nearest === undefined || (nearest !== place.root && insideRoot(place.root, nearest) === undefined)) {
      throw outside(asked)
    }
    if (code === 'EACCES' || code === 'EPERM') {
      throw new MemoryError('forbidden', `${shown(asked)} may not be read.`, { cause })
    }
    return undefined
  }
}

/** Where the path would be, by the real path of its existing part. undefined for a dangling link. */
function nearestReal(absolute: string): string | undefined {
  const { existing, rest } = splitExisting(absolute)
  const [missing] = rest
  if (missing !== undefined && isLink(join(existing, missing))) return undefined
  return join(findRealPath(existing) ?? existing, ...rest)
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}
