/**
 * Makes the rows true to the files of a workspace. Only files whose size or time changed are read; a file that cannot be read
 * keeps what was known of it until it is gone from the listing. The thread that does this has other work: it is let through
 * after every few files.
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
  /** Pieces that are new or say something else now. */
  pieces: number
}

/** About ten milliseconds of work: nobody waits longer for this thread. */
const FILES_AT_ONCE = 8

/** `all`: every file is read again, whatever its time says. */
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

/** undefined: gone or closed to us since it was listed; the next listing knows more. */
function readText({ realPath }: NoteFile): string | undefined {
  try {
    return readFileSync(realPath, 'utf8')
  } catch {
    return undefined
  }
}

/** When a search takes it to be from: its day, else when it was written. */
function timeOf({ day, mtimeMs }: NoteFile): number {
  return day === undefined ? mtimeMs : noonOf(day)
}
