/** Which projects a request covers: those it names, and the one it comes from. */
import { dirname } from 'node:path'
import { MemoryError } from '../../../memory/error.ts'
import { projectLabel } from '../../../memory/project-label.ts'
import type { Project } from '../../../memory/session.ts'
import { visibleProjects } from '../../../retrieval/filters.ts'
import { projectOfFolder } from '../../../retrieval/session-project.ts'
import type { Database } from '../../../store/database.ts'
import { findProjectByRoot, findProjects, listProjects } from '../../../store/sessions.ts'
import { MAX_FOLDERS_UP } from '../../../workspace/git.ts'
import type { HttpParts } from './parts.ts'

export interface Scope {
  /** Ids to search; undefined = all. */
  projects: string[] | undefined
  /** Set when several projects have the given name. */
  ambiguous: Project[] | undefined
  /** The project the caller is in. */
  home: string | undefined
  homeName: string | undefined
  /** Ids to leave out: private, neither asked for by name nor the caller's own. */
  hidden: string[]
}

export function scopeOf(
  { db, crossProject = 'true', privateProjects }: Pick<HttpParts, 'db' | 'crossProject' | 'privateProjects'>,
  asked: { project?: string | undefined; cwd?: string | undefined },
): Scope {
  const { id: home, name: homeName } = asked.cwd === undefined ? NOWHERE : projectOfFolder(db, asked.cwd)
  if (asked.project === undefined) {
    const projects = visibleProjects({ asked: undefined, home, crossProject, purpose: 'search' })
    const hidden = (privateProjects?.() ?? []).filter((id) => id !== home)
    return { projects, ambiguous: undefined, home, homeName, hidden }
  }
  const named = getProjects(db, asked.project)
  const ambiguous = named.length > 1 ? named : undefined
  return { projects: named.map(({ id }) => id), ambiguous, home, homeName, hidden: [] }
}

const NOWHERE = { id: undefined, name: undefined }

/** All projects with this name, or the one with this id; a name with its folder is how lists tell namesakes apart. */
export function getProjects(db: Database, name: string): Project[] {
  const exact = findProjects(db, name)
  const named = exact.length > 0 ? exact : listProjects(db).filter(({ id }) => projectLabel(id) === name)
  if (named.length > 0) return named
  throw new MemoryError('not_found', `There is no project \`${name.slice(0, 200)}\`.`, {
    subject: 'project',
    hint: 'GET /api/stats lists the projects with most memories; leave out `project` to search all of them.',
  })
}

/** Without git, only the memory knows where a project's root is. */
export function projectAbove(db: Database, path: string): Project | undefined {
  let at = path
  for (let up = 0; up < MAX_FOLDERS_UP && dirname(at) !== at; up += 1, at = dirname(at)) {
    const known = findProjectByRoot(db, at)
    if (known) return known
  }
  return undefined
}
