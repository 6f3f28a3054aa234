/**
 * The reader of a reply: a session in a project, resolved once per folder, because it cannot change while the server
 * runs.
 */
import type { Project } from '../../memory/session.ts'
import { resolveProject } from '../../workspace/project.ts'
import { type OfProject, projectNames } from '../project-names.ts'
import type { Reader } from './render.ts'
import type { Place } from './tool.ts'

const known = new Map<string, Project>()

/**
 * `rows`: what the reply lists. The session's own project counts as listed, so that no other is shown by its name
 * alone.
 */
export function readerOf({ cwd, now }: Pick<Place, 'cwd' | 'now'>, rows: OfProject[]): Reader {
  const home = known.get(cwd) ?? resolveProject(cwd)
  known.set(cwd, home)
  const nameOf = projectNames([{ project: home.name, project_id: home.id }, ...rows])
  return { now: now(), home: home.id, nameOf }
}
