/** The project a session works in, resolved once per folder: it cannot change while the server runs. */
import { resolveProject } from '../../workspace/project.ts'

const known = new Map<string, string>()

export function homeOf(cwd: string): string {
  const id = known.get(cwd) ?? resolveProject(cwd).id
  known.set(cwd, id)
  return id
}
