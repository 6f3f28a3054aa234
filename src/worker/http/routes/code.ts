/**
 * Source files of a project: an outline, one symbol, symbols by name. The answers contain the user's files, so these
 * routes need the token even though they change nothing.
 */
import { dirname } from 'node:path'
import { MemoryError } from '../../../memory/error.ts'
import type { Database } from '../../../store/database.ts'
import { findCheckout } from '../../../workspace/checkout.ts'
import { realFolder } from '../../../workspace/safe-path.ts'
import type { CodeTools } from '../../process/outline-client.ts'
import type { HttpParts } from './parts.ts'
import type { Router } from './route.ts'
import { getProjects, projectAbove } from './scope.ts'

export function addCodeRoutes({ add }: Router, parts: HttpParts): void {
  add('GET /api/code/outline', ({ query: { path, ...where } }) =>
    toolsOf(parts).ask('outline', { ...placeOf(parts.db, where), path }),
  )
  add('GET /api/code/unfold', ({ query: { path, name, ...where } }) =>
    toolsOf(parts).ask('unfold', { ...placeOf(parts.db, where), path, symbol: name }),
  )
  add('GET /api/code/symbols', ({ query: { query, limit, ...where } }) =>
    toolsOf(parts).ask('symbols', { ...placeOf(parts.db, where), query, limit }),
  )
}

function toolsOf({ code }: HttpParts): CodeTools {
  if (!code) throw new MemoryError('unavailable', 'Source files cannot be read here.')
  return code
}

/** A project the memory knows, or else the checkout that contains the caller's folder. */
function placeOf(
  db: Database,
  asked: { project?: string | undefined; cwd?: string | undefined },
): { root: string; from: string } {
  if (asked.project !== undefined) {
    const root = realFolder(namedRoot(db, asked.project))
    return { root, from: root }
  }
  if (asked.cwd === undefined) throw new MemoryError('bad_input', 'Say where you are: give `cwd` or `project`.')
  const from = realFolder(asked.cwd)
  const checkout = findCheckout(from)?.root
  // The root of the file system is never a checkout, though some machines have a `/.git`.
  const top = checkout !== undefined && dirname(checkout) !== checkout ? checkout : undefined
  return { root: top ?? projectAbove(db, from)?.root ?? from, from }
}

function namedRoot(db: Database, name: string): string {
  const projects = getProjects(db, name)
  const [project, ...others] = projects
  if (project && others.length === 0) return project.root
  const ids = projects.map(({ id }) => id).join(', ')
  throw new MemoryError('bad_input', `Several projects have this name: ${ids}.`, { hint: 'Give one of these ids.' })
}
