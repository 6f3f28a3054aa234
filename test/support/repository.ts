/** A repository made by real git commands, without the user's configuration. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { searchPath } from '../../src/config.ts'

export interface Repository {
  root: string
  /** A path beside it, for worktrees and clones. */
  beside: (name: string) => string
  git: (...args: string[]) => string
  gitIn: (folder: string, ...args: string[]) => string
  write: (path: string, text: string, folder?: string) => void
  /** Commits everything in the folder. */
  commit: (message: string, folder?: string) => string
  remove: () => void
}

/** At `root`, a folder inside another place; by default in its own place. */
export function makeRepository(by: { root?: string } = {}): Repository {
  const own = by.root === undefined ? mkdtempSync(join(tmpdir(), 'claude-mem-repository-')) : undefined
  const base = realpathSync(own ?? dirname(by.root ?? ''))
  const root = by.root === undefined ? join(base, 'shop') : realpathSync(by.root)
  const env = {
    PATH: searchPath(),
    HOME: base,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  }
  const gitIn = (folder: string, ...args: string[]) =>
    execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  mkdirSync(root, { recursive: true })
  gitIn(root, 'init', '--quiet', '--initial-branch=main')
  return {
    root,
    beside: (name) => join(base, name),
    git: (...args) => gitIn(root, ...args),
    gitIn,
    write(path, text, folder = root) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    },
    commit(message, folder = root) {
      gitIn(folder, 'add', '--all')
      gitIn(folder, 'commit', '--quiet', '--message', message)
      return gitIn(folder, 'rev-parse', 'HEAD')
    },
    remove() {
      if (own !== undefined) rmSync(own, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
