/**
 * Notes as search finds them: pieces of files with their location. Rows are updated one file at a time; a piece whose
 * words did not change keeps its row and so its vector.
 */
import type { Note, NoteChunk, NoteFile, NoteSource } from '../memory/note.ts'
import type { Database } from './database.ts'

export interface Workspace {
  id: number
  root: string
  project: string
  usedAt: number
}

export interface KeptNoteFile extends NoteFile {
  id: number
}

/** A known workspace is reused, under its current project. */
export function putWorkspace(db: Database, by: { root: string; project: string; at: number }): Workspace {
  const row = db.get<{ id: number }>(
    `INSERT INTO note_workspaces (root, project, used_at_epoch) VALUES (@root, @project, @at)
     ON CONFLICT (root) DO UPDATE SET project = excluded.project, used_at_epoch = max(used_at_epoch, excluded.used_at_epoch)
     RETURNING id`,
    by,
  )
  return { id: row?.id ?? 0, root: by.root, project: by.project, usedAt: by.at } // an upsert always returns its row
}

/** Last used first. */
export function listWorkspaces(db: Database): Workspace[] {
  return db.all(
    'SELECT id, root, project, used_at_epoch AS usedAt FROM note_workspaces ORDER BY used_at_epoch DESC, id DESC',
  )
}

export function findWorkspace(db: Database, root: string): Workspace | undefined {
  return db.get('SELECT id, root, project, used_at_epoch AS usedAt FROM note_workspaces WHERE root = @root', { root })
}

/** By path. */
export function listNoteFiles(db: Database, workspace: number): KeptNoteFile[] {
  return db
    .all<{ [Name in keyof KeptNoteFile]: KeptNoteFile[Name] | null }>(
      `SELECT id, path, real_path AS realPath, source, day, size_bytes AS sizeBytes, mtime_ms AS mtimeMs
       FROM note_files WHERE workspace_id = @workspace ORDER BY path`,
      { workspace },
    )
    .map((row) => ({ ...row, day: row.day ?? undefined }) as KeptNoteFile) // `day` is the one column that may be empty
}

export interface NoteFileRows {
  workspace: Workspace
  file: NoteFile
  chunks: NoteChunk[]
  /** The time a search sorts it by. */
  createdAt: number
}

/** Stores the file's current pieces. Returns how many are new. */
export function putNoteFile(db: Database, by: NoteFileRows): number {
  return db.transaction(() => {
    const id = putFile(db, by)
    const kept = new Map(
      db
        .all<{ id: number; key: string; heading: string; text: string }>(
          'SELECT id, key, heading, text FROM note_chunks WHERE file_id = @id',
          { id },
        )
        .map((row) => [row.key, row]),
    )
    let added = 0
    for (const chunk of by.chunks) {
      const known = kept.get(chunk.key)
      kept.delete(chunk.key)
      if (known && known.heading === chunk.heading && known.text === chunk.text) {
        db.run('UPDATE note_chunks SET start_line = @startLine, end_line = @endLine WHERE id = @id', {
          id: known.id,
          startLine: chunk.startLine,
          endLine: chunk.endLine,
        })
        continue
      }
      if (known) deleteChunk(db, known.id)
      insertChunk(db, { chunk, file: id, path: by.file.path, project: by.workspace.project })
      added += 1
    }
    for (const gone of kept.values()) deleteChunk(db, gone.id)
    return added
  })
}

export function removeNoteFile(db: Database, id: number): void {
  db.run('DELETE FROM note_files WHERE id = @id', { id })
}

/** For rebuilding from the files. */
export function removeWorkspaceNotes(db: Database, workspace: number): void {
  db.run('DELETE FROM note_files WHERE workspace_id = @workspace', { workspace })
}

const SELECT = `SELECT c.id, c.key, c.start_line AS startLine, c.end_line AS endLine, c.heading, c.text, w.project, p.name AS projectName,
    w.id AS workspace, f.path, f.source, f.day, f.created_at_epoch AS createdAt
  FROM note_chunks c JOIN note_files f ON f.id = c.file_id JOIN note_workspaces w ON w.id = f.workspace_id
  JOIN projects p ON p.id = w.project`

export function findNote(db: Database, id: number): Note | undefined {
  return db.all<NoteRow>(`${SELECT} WHERE c.id = @id`, { id }).map(toNote)[0]
}

/** By their words, wherever they are now; the workspace's own folder first. */
export function findNotesByKey(db: Database, by: { workspace: number; key: string }): Note[] {
  return db
    .all<NoteRow>(`${SELECT} WHERE c.key = @key AND w.id = @workspace ORDER BY f.source = 'memory' DESC, c.id`, by)
    .map(toNote)
}

/** In the order of the file. */
export function findNotesOfFile(db: Database, by: { workspace: number; path: string }): Note[] {
  return db
    .all<NoteRow>(`${SELECT} WHERE w.id = @workspace AND f.path = @path ORDER BY c.start_line, c.id`, by)
    .map(toNote)
}

export interface NoteCounts {
  files: number
  chunks: number
  bytes: number
}

export function countNotes(db: Database, workspace: number): NoteCounts {
  const files = db.get<{ files: number; bytes: number | null }>(
    'SELECT count(*) AS files, sum(size_bytes) AS bytes FROM note_files WHERE workspace_id = @workspace',
    { workspace },
  )
  const chunks = db.get<{ n: number }>(
    'SELECT count(*) AS n FROM note_chunks c JOIN note_files f ON f.id = c.file_id WHERE f.workspace_id = @workspace',
    { workspace },
  )
  return { files: files?.files ?? 0, chunks: chunks?.n ?? 0, bytes: files?.bytes ?? 0 }
}

type NoteRow = Omit<Note, 'day' | 'source'> & { day: string | null; source: NoteSource }

function toNote(row: NoteRow): Note {
  return { ...row, day: row.day ?? undefined }
}

function putFile(db: Database, { workspace, file, createdAt }: NoteFileRows): number {
  const { path, realPath, source, day, sizeBytes, mtimeMs } = file
  const row = db.get<{ id: number }>(
    `INSERT INTO note_files (workspace_id, path, real_path, source, day, size_bytes, mtime_ms, created_at_epoch)
     VALUES (@workspace, @path, @realPath, @source, @day, @sizeBytes, @mtimeMs, @createdAt)
     ON CONFLICT (workspace_id, path) DO UPDATE SET real_path = excluded.real_path, source = excluded.source, day = excluded.day,
       size_bytes = excluded.size_bytes, mtime_ms = excluded.mtime_ms, created_at_epoch = excluded.created_at_epoch
     RETURNING id`,
    {
      workspace: workspace.id,
      ...{ path, realPath, source, day: day ?? null, sizeBytes, mtimeMs },
      createdAt: Math.round(createdAt),
    },
  )
  return row?.id ?? 0 // as above
}

function insertChunk(
  db: Database,
  { chunk, file, path, project }: { chunk: NoteChunk; file: number; path: string; project: string },
): void {
  const { key, startLine, endLine, heading, text } = chunk
  const { lastId } = db.run(
    `INSERT INTO note_chunks (file_id, key, start_line, end_line, heading, text)
     VALUES (@file, @key, @startLine, @endLine, @heading, @text)`,
    { file, key, startLine, endLine, heading, text },
  )
  db.run(
    `INSERT INTO notes_fts (rowid, heading, path, words, parts, scope)
     VALUES (@id, @heading, @path, @text, identifier_parts(@text), 'p' || lower(hex(@project)))`,
    { id: lastId, heading, path, text, project },
  )
}

function deleteChunk(db: Database, id: number): void {
  db.run('DELETE FROM note_chunks WHERE id = @id', { id })
}
