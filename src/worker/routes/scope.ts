/** Which projects a request is about: what it names, and where it stands. */
import { MemoryError } from '../../memory/error.ts'
import type { Project } from '../../memory/session.ts'
import { visibleProjects } from '../../retrieval/filters.ts'
import type { Database } from '../../store/database.ts'
import { findProjectByRoot, findProjects } from '../../store/sessions.ts'
import { resolveProject } from '../../workspace/project.ts'
import type { HttpParts } from './parts.ts'

export interface Scope {
  /** Ids to look in; undefined = everywhere. */
  projects: string[] | undefined
  /** Set when the given name belongs to several. */
  ambiguous: Project[] | undefined
  /** The project the asker stands in. */
  home: string | undefined
  /** Ids to leave out: private, and neither asked for by name nor where the asker stands. */
  hidden: string[]
}

export function scopeOf(
  { db, crossProject = 'true', privateProjects }: Pick<HttpParts, 'db' | 'crossProject' | 'privateProjects'>,
  asked: { project?: string | undefined; cwd?: string | undefined },
): Scope {
  const home = asked.cwd === undefined ? undefined : homeOf(db, asked.cwd).id
  if (asked.project === undefined) {
    const projects = visibleProjects({ asked: undefined, home, crossProject, purpose: 'search' })
    const hidden = (privateProjects?.() ?? []).filter((id) => id !== home)
    return { projects, ambiguous: undefined, home, hidden }
  }
  const named = findProjects(db, asked.project)
  if (named.length === 0) {
    throw new MemoryError('not_found', `There is no project \`${asked.project.slice(0, 200)}\`.`, {
      hint: 'GET /api/stats lists the projects with most memories; leave `project` away to look in all of them.',
    })
  }
  return { projects: named.map(({ id }) => id), ambiguous: named.length > 1 ? named : undefined, home, hidden: [] }
}

/** A folder that is gone keeps its project. */
export function homeOf(db: Database, cwd: string): Project {
  return findProjectByRoot(db, cwd) ?? resolveProject(cwd)
}
