/** The rows of a published database, and which projects of ours its names mean. */
import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { MemoryError } from '../../../memory/error.ts'
import type { Project } from '../../../memory/session.ts'
import type { ArchiveRow } from '../../../store/archive/rows.ts'
import type { Database } from '../../../store/database.ts'
import {
  openPublishedDatabase,
  PUBLISHED_TABLES,
  type PublishedRow,
  type PublishedTable,
} from '../../../store/published-database.ts'
import { findProjects } from '../../../store/sessions.ts'
import { resolveProject } from '../../../workspace/project.ts'
import type { ImportSource, SourceItem } from './import-source.ts'
import {
  observationRow,
  type Placing,
  projectNameOf,
  projectRow,
  promptRow,
  sessionAround,
  sessionOf,
  sessionRow,
  summaryRow,
} from './published-rows.ts'

/** Where a published version filed what its own observer did. */
const OBSERVER = 'observer-sessions'
/** Rows that name no project. */
const NAMELESS = 'imported'

export function openPublished(
  db: Database,
  { path, map }: { path: string; map: Record<string, string> },
): ImportSource {
  const published = openPublishedDatabase(path)
  try {
    const names = published.projects.filter((name) => name !== OBSERVER)
    checkMap(map, names)
    const homes = new Map(names.map((name) => [name, homeOf(db, name, map)]))
    const nameless = homeOf(db, NAMELESS, {})
    const by: Placing = { projectOf: (name) => homes.get(name) ?? nameless, orElse: Math.round(statSync(path).mtimeMs) }
    const known = new Set<string>()
    let done = 0
    return {
      from: 'database',
      total: Object.values(published.counts).reduce((sum, n) => sum + n, 0),
      highest: {
        session: published.highest.sdk_sessions,
        observation: published.highest.observations,
        summary: published.highest.session_summaries,
        prompt: published.highest.user_prompts,
      },
      projects: names.map((from) => ({ from, id: by.projectOf(from).id, name: by.projectOf(from).name })),
      isWhole: () => true,
      close: published.close,
      *items() {
        const item = (place: string, content: SourceItem['content']): SourceItem => ({ place, done, content })
        const isNameless = (row: PublishedRow) => !homes.has(projectNameOf(row))
        let needsNameless = true
        for (const project of new Map([...homes.values()].map((one) => [one.id, one])).values())
          yield item(`project ${project.name}`, { row: projectRow(project, by.orElse) })
        for (const table of PUBLISHED_TABLES) {
          for (const row of published.rows(table)) {
            done += 1
            const place = `${table} ${String(row.id ?? done)}`
            const content = contentOf(table, row, by)
            if ('row' in content && needsNameless && isNameless(row)) {
              needsNameless = false
              yield item(place, { row: projectRow(nameless, by.orElse) })
            }
            if ('row' in content && table !== 'sdk_sessions' && !known.has(sessionOf(row)))
              yield item(place, { row: sessionAround(row, by) })
            known.add(sessionOf(row))
            yield item(place, content)
          }
        }
        if (published.pending > 0)
          yield item('pending_messages', { left: 'tool calls that were never processed', count: published.pending })
      },
    }
  } catch (error) {
    published.close()
    throw error
  }
}

const ROWS: Record<PublishedTable, (row: PublishedRow, by: Placing) => ArchiveRow | undefined> = {
  sdk_sessions: sessionRow,
  observations: observationRow,
  session_summaries: summaryRow,
  user_prompts: promptRow,
}

function contentOf(table: PublishedTable, row: PublishedRow, by: Placing): SourceItem['content'] {
  if (projectNameOf(row) === OBSERVER) return { left: 'rows about its own observer' }
  const made = ROWS[table](row, by)
  return made === undefined ? { left: 'empty rows' } : { row: made }
}

/** A worktree, `shop/fix-total`, belongs to its repository. */
function homeOf(db: Database, name: string, map: Record<string, string>): Project {
  const repository = name.split('/')[0] || name
  const wanted = map[name] ?? map[repository]
  if (wanted !== undefined && isAbsolute(wanted)) return resolveProject(wanted)
  const found = findProjects(db, wanted ?? repository)
  if (wanted !== undefined && found.length > 1)
    throw new MemoryError('conflict', `map: several projects are called \`${wanted}\`. Nothing was changed.`, {
      field: 'map',
      hint: `Give the id of one of them: ${found.map(({ id }) => id).join(', ')}`,
    })
  const [only, another] = found
  if (only !== undefined && another === undefined) return only
  const id = wanted ?? repository
  return { id, name: id, root: `import:${id}` }
}

function checkMap(map: Record<string, string>, names: string[]): void {
  const all = new Set(names.flatMap((name) => [name, name.split('/')[0] ?? name]))
  const stray = Object.keys(map).find((name) => !all.has(name))
  if (stray === undefined) return
  throw new MemoryError('bad_input', `map: the database has no project \`${stray}\`. Nothing was changed.`, {
    field: 'map',
    hint: `It has: ${[...all].sort().slice(0, 40).join(', ')}`,
  })
}
