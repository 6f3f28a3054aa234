/**
 * The layout of the data folder and the small files in it. Folders are 0700 and files 0600. Files that another process
 * reads are written in full and then renamed, so nobody reads half of one.
 */

import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { WAKE } from './wake.ts'

export interface DataFolder {
  root: string
  spool: string
  badSpool: string
  logs: string
  app: string
  /** Empty git folders, used to read the objects of other repositories. */
  git: string
  port: string
  token: string
  launch: string
  /** A script that starts the worker if it is not running. */
  wake: string
  lock: string
  paused: string
  full: string
  /** What was forgotten and still has to be erased from disk, see erasure.ts. */
  erasing: string
  /** Beginnings of commands known to fail: hooks ask before running one of these. */
  failing: string
  settings: string
  /** The user's own stop words and word pairs. */
  ownWords: string
  /** Which hosts other than Claude Code have our tools, and what was put in their files. */
  hosts: string
  /** What hooks remember about starting the worker, and whether they have told the person about trouble. */
  starts: string[]
}

export function dataFolder(root: string): DataFolder {
  const at = (name: string) => join(root, name)
  return {
    root,
    spool: at('spool'),
    badSpool: at('spool/bad'),
    logs: at('logs'),
    app: at('app'),
    git: at('git'),
    port: at('port'),
    token: at('token'),
    launch: at('launch'),
    wake: at('wake'),
    lock: at('lock'),
    paused: at('paused'),
    full: at('full'),
    erasing: at('erasing'),
    failing: at('failing'),
    settings: at('settings.json'),
    ownWords: at('words.txt'),
    hosts: at('hosts.json'),
    starts: [at('starts'), at('starts.failed'), at('starts.told'), at('start.lock'), at('told')],
  }
}

/** Throws with the folder and the reason if it cannot be used: a worker that fails to start has nobody to tell. */
export function makeFolders(folder: DataFolder): void {
  checkFolders(folder)
  try {
    for (const path of foldersOf(folder)) {
      makeFolder(path)
      chmodSync(path, 0o700)
    }
    if (readText(folder.wake) !== WAKE) writeWhole(folder.wake, WAKE)
  } catch (cause) {
    throw unusable(folder, troubleWith(folder.root, cause), cause)
  }
}

/** Parents first. Not with `recursive`: that never returns in /proc, and on a read-only disk it blames the parent. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error // another process was faster
  }
}

/** Like `makeFolders`, but creates nothing: a folder that does not exist yet is fine. */
export function checkFolders(folder: DataFolder): void {
  for (const path of foldersOf(folder)) {
    try {
      if (!statSync(path).isDirectory()) throw unusable(folder, `${path} is a file, not a folder`)
      accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    } catch (cause) {
      if (cause instanceof MemoryError) throw cause
      if (codeOf(cause) !== 'ENOENT') throw unusable(folder, troubleWith(path, cause), cause)
    }
  }
}

function foldersOf({ root, spool, badSpool, logs }: DataFolder): string[] {
  return [root, spool, badSpool, logs]
}

function unusable({ root }: DataFolder, trouble: string, cause?: unknown): MemoryError {
  return new MemoryError('unavailable', `The data folder ${root} cannot be used: ${trouble}.`, {
    cause,
    hint: 'Move it away, or set CLAUDE_MEM_DATA_DIR to another folder.',
  })
}

function troubleWith(path: string, cause: unknown): string {
  const code = codeOf(cause)
  if (code === 'ENOTDIR') return `a part of ${path} is a file, not a folder`
  if (code === 'EACCES' || code === 'EPERM') return `this user may not write in ${path}`
  if (code === 'EROFS') return 'the disk can only be read'
  if (code === 'ENOSPC') return 'the disk is full'
  return cause instanceof Error ? cause.message : String(cause)
}

function codeOf(cause: unknown): string | undefined {
  return (cause as NodeJS.ErrnoException).code // what fs throws
}

export function writeWhole(path: string, text: string): void {
  const part = `${path}.${process.pid}.new`
  try {
    writeFileSync(part, text, { mode: 0o600 })
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true }) // on a full disk: do not leave debris at every attempt
    throw error
  }
}

/** An empty file whose existence tells the hooks something. */
export function setMark(path: string, there: boolean): void {
  if (there) writeWhole(path, '')
  else rmSync(path, { force: true })
}

export interface Port {
  port: number
  pid: number
  nonce: string
}

export function writePort(folder: DataFolder, port: Port): void {
  writeWhole(folder.port, `${port.port} ${port.pid} ${port.nonce}\n`)
}

/** undefined when no worker has announced itself. Does not check that its process is alive. */
export function readPort(folder: DataFolder): Port | undefined {
  const [port, pid, nonce] = readText(folder.port)?.trim().split(' ') ?? []
  return nonce ? { port: Number(port), pid: Number(pid), nonce } : undefined
}

/** Made once per data folder. Writes over HTTP need it, and it keys the hashes of private words. */
export function readOrMakeToken(folder: DataFolder): string {
  const known = readText(folder.token)?.trim()
  if (known) return known
  const made = randomBytes(32).toString('hex')
  writeWhole(folder.token, `${made}\n`)
  return made
}

export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // not there yet, or not readable: either way there is nothing to use
  }
}

/** A running worker proves that starting works, so the hooks' count of failed starts is reset. */
export function clearStartMarks(folder: DataFolder): void {
  for (const path of [...folder.starts, folder.full])
    if (existsSync(path)) rmSync(path, { recursive: true, force: true })
}
