/**
 * Which working folder a path belongs to, and how every working folder of a project names its files. Read from git's own
 * files, so that it can be asked for every memory that is shown.
 */
import { existsSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { isTooLong } from '../memory/path-length.ts'
import { commonDir, findGitDir, findRef, findWorkingFolder } from './git.ts'
import { findRealPath, relativeToRoot } from './paths.ts'
import { resolveProject } from './project.ts'

export interface Checkout {
  /** Of the working folder: a linked worktree's own. */
  root: string
  /** Git's folder, shared by all worktrees of a clone. */
  repository: string
}

/** undefined outside of git, and in a worktree whose data git has thrown away. */
export function findCheckout(path: string): Checkout | undefined {
  const found = findWorkingFolder(path)
  if (found === undefined || !existsSync(found.gitDir)) return undefined
  return { root: findRealPath(found.folder) ?? found.folder, repository: commonDir(found.gitDir) }
}

export interface CitedPlace {
  /** Root of the checkout the file lies in. */
  root: string
  /** Relative to it, as every checkout of the project names the file. */
  path: string
  absolute: string
}

/** A file as a session at `root` names it; undefined when it lies in no worktree or clone of the project. */
export function placeCited(
  root: string,
  cited: string,
  by: { checkoutOf: typeof findCheckout } = { checkoutOf: findCheckout },
): CitedPlace | undefined {
  if (!isAbsolute(root) || isTooLong(cited)) return undefined
  const absolute = resolve(root, cited)
  const checkout = by.checkoutOf(dirname(absolute))
  const base = checkout && isSameProject(checkout.root, root) ? checkout.root : root
  const path = relativeToRoot(base, absolute)
  return isAbsolute(path) || path === '.' || path.startsWith('../') ? undefined : { root: base, path, absolute }
}

/** Worktrees and clones of one repository are one project; a submodule is another. */
export function isSameProject(root: string, other: string): boolean {
  return root === other || resolveProject(root).id === resolveProject(other).id
}

export function branchTip(checkout: string, branch: string): string | undefined {
  const gitDir = findGitDir(checkout)
  return gitDir === undefined ? undefined : findRef(gitDir, `refs/heads/${branch}`)
}
