/** Candidates for a session's beginning: each statement reads one bounded range of an index, whatever the store holds. */
import type { ObservationOrigin, ObservationType } from '../memory/observation.ts'
import type { Database } from './database.ts'
import { everyFile } from './file-lists.ts'
import { findProjects } from './sessions.ts'

/** What ranking and a line of an index need of a memory: all but its text. */
export interface Glimpse {
  id: number
  project: string
  projectName: string
  session: number | null
  createdAt: number
  type: ObservationType
  title: string
  origin: ObservationOrigin
  discoveryTokens: number
  /** Of the whole memory, as UTF-8. */
  textBytes: number
  /** Changed ones first. */
  files: string[]
}

type Row = [
  id: number,
  project: string,
  session: number | null,
  createdAt: number,
  type: ObservationType,
  title: string,
  origin: ObservationOrigin,
  discoveryTokens: number,
  files: string,
  textBytes: number,
]

/** In the order of `Row`. */
const SELECT = `SELECT o.id, o.project, o.session_id, o.created_at_epoch, o.type, o.title, o.origin, o.discovery_tokens, o.files,
    octet_length(o.title) + octet_length(o.subtitle) + octet_length(o.narrative) + octet_length(o.facts)
  FROM observations o`

/** The newest of a project, newest first. Without the user's rules: those are told apart, see `findStanding`. */
export function findNewest(db: Database, by: { project: string; limit: number }): Glimpse[] {
  const rows = db.allAsLists<Row>(
    `${SELECT} WHERE o.project = @project AND o.dropped_at_epoch IS NULL AND o.standing = 0
     ORDER BY o.created_at_epoch DESC, o.id DESC LIMIT @limit`,
    by,
  )
  return toGlimpses(db, rows)
}

/** Ids of the newest few memories of each file; one that names two of them comes twice. */
export function findByFiles(db: Database, by: { project: string; paths: string[]; perFile: number }): number[] {
  return db
    .all<{ id: number }>(
      `SELECT o.id FROM json_each(@paths) w CROSS JOIN observations o WHERE o.id IN (
         SELECT observation_id FROM observation_files WHERE project = @project AND path = w.value
         ORDER BY created_at_epoch DESC LIMIT @perFile)`,
      { project: by.project, paths: JSON.stringify(by.paths), perFile: by.perFile },
    )
    .map((row) => row.id)
}

/** In no particular order; what is gone or dropped is left out, and so are rules. */
export function findGlimpses(db: Database, ids: number[]): Glimpse[] {
  if (ids.length === 0) return []
  const rows = db.allAsLists<Row>(
    `${SELECT} WHERE o.id IN (SELECT value FROM json_each(@ids)) AND o.dropped_at_epoch IS NULL AND o.standing = 0`,
    { ids: JSON.stringify(ids) },
  )
  return toGlimpses(db, rows)
}

/** What a memory says beneath its title. */
export interface MemoryText {
  id: number
  /** What the user had asked for. */
  subtitle: string
  narrative: string
}

/** In no particular order. */
export function findTexts(db: Database, ids: number[]): MemoryText[] {
  if (ids.length === 0) return []
  return db.all<MemoryText>(
    'SELECT id, subtitle, narrative FROM observations WHERE id IN (SELECT value FROM json_each(@ids))',
    { ids: JSON.stringify(ids) },
  )
}

/** A rule of the user's, as it was said. */
export interface StandingRule {
  id: number
  title: string
  narrative: string
  createdAt: number
}

/** The user's rules for a project, newest first, however old. Not those an outsider may have worded. */
export function findStanding(db: Database, by: { project: string; limit: number }): StandingRule[] {
  return db.all<StandingRule>(
    `SELECT id, title, narrative, created_at_epoch AS createdAt FROM observations
     WHERE project = @project AND standing = 1 AND dropped_at_epoch IS NULL AND origin = 'session'
     ORDER BY created_at_epoch DESC, id DESC LIMIT @limit`,
    by,
  )
}

function toGlimpses(db: Database, rows: Row[]): Glimpse[] {
  const names = new Map<string, string>()
  return rows.map(([id, project, session, createdAt, type, title, origin, discoveryTokens, cited, textBytes]) => {
    const projectName = names.get(project) ?? findProjects(db, project)[0]?.name ?? project
    names.set(project, projectName)
    const place = { id, project, projectName, session, createdAt }
    return { ...place, type, title, origin, discoveryTokens, textBytes, files: everyFile(cited) }
  })
}
