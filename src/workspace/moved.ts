/**
 * Whether a session has left its project: its `cwd` follows every `cd`, and from the moment it stands in another repository
 * it works there. Folders without git are no place of their own: one passes through them. Asked for every event.
 */
import type { Project } from '../memory/session.ts'
import { isSameProject } from './checkout.ts'
import { findGitDir, findGitRoot } from './git.ts'
import { findRealPath, insideRoot } from './paths.ts'
import { resolveProject } from './project.ts'

/** The repository `cwd` lies in, where that is another than `home`; undefined too when the folder is gone. */
export function movedTo(home: Project, cwd: string): Project | undefined {
  if (cwd === '' || cwd === home.root) return undefined
  const folder = findRealPath(cwd)
  if (folder === undefined) return undefined
  // A submodule, or any repository inside another, belongs to the one around it.
  if (insideRoot(home.root, folder) !== undefined && findGitDir(home.root) !== undefined) return undefined
  if (findGitRoot(folder) === undefined) return undefined
  const found = resolveProject(folder)
  // By its root too: what is stored as `home` may have got its origin since.
  return found.id === home.id || isSameProject(found.root, home.root) ? undefined : found
}
