/**
 * The source files of a project, lazily: what git ignores is left out, links are never followed, files near the root
 * come first. Number, size and time are limited; reaching a limit is reported, because a search that did not see
 * everything must say so.
 */
import { type Dirent, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { MemoryError } from '../memory/error.ts'
import { commonDir, findGitDir } from './git.ts'
import { type IgnoreRules, noRules } from './ignore-rules.ts'
import { isClosed } from './safe-path.ts'
import { readInside } from './safe-read.ts'
import { isSecretFile } from './secret-file.ts'

export interface ProjectFile {
  /** Relative to the root, with `/`. */
  path: string
  text: string
}

export interface ProjectFileBounds {
  /** A real path. */
  root: string
  /** Called before a file is opened. */
  wanted: (path: string) => boolean
  mostFiles: number
  /** Per file; larger ones are skipped. */
  mostFileBytes: number
  /** For all files together. */
  mostBytes: number
  /** Epoch ms. */
  deadline: number
  /** Real paths of folders that must not be read. */
  closed?: string[] | undefined
  /** Called once when there is more. */
  onLimit: (why: 'files' | 'bytes' | 'time') => void
}

/** Other people's code and version control data, whatever the rules say. */
const NEVER = new Set(['node_modules', '.git', '.hg', '.svn'])
/** A larger rule file was not written by hand. */
const RULE_FILE_BYTES = 256 * 1024

interface Folder {
  /** `''` for the root. */
  path: string
  rules: IgnoreRules
}

/** Synchronous: it runs in its own thread, and awaiting every small file would triple its time. */
export function* projectFiles(by: ProjectFileBounds): Generator<ProjectFile> {
  const waiting: Folder[] = [{ path: '', rules: repositoryRules(by.root) }]
  let files = 0
  let bytes = 0
  for (let folder = waiting.shift(); folder; folder = waiting.shift()) {
    if (Date.now() > by.deadline) return by.onLimit('time')
    const entries = listFolder(join(by.root, folder.path))
    if (folder.path !== '' && isLinkedWorktree(join(by.root, folder.path), entries)) continue
    const rules = rulesIn(by.root, folder, entries)
    for (const entry of entries) {
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`
      if (NEVER.has(entry.name)) continue
      if (entry.isDirectory()) {
        if (!rules.ignores(path, 'folder') && !isClosed(by.closed, join(by.root, path))) waiting.push({ path, rules })
      } else if (entry.isFile() && by.wanted(path) && !isSecretFile(path) && !rules.ignores(path, 'file')) {
        if (Date.now() > by.deadline) return by.onLimit('time')
        if (files === by.mostFiles) return by.onLimit('files')
        if (bytes >= by.mostBytes) return by.onLimit('bytes')
        const text = findText(by, path)
        if (text === undefined) continue
        files += 1
        bytes += text.length
        yield { path, text }
      }
    }
  }
}

/** Sorted, so that two searches see the same. An unreadable folder counts as empty. */
function listFolder(folder: string): Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  } catch {
    return []
  }
}

/** undefined if too large, not text, unreadable, or gone by now. */
function findText(by: ProjectFileBounds, path: string): string | undefined {
  try {
    return readInside({ real: join(by.root, path), path }, by.mostFileBytes)
  } catch (error) {
    if (error instanceof MemoryError) return undefined
    throw error
  }
}

function rulesIn(root: string, folder: Folder, entries: Dirent[]): IgnoreRules {
  // Git does not follow a `.gitignore` that is a link either.
  if (!entries.some((entry) => entry.name === '.gitignore' && entry.isFile())) return folder.rules
  const path = folder.path === '' ? '.gitignore' : `${folder.path}/.gitignore`
  try {
    return folder.rules.with(readRules(join(root, path)), folder.path)
  } catch {
    return folder.rules
  }
}

/** Its content is never shown, so links may be followed; but a pipe must not make us wait. */
function readRules(path: string): string {
  return readInside({ real: realpathSync(path), path }, RULE_FILE_BYTES)
}

/** In the repository's data, which a worktree shares with its main repository. */
function repositoryRules(root: string): IgnoreRules {
  const gitDir = findGitDir(root)
  if (gitDir === undefined) return noRules()
  try {
    return noRules().with(readRules(join(commonDir(gitDir), 'info/exclude')), '')
  } catch {
    return noRules()
  }
}

/** A second checkout inside the first repeats the same symbols. Git keeps its data in `…/.git/worktrees/name`. */
function isLinkedWorktree(folder: string, entries: Dirent[]): boolean {
  if (!entries.some((entry) => entry.name === '.git' && entry.isFile())) return false
  const gitDir = findGitDir(folder)
  return gitDir !== undefined && basename(dirname(gitDir)) === 'worktrees'
}
