/** Hand-written Markdown notes of people and agents: files of a workspace, and the pieces of them that can be found. */

/** `memory`: in the workspace's own folder; `extra`: in a folder the user named; `host`: the host's own notes, read only. */
export type NoteSource = 'memory' | 'extra' | 'host'

export interface NoteFile {
  /** As it is cited: `memory/2026-04-11.md`, `extra:notes/plan.md`. */
  path: string
  realPath: string
  source: NoteSource
  /** YYYY-MM-DD of a daily log: such a note fades with time. */
  day?: string | undefined
  sizeBytes: number
  mtimeMs: number
}

/** Lines count from 1, inclusive; what is repeated from the piece before is included. */
export interface NoteChunk {
  /** 16 hex digits of its own words: unchanged by edits elsewhere in the file. The second of equal ones gets `-2`. */
  key: string
  startLine: number
  endLine: number
  /** The headings above it: `Decisions › Database`. */
  heading: string
  text: string
}

/** A piece of a note as stored. */
export interface Note extends NoteChunk {
  id: number
  project: string
  projectName: string
  workspace: number
  path: string
  source: NoteSource
  day: string | undefined
  createdAt: number
}

export function citationOf({ path, startLine, endLine }: Pick<Note, 'path' | 'startLine' | 'endLine'>): string {
  return `${path}#L${startLine}-L${endLine}`
}
