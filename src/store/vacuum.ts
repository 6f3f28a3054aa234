/**
 * Giving disk space back: deleted rows leave free pages, which the file keeps for later. Writing it anew takes as much
 * free space as the database is large, once in the log and once in the file. Readers go on meanwhile.
 */
import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { MemoryError } from '../memory/error.ts'
import type { Database } from './database.ts'
import { emptyLog, mergeIndexes } from './erase.ts'

export interface Vacuumed {
  bytesBefore: number
  bytesAfter: number
}

/** Between its steps the caller may do other work; the last one writes the file, which is done in one go. */
export function* vacuum(db: Database, path: string): Generator<void, Vacuumed> {
  const bytesBefore = bytesOf(path)
  const { bavail, bsize } = statfsSync(dirname(path))
  if (bavail * bsize < 2 * bytesBefore) {
    const needed = Math.ceil((2 * bytesBefore) / 1e6)
    throw new MemoryError(
      'unavailable',
      `This needs ${needed} MB of free disk space for a moment. Nothing was changed.`,
    )
  }
  yield* mergeIndexes(db)
  db.exec('VACUUM')
  // The file shrinks when its log is emptied; a reader may be in the way for a moment.
  for (let times = 0; times < 20 && !emptyLog(db); times += 1) yield
  return { bytesBefore, bytesAfter: bytesOf(path) }
}

function bytesOf(path: string): number {
  return [path, `${path}-wal`].reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)
}
