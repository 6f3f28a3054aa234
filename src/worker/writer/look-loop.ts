/**
 * When the writer looks for work: as soon as a folder changes, and every few seconds, because a folder watch can miss a
 * change. One pass at a time.
 */
import { type FSWatcher, watch } from 'node:fs'
import { findReplaced, noteFiles } from '../process/own-files.ts'

export interface LookLoop {
  /** Does `first`, then makes the first pass. */
  start(first: () => Promise<void>): void
  /** Makes a pass now, or another one after the running one. Resolves when there is nothing left to do. */
  look(): Promise<void>
  /** If somebody removed and recreated the folder, watches the new one. */
  keepWatching(onReplaced: () => void): void
  /** Resolves when the running pass is done. */
  stop(): Promise<void>
}

export function makeLookLoop(by: {
  folder: string
  everyMs: number
  look: () => Promise<unknown>
  onTrouble: (error: unknown) => void
}): LookLoop {
  let watched = noteFiles([])
  let watcher: FSWatcher | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false

  function look(): Promise<void> {
    again = true
    running ??= (async () => {
      while (again) {
        again = false
        await by.look().catch(by.onTrouble)
      }
      running = undefined
    })()
    return running
  }

  function watchFolder(): void {
    watcher?.close()
    watched = noteFiles([by.folder])
    watcher = watch(by.folder, () => void look())
  }

  return {
    look,
    start(first) {
      watchFolder()
      timer = setInterval(() => void look(), by.everyMs)
      running = first()
        .catch(by.onTrouble)
        .then(() => {
          running = undefined
          return look()
        })
    },
    keepWatching(onReplaced) {
      if (findReplaced(watched) === undefined) return
      onReplaced()
      watchFolder()
    },
    async stop() {
      clearInterval(timer)
      watcher?.close()
      await running
    },
  }
}
