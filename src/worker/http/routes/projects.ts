/** Projects: what there is, and what a person decides about them. The writing thread changes them. */
import { MemoryError } from '../../../memory/error.ts'
import type { Project } from '../../../memory/session.ts'
import type { Database } from '../../../store/database.ts'
import { listProjectOverviews } from '../../../store/projects.ts'
import { isExcluded } from '../../../workspace/exclusion.ts'
import type { HttpParts } from './parts.ts'
import type { Router } from './route.ts'
import { getProjects } from './scope.ts'

export function addProjectRoutes({ add }: Router, { db, writer, config, privateProjects }: HttpParts): void {
  const hidden = () => new Set(privateProjects?.() ?? [])
  add('GET /api/projects', () => {
    const isHidden = hidden()
    const results = listProjectOverviews(db).map(({ usedAt, ...one }) => ({
      ...one,
      last_used_epoch: usedAt,
      private: isHidden.has(one.id),
      excluded: config !== undefined && isExcluded(config.EXCLUDED_PROJECTS, [one.root], config.home),
    }))
    return { count: results.length, results }
  })
  add('POST /api/projects/rename', ({ body: { project, name } }) =>
    writer.call('renameProject', { project: getOneProject(db, project).id, name }),
  )
  add('POST /api/projects/alias', ({ body: { project, alias, remove = false } }) =>
    writer.call('aliasProject', { project: getOneProject(db, project).id, alias, remove }),
  )
  add('POST /api/projects/merge', async ({ body: { preview, ...named } }) => {
    const [from, into] = [getOneProject(db, named.from).id, getOneProject(db, named.into).id]
    const isHidden = hidden()
    const merged = await writer.call('mergeProjects', { from, into, preview })
    return { preview, ...merged, no_longer_private: isHidden.has(from) && !isHidden.has(into) }
  })
}

/** A name that several projects share is refused. */
export function getOneProject(db: Database, asked: string): Project {
  const [project, ...others] = getProjects(db, asked)
  if (project !== undefined && others.length === 0) return project
  throw new MemoryError('conflict', `Several projects are called \`${asked}\`. Nothing was changed.`, {
    hint: `Give the id of one of them: ${[project, ...others].map((one) => one?.id).join(', ')}`,
  })
}
