/**
 * What is stored to tell later whether a memory still matches the code: hashes of its files, its branch, git's answers.
 */
import type { Database } from './database.ts'
import { findProjects } from './sessions.ts'

/** A file's content when a memory was stored. */
export interface SeenFile {
  path: string
  blob: string
  size: number
  mtimeMs: number
}

export interface CitedFile {
  path: string
  modified: boolean
  /** undefined: its content at that time is unknown. */
  seen: SeenFile | undefined
}

export interface CitingObservation {
  id: number
  project: string
  /** Of the project. */
  root: string
  head: string | undefined
  branch: string | undefined
  /** Its modified files are in `head` as it left them; undefined = not checked yet. */
  committed: boolean | undefined
  files: CitedFile[]
}

interface CitingRow {
  id: number
  project: string
  head: string | null
  branch: string | null
  committed: number | null
}

type CitedRow = [id: number, path: string, modified: number, blob: string | null, size: number, mtimeMs: number]

/** In no particular order; unknown ids are left out. */
export function findCitedFiles(db: Database, ids: number[]): CitingObservation[] {
  const by = { ids: JSON.stringify([...new Set(ids)]) }
  const found = new Map<number, CitingObservation>()
  const observations = db.all<CitingRow>(
    `SELECT o.id, o.project, o.head, o.branch, o.committed
     FROM json_each(@ids) w JOIN observations o ON o.id = w.value`,
    by,
  )
  const roots = new Map<string, string>()
  for (const { id, project, head, branch, committed } of observations) {
    const root = roots.get(project) ?? findProjects(db, project)[0]?.root ?? ''
    roots.set(project, root)
    found.set(id, {
      ...{ id, project, root, files: [] },
      head: head ?? undefined,
      branch: branch ?? undefined,
      committed: committed === null ? undefined : committed === 1,
    })
  }
  const files = db.allAsLists<CitedRow>(
    `SELECT f.observation_id, f.path, f.modified, f.blob, f.size, f.mtime_ms
     FROM json_each(@ids) w JOIN observation_files f ON f.observation_id = w.value`,
    by,
  )
  for (const [id, path, modified, blob, size, mtimeMs] of files) {
    const seen = blob === null ? undefined : { path, blob, size, mtimeMs }
    found.get(id)?.files.push({ path, modified: modified === 1, seen })
  }
  return [...found.values()]
}

/** Of the newest memories of a file, the newest with a hash. Reads one range of one index, whatever its length. */
export function findLastSeen(db: Database, by: { project: string; path: string }): SeenFile | undefined {
  return db.get<SeenFile & object>(
    `SELECT path, blob, size, mtime_ms AS mtimeMs FROM (
       SELECT f.* FROM observation_files f JOIN observations o ON o.id = f.observation_id
       WHERE f.project = @project AND f.path = @path AND o.dropped_at_epoch IS NULL
       ORDER BY f.created_at_epoch DESC, f.observation_id DESC LIMIT 50)
     WHERE blob IS NOT NULL ORDER BY created_at_epoch DESC, observation_id DESC LIMIT 1`,
    { project: by.project, path: by.path },
  )
}

/** Files the observation does not cite are skipped. */
export function putSeenFiles(db: Database, observation: number, files: SeenFile[]): void {
  for (const { path, blob, size, mtimeMs } of files) {
    db.run(
      `UPDATE observation_files SET blob = @blob, size = @size, mtime_ms = @mtimeMs
       WHERE observation_id = @observation AND path = @path`,
      { observation, path, blob, size, mtimeMs },
    )
  }
}

/** The branch of the work. An existing value stays: by the next check the branch may have moved on. */
export function putHead(db: Database, by: { observation: number; head: string; branch: string | undefined }): void {
  db.run('UPDATE observations SET head = @head, branch = @branch WHERE id = @observation AND head IS NULL', {
    ...by,
    branch: by.branch ?? null,
  })
}

/** Takes over from merged observations: the newest of them saw the files last. */
export function inheritSeen(db: Database, by: { into: number; from: number[] }): void {
  db.run(
    `UPDATE observation_files AS mine SET (blob, size, mtime_ms) = (
       SELECT f.blob, f.size, f.mtime_ms FROM observation_files f JOIN observations o ON o.id = f.observation_id
       WHERE f.path = mine.path AND f.blob IS NOT NULL AND f.observation_id IN (SELECT value FROM json_each(@all))
       ORDER BY o.created_at_epoch DESC, o.id DESC LIMIT 1)
     WHERE observation_id = @into`,
    { into: by.into, all: JSON.stringify([by.into, ...by.from]) },
  )
  db.run(
    `UPDATE observations SET (head, branch, committed) = (
       SELECT o.head, o.branch, NULL FROM observations o
       WHERE o.id IN (SELECT value FROM json_each(@all))
       ORDER BY o.head IS NULL, o.created_at_epoch DESC, o.id DESC LIMIT 1)
     WHERE id = @into`,
    { into: by.into, all: JSON.stringify([by.into, ...by.from]) },
  )
}

/** The linked worktree a session works in. */
export function putCheckout(db: Database, by: { session: number; checkout: string }): void {
  db.run('UPDATE sdk_sessions SET checkout = @checkout WHERE id = @session', by)
}

export function setCommitted(db: Database, by: { observation: number; committed: boolean }): void {
  db.run('UPDATE observations SET committed = @committed WHERE id = @observation', {
    observation: by.observation,
    committed: by.committed ? 1 : 0,
  })
}
