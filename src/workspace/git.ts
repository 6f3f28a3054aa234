/**
 * What git knows about a folder, read from git's own files. Starts no process, because this runs for every event. A
 * linked worktree belongs to its main repository; a submodule is a separate repository.
 */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isTooLong } from '../memory/path-length.ts'
import { linesOf } from './file-lines.ts'
import { findRealPath, findStat, splitExisting } from './paths.ts'

/** The root of the repository that contains `path`; of the main repository if `path` is in a linked worktree. */
export function findGitRoot(path: string): string | undefined {
  const found = findWorkingFolder(path)
  if (found === undefined) return undefined
  const root = mainRoot(found.folder, found.gitDir)
  return findRealPath(root) ?? root
}

/** Nobody works this deep below a repository's root; an artificially deep tree is not climbed to its end. */
export const MAX_FOLDERS_UP = 256

/** The nearest folder from `path` upwards that is a git working folder, and where its git data is. */
export function findWorkingFolder(path: string): { folder: string; gitDir: string } | undefined {
  // Missing folders contain no repository: start from the existing part and check each folder once.
  let { existing: folder } = splitExisting(resolve(path), existsSync)
  for (let up = 0; up < MAX_FOLDERS_UP; up += 1) {
    const gitDir = findGitDir(folder)
    if (gitDir !== undefined) return { folder, gitDir }
    const parent = dirname(folder)
    if (parent === folder) return undefined
    folder = parent
  }
  return undefined
}

/** Branch and commit checked out at `root`. Both absent if git does not say (no repository, reftable storage). */
export function readHead(root: string): { branch?: string; commit?: string } {
  const gitDir = findGitDir(root)
  const head = gitDir === undefined ? undefined : readText(join(gitDir, 'HEAD'))?.trim()
  if (gitDir === undefined || head === undefined) return {}
  if (isCommit(head)) return { commit: head }
  const ref = /^ref:\s*(\S+)$/.exec(head)?.[1]
  if (ref === undefined || ref === 'refs/heads/.invalid') return {}
  const commit = findRef(gitDir, ref)
  const branch = ref.replace(/^refs\/heads\//, '')
  return commit === undefined ? { branch } : { branch, commit }
}

/** The URL of the remote `origin`, as written in git's configuration. */
export function originUrl(root: string): string | undefined {
  const gitDir = findGitDir(root)
  return gitDir === undefined ? undefined : findConfig(commonDir(gitDir), 'remote', 'origin', 'url')
}

/** The git data of a working folder: `.git` itself, the place a `.git` file names, or a bare repository. */
export function findGitDir(folder: string): string | undefined {
  const dotGit = join(folder, '.git')
  const found = findStat(dotGit)
  if (found?.isDirectory()) return existsSync(join(dotGit, 'HEAD')) ? dotGit : undefined
  const link = found ? readText(dotGit) : undefined
  const target = link === undefined ? undefined : pathIn(/^gitdir:(.*)$/m.exec(link)?.[1])
  if (target !== undefined) return resolve(folder, target)
  return isBareRepository(folder) ? folder : undefined
}

/** A path from one of git's files. */
function pathIn(text: string | undefined): string | undefined {
  const path = text?.trim() ?? ''
  return path === '' || isTooLong(path) ? undefined : path
}

function isBareRepository(folder: string): boolean {
  return (
    basename(folder) !== '.git' &&
    existsSync(join(folder, 'HEAD')) &&
    isFolder(join(folder, 'objects')) &&
    isFolder(join(folder, 'refs'))
  )
}

function mainRoot(folder: string, gitDir: string): string {
  const common = commonDir(gitDir)
  if (common === gitDir) return prunedWorktreeRoot(gitDir) ?? folder
  if (basename(common) === '.git') return dirname(common)
  // The worktree of a submodule: the configuration names its main checkout.
  const worktree = pathIn(findConfig(common, 'core', undefined, 'worktree'))
  if (worktree !== undefined) return resolve(common, worktree)
  // A bare repository in a folder such as `.bare`, with a `.git` file beside it.
  const parent = dirname(common)
  return findGitDir(parent) === common ? parent : common
}

/** Git's data for this worktree is gone, but its path still shows whose worktree it was. */
function prunedWorktreeRoot(gitDir: string): string | undefined {
  if (existsSync(gitDir) || basename(dirname(gitDir)) !== 'worktrees') return undefined
  const common = dirname(dirname(gitDir))
  return basename(common) === '.git' && isFolder(common) ? dirname(common) : undefined
}

/**
 * Linked worktrees share refs and configuration with their main repository. Other folders, such as `/`, are not
 * trusted.
 */
export function commonDir(gitDir: string): string {
  const written = pathIn(readText(join(gitDir, 'commondir')))
  if (written === undefined) return gitDir
  const common = resolve(gitDir, written)
  return isFolder(common) && !isFolder(join(common, 'objects')) ? gitDir : common
}

export function findRef(gitDir: string, ref: string): string | undefined {
  const common = commonDir(gitDir)
  // A ref's name comes from a file: it must not lead out of git's folder.
  if (isTooLong(ref) || ref.split('/').includes('..')) return undefined
  for (const dir of [gitDir, common]) {
    const loose = readText(join(dir, ref))?.trim()
    if (loose !== undefined && isCommit(loose)) return loose
  }
  return packedRefs(join(common, 'packed-refs')).get(ref)
}

/** Branches only. Large repositories pack a hundred thousand refs: the file is read again only after it changed. */
const packs = new Map<string, { stamp: string; refs: Map<string, string> }>()

function packedRefs(path: string): Map<string, string> {
  const found = findStat(path)
  const stamp = found ? `${found.ino} ${found.size} ${found.mtimeMs}` : ''
  const known = packs.get(path)
  if (known?.stamp === stamp) return known.refs
  const refs = new Map<string, string>()
  for (const line of found?.isFile() ? linesOf(path) : []) {
    const [commit = '', name] = line.trim().split(' ')
    if (name?.startsWith('refs/heads/') && isCommit(commit)) refs.set(name, commit)
  }
  if (packs.size >= 50) packs.clear()
  packs.set(path, { stamp, refs })
  return refs
}

function findConfig(gitDir: string, section: string, subsection: string | undefined, key: string): string | undefined {
  let inSection = false
  let value: string | undefined
  for (const line of (readText(join(gitDir, 'config')) ?? '').split('\n')) {
    const header = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/.exec(line)
    if (header !== null) inSection = header[1]?.toLowerCase() === section && header[2] === subsection
    const entry = /^\s*([A-Za-z][\w-]*)\s*=\s*(.*)$/.exec(header?.[3] ?? line)
    // The last one wins, as in git.
    if (inSection && entry?.[1]?.toLowerCase() === key) value = configValue(entry[2] ?? '')
  }
  return value === '' ? undefined : value
}

function configValue(raw: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(raw)
  if (quoted !== null) return (quoted[1] ?? '').replace(/\\(.)/g, '$1')
  return raw.replace(/(?<!\s)\s+[#;].*$/, '').trim()
}

function isCommit(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}

function isFolder(path: string): boolean {
  return findStat(path)?.isDirectory() ?? false
}

/** As much as git itself reads of a `.git` file; no configuration or ref is longer. */
const MAX_FILE_BYTES = 1024 * 1024

/** Regular files only: opening a pipe would wait for ever. */
function readText(path: string, mostBytes = MAX_FILE_BYTES): string | undefined {
  try {
    const found = findStat(path)
    return found?.isFile() && found.size <= mostBytes ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined // not readable
  }
}
