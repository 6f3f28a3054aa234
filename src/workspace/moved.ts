/**
 * Has a session left its project? Its `cwd` follows every `cd`, and once it is in another repository it works there.
 * Folders without git do not count: one only passes through them. Asked for every event.
 */
import type { Project } from '../memory/session.ts'
import { isSameProject } from './checkout.ts'
import { findGitDir, findGitRoot } from './git.ts'
import { findRealPath, insideRoot } from './paths.ts'
import { resolveProject } from './project.ts'

/** The repository of `cwd`, if other than `home`; also undefined when the folder is gone. */
export function movedTo(home: Project, cwd: string): Project | undefined {
  if (cwd === '' || cwd === home.root) return undefined
  const folder = findRealPath(cwd)
  if (folder === undefined) return undefined
  // A submodule, or any repository inside another, belongs to the outer one.
  if (insideRoot(home.root, folder) !== undefined && findGitDir(home.root) !== undefined) return undefined
  if (findGitRoot(folder) === undefined) return undefined
  const found = resolveProject(folder)
  // Also by root: `home` may have got its origin after it was stored.
  return found.id === home.id || isSameProject(found.root, home.root) ? undefined : found
}
