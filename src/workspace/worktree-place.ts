/**
 * Which repository a path belonged to when its worktree is gone: tools that work in worktrees put them inside the
 * repository and remove them when they are done. Told from the path alone.
 */
import { sep } from 'node:path'

export interface WorktreePlace {
  /** Root of the repository the worktree stood in. */
  repository: string
  /** Root of the worktree itself. */
  root: string
}

/** Where Claude Code and the usual scripts put worktrees. */
const PLACES = [`${sep}.claude${sep}worktrees${sep}`, `${sep}.worktrees${sep}`]

export function findWorktreePlace(path: string): WorktreePlace | undefined {
  for (const place of PLACES) {
    const at = path.indexOf(place)
    if (at <= 0) continue
    const [name = ''] = path.slice(at + place.length).split(sep)
    if (name !== '') return { repository: path.slice(0, at), root: path.slice(0, at + place.length) + name }
  }
  return undefined
}
