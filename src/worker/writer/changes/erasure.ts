/**
 * After a forgetting: its bytes. What is owed stands in a file before anything is deleted, so that a worker that is killed in
 * between goes on at its next start: first what may not have been deleted yet, then the words of the indexes, the log, and
 * every copy. Steps leave time for whatever else has to be written.
 */
import { rmSync } from 'node:fs'
import type { Database } from '../../../store/database.ts'
import { emptyLog, mergeIndexes, rewriteOnce } from '../../../store/erase.ts'
import { forgetKeys, plainKeys } from '../../../store/forget.ts'
import type { Journal } from '../../../store/journal.ts'
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
  /** The vectors of an index that is switched off: nobody would take anything out of them. */
  unusedVectors: string | undefined
  /** One at a time with the other backups. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
}

export interface Erasure {
  /** To be called before anything of it is deleted, and the other when all of it is. */
  owe(by: { keys: readonly string[]; now: number }): void
  deleted(keys: readonly string[]): void
  /** Whatever is owed; undefined when a part has to be tried again later. */
  run(): Promise<ReplacedCopies | undefined>
  /** What is left goes on at the next start. */
  stop(): Promise<void>
}

/** How many keys are forgotten in one transaction: some 100 ms. */
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
    // Again when something more was asked for meanwhile.
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
      await running?.catch(() => undefined) // whoever asked for it has heard
    },
  }
}

async function erase(
  parts: ErasureParts,
  { keys, since }: Owed,
  isStopped: () => boolean,
): Promise<ReplacedCopies | undefined> {
  const { db, journal } = parts
  for (let at = 0; at < keys.length && !isStopped(); at += BATCH) {
    db.transaction(() => forgetKeys(db, { keys: keys.slice(at, at + BATCH), at: since }))
    await breath()
  }
  if (keys.length > 0) journal.forget(plainKeys(keys))
  for (const _ of mergeIndexes(db)) {
    await breath()
    if (isStopped()) return undefined
  }
  rewriteOnce(db)
  if (parts.unusedVectors !== undefined) deleteVectorFile(parts.unusedVectors)
  if (!emptyLog(db)) return undefined
  return parts.alone(() => replaceCopies(parts, Date.now()))
}

/** Others have their turn. */
export function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
