/** Memories of one file. The read gate asks before every read, so this reads one range of one index. */
import type { Concept, ObservationOrigin, ObservationType } from '../memory/observation.ts'
import type { Database } from './database.ts'
import { everyFile } from './file-lists.ts'
import { type MarkColumns, type Marks, marksOf } from './observations.ts'

export interface FileMemory extends Partial<Marks> {
  id: number
  type: ObservationType
  title: string
  subtitle: string
  concepts: Concept[]
  origin: ObservationOrigin
  project: string
  projectName: string
  sessionId: string | null
  createdAt: number
  /** Changed, not only read. */
  modified: boolean
  /** How many files the observation names: among twenty, this file is a detail. */
  files: number
  /** Size of its whole text. */
  textBytes: number
}

type Row = Omit<FileMemory, 'concepts' | 'modified' | 'files' | keyof Marks> & {
  concepts: string
  modified: number
  files: string
} & MarkColumns

/**
 * Newest first. `path` is relative to the project root and matches exactly. `unasked`: without those that are not to be
 * recalled.
 */
export function findFileMemories(
  db: Database,
  { unasked, ...by }: { project: string; path: string; limit: number; unasked?: true },
): FileMemory[] {
  return db
    .all<Row>(
      `SELECT o.id, o.type, o.title, o.subtitle, o.concepts, o.origin, o.pinned, o.edited, o.recalled, o.project, p.name AS projectName,
              s.claude_session_id AS sessionId, o.created_at_epoch AS createdAt, f.modified, o.files,
              octet_length(o.title) + octet_length(o.subtitle) + octet_length(o.narrative) + octet_length(o.facts)
                + octet_length(o.files) + octet_length(o.concepts) AS textBytes
       FROM observation_files f JOIN observations o ON o.id = f.observation_id
       JOIN projects p ON p.id = o.project LEFT JOIN sdk_sessions s ON s.id = o.session_id
       WHERE f.project = @project AND f.path = @path AND o.dropped_at_epoch IS NULL ${unasked ? 'AND o.recalled = 1' : ''}
       ORDER BY f.created_at_epoch DESC, f.observation_id DESC LIMIT @limit`,
      by,
    )
    .map(({ pinned, edited, recalled, ...row }) => ({
      ...row,
      ...marksOf({ pinned, edited, recalled }),
      concepts: JSON.parse(row.concepts) as Concept[], // written by putObservation
      modified: row.modified === 1,
      // From the row itself: counting each memory's file rows would cost one disk page each.
      files: everyFile(row.files).length,
    }))
}
