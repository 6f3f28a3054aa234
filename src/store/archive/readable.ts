/** What of the memory is for reading: memories and summaries, in the order of time. */
import type { Observation, Summary } from '../../memory/observation.ts'
import type { Project } from '../../memory/session.ts'
import type { Database } from '../database.ts'
import { findObservation } from '../observations.ts'
import { listProjects } from '../sessions.ts'
import { findSummary } from '../summaries.ts'
import type { ExportFilter } from './export-rows.ts'

export type Readable =
  | { kind: 'project'; project: Project }
  | { kind: 'memory'; memory: Observation }
  | { kind: 'summary'; summary: Summary }

/** By project, in the order of their names; within one the oldest first. What is no longer shown is left out. */
export function* readableRows(db: Database, { projects, since = -1 }: ExportFilter): Generator<Readable> {
  const chosen = listProjects(db).filter(({ id }) => projects?.includes(id) ?? true)
  for (const project of chosen.sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))) {
    let isNamed = false
    for (const row of db.each(IN_ORDER, { project: project.id, since })) {
      const found = read(db, row as { kind: 'memory' | 'summary'; id: number })
      if (found === undefined) continue
      if (!isNamed) yield { kind: 'project', project }
      isNamed = true
      yield found
    }
  }
}

const IN_ORDER = `SELECT 'memory' AS kind, id, created_at_epoch AS at FROM observations
    WHERE project = @project AND created_at_epoch >= @since AND dropped_at_epoch IS NULL
  UNION ALL SELECT 'summary', session_id, created_at_epoch FROM session_summaries
    WHERE project = @project AND created_at_epoch >= @since
  ORDER BY at, kind, id`

function read(db: Database, { kind, id }: { kind: 'memory' | 'summary'; id: number }): Readable | undefined {
  if (kind === 'memory') {
    const memory = findObservation(db, id)
    return memory && { kind, memory }
  }
  const summary = findSummary(db, id)
  return summary && { kind, summary }
}
