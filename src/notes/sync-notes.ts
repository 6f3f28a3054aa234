/**
 * Brings the rows in step with a workspace's files. Only files with a changed size or time are read; an unreadable file
 * keeps its rows until it disappears from the listing. Other work of this thread gets its turn after every few files.
 */
import { readFileSync } from 'node:fs'
import { setImmediate as breathe } from 'node:timers/promises'
import { noonOf } from '../memory/local-day.ts'
import type { NoteFile } from '../memory/note.ts'
import type { Database } from '../store/database.ts'
import { listNoteFiles as listKept, putNoteFile, removeNoteFile, type Workspace } from '../store/notes.ts'
import { cleanNote } from './clean-note.ts'
import { chunkNote } from './note-chunks.ts'

export interface Synced {
  files: number
  changed: number
  removed: number
  /** New or changed pieces. */
  pieces: number
}

/** About ten milliseconds of work: the longest that other work on this thread waits. */
const FILES_AT_ONCE = 8

/** `all`: read every file again, whatever its time. */
export async function syncNotes(
  db: Database,
  by: { workspace: Workspace; files: readonly NoteFile[]; all?: boolean; mayGoOn?: () => boolean },
): Promise<Synced> {
  const kept = new Map(listKept(db, by.workspace.id).map((file) => [file.path, file]))
  const done: Synced = { files: by.files.length, changed: 0, removed: 0, pieces: 0 }
  let sinceBreath = 0
  for (const file of by.files) {
    const known = kept.get(file.path)
    kept.delete(file.path)
    if (known && !by.all && isSame(known, file)) continue
    const text = readText(file)
    if (text === undefined) continue
    const chunks = chunkNote(cleanNote(text))
    done.pieces += putNoteFile(db, { workspace: by.workspace, file, chunks, createdAt: timeOf(file) })
    done.changed += 1
    sinceBreath += 1
    if (sinceBreath < FILES_AT_ONCE) continue
    sinceBreath = 0
    await breathe()
    if (by.mayGoOn?.() === false) return done
  }
  for (const gone of kept.values()) removeNoteFile(db, gone.id)
  done.removed = kept.size
  return done
}

function isSame(known: NoteFile, now: NoteFile): boolean {
  return (
    known.sizeBytes === now.sizeBytes &&
    known.mtimeMs === now.mtimeMs &&
    known.realPath === now.realPath &&
    known.source === now.source
  )
}

/** undefined: gone or unreadable since it was listed; the next listing knows more. */
function readText({ realPath }: NoteFile): string | undefined {
  try {
    return readFileSync(realPath, 'utf8')
  } catch {
    return undefined
  }
}

/** The time a search uses for it: its day, else when it was written. */
function timeOf({ day, mtimeMs }: NoteFile): number {
  return day === undefined ? mtimeMs : noonOf(day)
}
