/**
 * Turns file names in a request into those memory uses: relative to the project's root. `./x` is `x`; an absolute path
 * belongs to one project, in whichever of its checkouts it is.
 */
import { dirname, isAbsolute, posix } from 'node:path'
import type { Project } from '../../../memory/session.ts'
import type { Database } from '../../../store/database.ts'
import { findProjects } from '../../../store/sessions.ts'
import { placeCited } from '../../../workspace/checkout.ts'
import { relativeToRoot } from '../../../workspace/paths.ts'
import { resolveProject } from '../../../workspace/project.ts'
import { projectAbove, type Scope } from './scope.ts'

/** Empty means the project's whole folder. A path outside every project stays absolute. */
export function nameIn(root: string | undefined, path: string): string {
  const plain = posix.normalize(path)
  if (root === undefined || !isAbsolute(plain)) return withoutDot(plain)
  return placeCited(root, plain)?.path ?? withoutDot(relativeToRoot(root, plain))
}

/** The files to filter by, and the projects to search: those the paths lie in, if every path is absolute. */
export function readFiles(
  db: Database,
  paths: string[] | undefined,
  scope: Pick<Scope, 'projects' | 'hidden'>,
): { files: string[] | undefined; projects: string[] | undefined } {
  if (!paths || paths.length === 0) return { files: undefined, projects: scope.projects }
  const owners = paths.map((path) => (isAbsolute(path) ? ownerOf(db, path) : undefined))
  const names = paths.map((path, at) => nameIn(owners[at]?.root, path))
  const files = names.includes('') ? undefined : names
  const known = owners.filter((owner) => owner !== undefined)
  if (known.length < owners.length) return { files, projects: scope.projects }
  const ids = known.map(({ id }) => id).filter((id) => !scope.hidden.includes(id))
  return { files, projects: ids.filter((id) => scope.projects?.includes(id) ?? true) }
}

/** The file may no longer exist; then its folder, or the nearest folder known as a project, decides. */
function ownerOf(db: Database, path: string): Project | undefined {
  for (const at of [path, dirname(path)]) {
    const [known] = findProjects(db, resolveProject(at).id)
    if (known) return known
  }
  return projectAbove(db, posix.normalize(path))
}

function withoutDot(path: string): string {
  return path === '.' || path === './' ? '' : path
}
