/**
 * Does one branch contain another's work? Asks git in short-lived processes, so this belongs in the background. What
 * git cannot tell stays unknown, and unknown is never shown.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { commonDir, findGitDir } from './git.ts'
import type { Git } from './git-process.ts'

/** `head`: the commit the work started from is there. `work`: what was done after it is there too. */
export type Reach = 'none' | 'head' | 'work'

export interface BranchQuestion {
  /** A checkout of the repository, where git is asked. */
  root: string
  branch: string
  /** The branch's commit when the work was seen, which may not have been committed yet. */
  head: string
  /** The branch's current commit; undefined when it was deleted. */
  tip: string | undefined
  /** Its last known commit. */
  lastTip: string | undefined
  /** The commit that may contain it. */
  into: string
}

export interface BranchAnswer {
  reach: Reach
  /** Detected by equal contents, as after a squash merge, not by history. */
  squashed: boolean
}

/** undefined when git cannot tell: no git, lost commits, history cut off by a shallow clone. */
export async function reachOf(question: BranchQuestion, git: Git): Promise<BranchAnswer | undefined> {
  const { root, head, tip, into } = question
  const end = tip ?? question.lastTip ?? head
  const base = await mergeBase(git, root, end, into)
  const holdsHead = await isAncestor(git, root, head, into)
  if (base === undefined || holdsHead === undefined) return undefined
  if (tip === undefined && holdsHead) return { reach: 'work', squashed: false }
  if (end !== head && base !== null) {
    // All commits of the branch are there (after a rebase it no longer contains `head`), or some made after `head`.
    const holdsWork = base === end || (base !== head && (await isAncestor(git, root, head, base)) === true)
    if (holdsWork) return { reach: 'work', squashed: false }
  }
  if (base !== null && base !== end && (await holdsContents(git, root, { base, end, into }))) {
    return { reach: tip === head ? 'head' : 'work', squashed: true }
  }
  if (holdsHead) return { reach: 'head', squashed: false }
  return isShallow(root) ? undefined : { reach: 'none', squashed: false }
}

/** The blobs of a commit at these paths; undefined when git cannot tell. */
export async function committedFiles(
  git: Git,
  by: { root: string; commit: string; paths: string[] },
): Promise<Map<string, string> | undefined> {
  const found = await git(by.root, ['ls-tree', '-r', '-z', '--full-tree', by.commit, '--', ...by.paths])
  if (found?.code !== 0) return undefined
  const lines = found.stdout.split('\0').map((line) => /^\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line))
  return new Map(lines.flatMap((line) => (line?.[1] && line[2] ? [[line[2], line[1]] as const] : [])))
}

/** null: no common commit. */
async function mergeBase(git: Git, root: string, a: string, b: string): Promise<string | null | undefined> {
  const found = await git(root, ['merge-base', a, b])
  if (found?.code === 0) return found.stdout.trim()
  return found?.code === 1 ? null : undefined
}

async function isAncestor(git: Git, root: string, old: string, young: string): Promise<boolean | undefined> {
  const found = await git(root, ['merge-base', '--is-ancestor', old, young])
  return found?.code === 0 ? true : found?.code === 1 ? false : undefined
}

/** Every file the branch changed is the same in `into`: a squash merge, or the same change made twice. */
async function holdsContents(
  git: Git,
  root: string,
  by: { base: string; end: string; into: string },
): Promise<boolean> {
  const changed = await changedFiles(git, root, by.base, by.end)
  if (changed === undefined || changed.size === 0) return false
  const different = await changedFiles(git, root, by.end, by.into)
  return different !== undefined && ![...changed].some((path) => different.has(path))
}

async function changedFiles(git: Git, root: string, from: string, to: string): Promise<Set<string> | undefined> {
  const found = await git(root, ['diff-tree', ...PLAIN, '-r', '-z', '--name-only', '--no-renames', from, to])
  return found?.code === 0 ? new Set(found.stdout.split('\0').filter((path) => path !== '')) : undefined
}

/** No external program may decide what differs. */
const PLAIN = ['--no-ext-diff', '--no-textconv']

function isShallow(root: string): boolean {
  const gitDir = findGitDir(root)
  return gitDir !== undefined && existsSync(join(commonDir(gitDir), 'shallow'))
}
