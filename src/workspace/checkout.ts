/**
 * Which checkout a path belongs to, and the name of its files in every checkout of the project. Read from git's own
 * files, fast enough to ask for every memory shown.
 */
import { existsSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { isTooLong } from '../memory/path-length.ts'
import { commonDir, findGitDir, findRef, findWorkingFolder } from './git.ts'
import { findRealPath, relativeToRoot } from './paths.ts'
import { resolveProject } from './project.ts'
import { findWorktreePlace } from './worktree-place.ts'

export interface Checkout {
  /** Of the checkout: for a linked worktree its own root. */
  root: string
  /** Git's folder, shared by all worktrees of a clone. */
  repository: string
}

/** undefined outside git, and in a worktree whose data git has pruned. */
export function findCheckout(path: string): Checkout | undefined {
  const found = findWorkingFolder(path)
  if (found === undefined || !existsSync(found.gitDir)) return undefined
  return { root: findRealPath(found.folder) ?? found.folder, repository: commonDir(found.gitDir) }
}

export interface CitedPlace {
  /** Root of the file's checkout. */
  root: string
  /** Relative to it, the same in every checkout of the project. */
  path: string
  absolute: string
}

/** Resolves a file name used by a session at `root`; undefined when it is in no worktree or clone of the project. */
export function placeCited(
  root: string,
  cited: string,
  by: { checkoutOf: typeof findCheckout } = { checkoutOf: findCheckout },
): CitedPlace | undefined {
  if (!isAbsolute(root) || isTooLong(cited)) return undefined
  const absolute = resolve(root, cited)
  const checkout = by.checkoutOf(dirname(absolute))
  const base =
    checkout && isSameProject(checkout.root, root)
      ? checkout.root
      : (findRemovedWorktree(root, dirname(absolute)) ?? root)
  const path = relativeToRoot(base, absolute)
  return isAbsolute(path) || path === '.' || path.startsWith('../') ? undefined : { root: base, path, absolute }
}

/** The root of the worktree that held `folder`, if it stood inside the repository at `root` and is gone. */
export function findRemovedWorktree(root: string, folder: string): string | undefined {
  const place = findWorktreePlace(folder)
  return place?.repository === root && findRealPath(place.root) === undefined ? place.root : undefined
}

/** Worktrees and clones of one repository are one project; a submodule is another. */
export function isSameProject(root: string, other: string): boolean {
  return root === other || resolveProject(root).id === resolveProject(other).id
}

export function branchTip(checkout: string, branch: string): string | undefined {
  const gitDir = findGitDir(checkout)
  return gitDir === undefined ? undefined : findRef(gitDir, `refs/heads/${branch}`)
}
