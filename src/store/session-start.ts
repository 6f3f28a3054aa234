/**
 * Candidates for a session start: each statement reads one bounded index range, however large the store. Memories that
 * are not to be recalled are none.
 */
import type { ObservationOrigin, ObservationType } from '../memory/observation.ts'
import type { Database } from './database.ts'
import { everyFile } from './file-lists.ts'
import { findProjects } from './sessions.ts'

/** What ranking and an index line need of a memory: everything except its text. */
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
  /** Size of the whole memory in UTF-8. */
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

/** The newest of a project, newest first, without the user's rules: those come from `findStanding`. */
export function findNewest(db: Database, by: { project: string; limit: number }): Glimpse[] {
  const rows = db.allAsLists<Row>(
    `${SELECT} WHERE o.project = @project AND o.dropped_at_epoch IS NULL AND o.standing = 0 AND o.recalled = 1
     ORDER BY o.created_at_epoch DESC, o.id DESC LIMIT @limit`,
    by,
  )
  return toGlimpses(db, rows)
}

/** Ids of the newest few memories per file; a memory of two files appears twice. */
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

/** In no particular order, without deleted or dropped memories and without rules. */
export function findGlimpses(db: Database, ids: number[]): Glimpse[] {
  if (ids.length === 0) return []
  const rows = db.allAsLists<Row>(
    `${SELECT} WHERE o.id IN (SELECT value FROM json_each(@ids)) AND o.dropped_at_epoch IS NULL AND o.standing = 0 AND o.recalled = 1`,
    { ids: JSON.stringify(ids) },
  )
  return toGlimpses(db, rows)
}

/** What a memory says below its title. */
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

/** A rule of the user's, as stated. */
export interface StandingRule {
  id: number
  title: string
  narrative: string
  createdAt: number
}

/** The user's rules for a project, newest first, however old, except those with outside wording. */
export function findStanding(db: Database, by: { project: string; limit: number }): StandingRule[] {
  return db.all<StandingRule>(
    `SELECT id, title, narrative, created_at_epoch AS createdAt FROM observations
     WHERE project = @project AND standing = 1 AND dropped_at_epoch IS NULL AND recalled = 1 AND origin = 'session'
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
