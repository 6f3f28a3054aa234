/** The keys of everything about a file, or about what lies in a folder (see forget.ts for their forms). Only reads. */
import type { Database } from './database.ts'
import { type Doomed, doomedMemories } from './doomed-rows.ts'
import { keyOf } from './forget.ts'
import { findIds, findRows, findTexts } from './list-queries.ts'
import { SAID } from './passages.ts'

export interface OfFile {
  kind: 'file'
  /** The file as each project names it: relative to its root if inside it. */
  places: { project: string; root: string; path: string }[]
  withPrompts: boolean
  from: number | undefined
  to: number | undefined
}

/** Memories that name it, the turns that changed it, the calls on it, and summaries that list it. */
export function doomedFile(db: Database, by: OfFile): Doomed {
  const parts = by.places.map((place) => {
    const of = { ...place, from: by.from ?? 0, to: by.to ?? Number.MAX_SAFE_INTEGER }
    return {
      observations: findIds(
        db,
        `SELECT DISTINCT observation_id AS id FROM observation_files
         WHERE project = @project AND ${IN_TIME} AND ${isIt('path')} ORDER BY created_at_epoch DESC`,
        of,
      ),
      turns: findRows<{ key: string; session: number }>(
        db,
        `SELECT key, session_id AS session FROM turns WHERE project = @project AND ${IN_TIME}
         AND EXISTS (SELECT 1 FROM json_each(files) WHERE ${isIt('value')})`,
        of,
      ),
      events: findRows<{ key: string; session: number }>(
        db,
        `SELECT q.event_key AS key, s.id AS session FROM sdk_sessions s JOIN observation_queue q ON q.session_id = s.id
         WHERE s.project = @project AND q.created_at_epoch BETWEEN @from AND @to AND q.kind = 'tool'
         AND EXISTS (SELECT 1 FROM json_each(q.event, '$.call.files') WHERE ${isIt('value')}
           OR ${['@root', 's.cwd', 's.checkout'].map((root) => isIt('value', `${root} || '/' || @path`)).join(' OR ')})`,
        of,
      ),
      summaries: findRows<{ id: string; session: number }>(
        db,
        `SELECT s.claude_session_id AS id, s.id AS session FROM sdk_sessions s WHERE s.id IN (
           SELECT session_id FROM session_summaries WHERE project = @project AND ${IN_TIME}
           AND EXISTS (SELECT 1 FROM (SELECT value FROM json_each(files_read) UNION ALL SELECT value FROM json_each(files_edited))
             WHERE ${isIt('value')}))`,
        of,
      ),
      reads: findTexts(
        db,
        `SELECT CAST(id AS TEXT) AS text FROM reads WHERE project = @project AND ${IN_TIME} AND ${isIt('path')}`,
        of,
      ),
    }
  })
  const all = <T>(pick: (part: (typeof parts)[number]) => T[]): T[] => parts.flatMap(pick)
  const observations = all((part) => part.observations)
  const memories = doomedMemories(db, { ids: observations, withPrompts: by.withPrompts })
  const keys = [
    ...(memories?.keys ?? []),
    ...all(({ turns }) => turns.map(({ key }) => `${SAID}${key}`)),
    ...all(({ events }) => events.map(({ key }) => key)),
    ...all(({ summaries }) => summaries.map(({ id }) => keyOf('summary', id))),
    ...all(({ reads }) => reads.map((id) => keyOf('read', id))),
  ]
  const lose = all(({ turns, events, summaries }) => [...turns, ...events, ...summaries].map(({ session }) => session))
  return {
    keys: [...new Set(keys)],
    sessions: [...new Set([...(memories?.sessions ?? []), ...lose])],
    observations,
    prompts: memories?.prompts ?? [],
  }
}

const IN_TIME = 'created_at_epoch BETWEEN @from AND @to'

/** The file itself, or one inside the folder of that name. No LIKE: a path may contain its wildcards. */
function isIt(column: string, path = '@path'): string {
  return `(${column} = ${path} OR substr(${column}, 1, length(${path}) + 1) = ${path} || '/')`
}
