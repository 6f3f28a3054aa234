/** What a person decides about projects: journal, database, and for a merge the rows, in steps. */
import { randomUUID } from 'node:crypto'
import { MemoryError } from '../../../memory/error.ts'
import { stripPrivate } from '../../../memory/privacy.ts'
import { redactSecrets } from '../../../memory/redaction.ts'
import type { Project } from '../../../memory/session.ts'
import type { Database } from '../../../store/database.ts'
import type { Journal } from '../../../store/journal.ts'
import {
  countProjectRows,
  findUnfinishedMerges,
  moveProjectRows,
  type ProjectEntry,
  type ProjectRows,
  putProjectChange,
} from '../../../store/projects.ts'
import { findProjects } from '../../../store/sessions.ts'
import { breath } from './erasure.ts'

interface Change {
  db: Database
  journal: Pick<Journal, 'append'>
  now: number
}

/** A merge rewrites keyword indexes: 200 memories take about 100 ms. */
const STEP = 200

export function renameProject(by: Change, ask: { project: string; name: string }): Project {
  const name = redactSecrets(stripPrivate(ask.name)).replace(/\s+/g, ' ').trim()
  if (name === '')
    throw new MemoryError('bad_input', 'name: nothing is left of it outside <private>.', { field: 'name' })
  const project = getProject(by.db, ask.project)
  if (project.name !== name) put(by, { project, what: { do: 'rename', name } })
  return getProject(by.db, project.id)
}

/** An alias is a further name or id; one that already means a project is refused. */
export function aliasProject(by: Change, ask: { project: string; alias: string; remove: boolean }): Project {
  const { db } = by
  const project = getProject(db, ask.project)
  const alias = redactSecrets(stripPrivate(ask.alias)).trim()
  if (alias === '')
    throw new MemoryError('bad_input', 'alias: nothing is left of it outside <private>.', { field: 'alias' })
  const [known] = findProjects(db, alias)
  if (ask.remove) {
    if (known?.id !== project.id || alias === project.id || alias === project.name) {
      throw new MemoryError('not_found', `${project.name} has no alias \`${alias}\`.`, { subject: 'project' })
    }
    put(by, { project, what: { do: 'unalias', alias } })
    return project
  }
  if (known?.id === project.id) return project
  if (known) {
    throw new MemoryError('conflict', `\`${alias}\` is a project already. Nothing was changed.`, {
      hint: 'To make two projects one, merge them.',
    })
  }
  put(by, { project, what: { do: 'alias', alias } })
  return project
}

export async function mergeProjects(
  by: Change,
  ask: { from: string; into: string; preview: boolean },
): Promise<{ from: Project; into: Project; moved: ProjectRows }> {
  const { db } = by
  const [from, into] = [getProject(db, ask.from), getProject(db, ask.into)]
  if (from.id === into.id) throw new MemoryError('bad_input', 'These are one project already. Nothing was changed.')
  const moved = countProjectRows(db, from.id)
  if (ask.preview) return { from, into, moved }
  put(by, { project: into, what: { do: 'merge', from } })
  await finishMerges(db)
  return { from, into, moved }
}

/** Also at a start, where a worker was stopped before all was moved. */
export async function finishMerges(db: Database): Promise<void> {
  for (const merge of findUnfinishedMerges(db))
    for (const _ of moveProjectRows(db, { ...merge, most: STEP })) await breath()
}

function put({ db, journal, now }: Change, by: Pick<ProjectEntry, 'project' | 'what'>): void {
  const entry: ProjectEntry = { op: 'project', change: randomUUID(), at: now, ...by }
  db.transaction(() => {
    putProjectChange(db, entry)
    journal.append([entry])
  })
}

function getProject(db: Database, id: string): Project {
  const [project] = findProjects(db, id)
  if (project) return project
  throw new MemoryError('not_found', `There is no project \`${id}\`.`, { subject: 'project' })
}
