/**
 * The layout of the data folder and the small files in it. Folders are 0700 and files 0600; everything another process
 * reads is written whole and renamed, so nobody ever reads half of it.
 */

import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WAKE } from './wake.ts'

export interface DataFolder {
  root: string
  spool: string
  badSpool: string
  logs: string
  app: string
  /** Empty git folders, in which git is asked about the objects of others. */
  git: string
  port: string
  token: string
  launch: string
  /** A script: starts the worker if it sleeps. */
  wake: string
  lock: string
  paused: string
  full: string
  /** What was forgotten and still has to be erased, see erasure.ts. */
  erasing: string
  /** How commands begin that are known to fail: hooks ask before one of these runs. */
  failing: string
  settings: string
  /** The user's own stop words and pairs of words. */
  ownWords: string
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
    starts: [at('starts'), at('starts.failed'), at('starts.told'), at('start.lock')],
  }
}

export function makeFolders(folder: DataFolder): void {
  for (const path of [folder.root, folder.spool, folder.badSpool, folder.logs]) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    chmodSync(path, 0o700)
  }
  if (readText(folder.wake) !== WAKE) writeWhole(folder.wake, WAKE)
}

export function writeWhole(path: string, text: string): void {
  const part = `${path}.${process.pid}.new`
  try {
    writeFileSync(part, text, { mode: 0o600 })
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true }) // a full disk: no debris for every attempt
    throw error
  }
}

/** An empty file that tells the hooks something by being there. */
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

/** undefined when no worker has announced itself. Whether its process still lives is another question. */
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
    return undefined // not there yet, or not ours to read: both mean that there is nothing to go by
  }
}

/** A worker that runs is proof that starting works: the hooks' count of failed starts begins anew. */
export function clearStartMarks(folder: DataFolder): void {
  for (const path of [...folder.starts, folder.full])
    if (existsSync(path)) rmSync(path, { recursive: true, force: true })
}
