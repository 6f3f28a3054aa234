/** Observations by their id, several at once, and by the file they are about. */
import { MemoryError } from '../../../memory/error.ts'
import { projectOfFolder } from '../../../retrieval/session-project.ts'
import { findFileMemories } from '../../../store/file-history.ts'
import { findObservation } from '../../../store/observations.ts'
import { nameIn } from './file-names.ts'
import type { HttpParts } from './parts.ts'
import type { Router } from './route.ts'
import { observationFull, observationIndex } from './rows.ts'
import { getProjects } from './scope.ts'

export function addObservationRoutes({ add }: Router, parts: HttpParts): void {
  const { db } = parts
  const freshnessOf = (memories: { id: number }[], cwd: string | undefined) =>
    parts.freshness?.of(
      memories.map(({ id }) => id),
      cwd,
    )

  add('GET /api/observations/by-file', ({ query: { path, project, cwd, limit } }) => {
    if (project === undefined && cwd === undefined) {
      throw new MemoryError('bad_input', 'Say which project: give `project` or `cwd`.')
    }
    const projects = project === undefined ? [projectOfFolder(db, cwd ?? '')] : getProjects(db, project)
    const memories = projects
      .flatMap(({ id, root }) => findFileMemories(db, { project: id, path: nameIn(root, path), limit }))
      .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id)
      .slice(0, limit)
    const freshness = freshnessOf(memories, cwd)
    return {
      path,
      count: memories.length,
      results: memories.map((one) => ({
        ...observationIndex(one, freshness?.get(one.id)),
        session_id: one.sessionId,
        modified: one.modified,
        file_count: one.files,
      })),
    }
  })

  add('POST /api/observations/batch', ({ body }) => {
    const asked = [...new Set(body.ids)].map((id) => ({ id, found: findObservation(db, id) }))
    // Two ids that were merged into one give one row.
    const found = new Map(asked.flatMap((one) => (one.found ? [[one.found.id, one.found] as const] : [])))
    const freshness = freshnessOf([...found.values()], body.cwd)
    const results = [...found.values()].map((one) => observationFull(db, one, freshness?.get(one.id)))
    return { count: results.length, results, missing: asked.filter((one) => !one.found).map(({ id }) => id) }
  })

  add('GET /api/observations/:id', ({ pathParameters, query: { cwd } }) => {
    const id = Number(pathParameters.id)
    const found = Number.isSafeInteger(id) ? findObservation(db, id) : undefined
    if (!found) throw new MemoryError('not_found', 'There is no memory with this id.', { subject: 'memory' })
    return observationFull(db, found, freshnessOf([found], cwd)?.get(found.id))
  })
}
