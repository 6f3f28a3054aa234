/** The writing thread's part of `restore`: opens the memory as a person asked for it, lists backups, notes a request. */
import type { Journal } from '../../store/journal.ts'
import { type OpenedStore, openStore, type StorePaths } from '../../store/recovery.ts'
import { checkBackup, describeBackups, type Restored, renderRestored, restoreAsked } from '../../store/restore.ts'
import { writeWhole } from '../process/data-folder.ts'
import type { Log } from '../process/log.ts'
import type { WriterHandlers } from './writer-protocol.ts'

export interface OpenedMemory {
  store: OpenedStore
  /** What a person had asked to go back to. */
  restored: Restored | undefined
}

/** A backup that cannot be restored changes nothing: the memory is opened as it is. */
export async function openMemory(
  paths: StorePaths,
  by: { now: number; keepBackups: number; log: Log },
): Promise<OpenedMemory> {
  const restored = tryToRestore(paths, by)
  const store = await openStore(paths, by)
  return restored
    ? { store: { ...store, ...restored.again, recovered: renderRestored(restored) }, restored }
    : { store, restored }
}

function tryToRestore(paths: StorePaths, by: { now: number; keepBackups: number; log: Log }): Restored | undefined {
  try {
    return restoreAsked(paths, by)
  } catch (error) {
    by.log.error('the backup was not restored', error)
    return undefined
  }
}

export function makeRestoring(by: {
  paths: StorePaths
  journal: Journal
  restored: Restored | undefined
}): Pick<WriterHandlers, 'backups' | 'restore'> {
  const { paths, journal } = by
  return {
    backups: () => ({
      backups: describeBackups(paths.backups, Date.now()),
      journal: [...journal.entries()].length,
      restored: by.restored === undefined ? null : toldOf(by.restored),
    }),
    restore: (request) => {
      checkBackup(request.backup)
      writeWhole(paths.restore, JSON.stringify(request))
      return {}
    },
  }
}

function toldOf({ again: _, ...told }: Restored): Omit<Restored, 'again'> {
  return told
}
