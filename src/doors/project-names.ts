/** Names of projects in mixed lists: the name, and more only if two projects share it. */
import { projectLabel } from '../memory/project-label.ts'
import { safeLine } from '../memory/safe-text.ts'

export interface OfProject {
  project: string
  project_id: string
}

/** `shop`; with another `shop`, its folder too: `work/shop`, `acme/shop`; the whole id if even that is shared. */
export function projectNames(rows: OfProject[]): (row: OfProject) => string {
  const ids = new Map<string, Set<string>>()
  for (const { project, project_id: id } of rows) ids.set(project, (ids.get(project) ?? new Set()).add(id))
  return ({ project, project_id: id }) => {
    const sharing = [...(ids.get(project) ?? [])].filter((other) => other !== id)
    if (sharing.length === 0) return safeLine(project)
    return safeLine(sharing.some((other) => projectLabel(other) === projectLabel(id)) ? id : projectLabel(id))
  }
}
