/**
 * Erases the bytes of what was forgotten. The work is written to a file before anything is deleted, so that a worker
 * that is killed in between continues at its next start: first the rows that may not be deleted yet, then the words in
 * the indexes, the log, and every copy. Between steps other writes get their turn.
 */
import { rmSync } from 'node:fs'
import type { Database } from '../../../store/database.ts'
import { emptyLog, mergeIndexes, rewriteOnce } from '../../../store/erase.ts'
import { areBuried, forgetKeys } from '../../../store/forget.ts'
import type { Journal } from '../../../store/journal.ts'
import { forgetEntry } from '../../../store/kept-rows.ts'
import type { StorePaths } from '../../../store/recovery.ts'
import { type ReplacedCopies, replaceCopies } from '../../../store/replace-copies.ts'
import { deleteVectorFile } from '../../../store/vector-blocks.ts'
import { type DataFolder, writeWhole } from '../../process/data-folder.ts'
import { type Owed, readOwed } from '../../process/owed-erasure.ts'

export interface ErasureParts {
  db: Database
  journal: Journal
  paths: StorePaths
  folder: DataFolder
  /** The vector file of an index that is switched off: no index process is there to remove vectors from it. */
  unusedVectors: string | undefined
  /** Runs one at a time with the other backups. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
}

export interface Erasure {
  /** `owe` before anything is deleted, `deleted` when all of it is. */
  owe(by: { keys: readonly string[]; now: number }): void
  deleted(keys: readonly string[]): void
  /** Does all open work; undefined when part of it has to be retried later. */
  run(): Promise<ReplacedCopies | undefined>
  /** The rest continues at the next start. */
  stop(): Promise<void>
}

/** Keys forgotten per transaction: about 100 ms. */
export const BATCH = 500

export function makeErasure(parts: ErasureParts): Erasure {
  const { folder } = parts
  let owed = readOwed(folder)
  let running: Promise<ReplacedCopies | undefined> | undefined
  let stopped = false
  const write = (next: Owed) => {
    owed = next
    writeWhole(folder.erasing, JSON.stringify(next))
  }

  const run = async (): Promise<ReplacedCopies | undefined> => {
    const dropped = { backupsDropped: 0, damagedDropped: 0 }
    // Repeat if more was asked for meanwhile.
    for (let now = owed; now !== undefined; ) {
      const replaced = await erase(parts, now, () => stopped)
      if (!replaced) return undefined
      dropped.backupsDropped += replaced.backupsDropped
      dropped.damagedDropped += replaced.damagedDropped
      if (owed === now) {
        rmSync(folder.erasing, { force: true })
        owed = undefined
      }
      now = owed
    }
    return dropped
  }
  return {
    owe: ({ keys, now }) => write({ since: owed?.since ?? now, keys: [...(owed?.keys ?? []), ...keys] }),
    deleted(keys) {
      const gone = new Set(keys)
      if (owed) write({ since: owed.since, keys: owed.keys.filter((key) => !gone.has(key)) })
    },
    run() {
      running ??= run().finally(() => {
        running = undefined
      })
      return running
    },
    async stop() {
      stopped = true
      await running?.catch(() => undefined) // the caller that started it has seen the error
    },
  }
}

async function erase(
  parts: ErasureParts,
  { keys, since }: Owed,
  isStopped: () => boolean,
): Promise<ReplacedCopies | undefined> {
  const { db, journal } = parts
  // Killed before it was in the journal, or in the middle of deleting.
  if (!areBuried(db, keys)) journal.append([forgetEntry(db, { keys, at: since })])
  for (let at = 0; at < keys.length && !isStopped(); at += BATCH) {
    db.transaction(() => forgetKeys(db, { keys: keys.slice(at, at + BATCH), at: since }))
    await breath()
  }
  if (keys.length > 0) journal.forget(keys)
  for (const _ of mergeIndexes(db)) {
    await breath()
    if (isStopped()) return undefined
  }
  rewriteOnce(db)
  if (parts.unusedVectors !== undefined) deleteVectorFile(parts.unusedVectors)
  if (!emptyLog(db)) return undefined
  return parts.alone(() => replaceCopies(parts, Date.now()))
}

/** Lets other work run. */
export function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
