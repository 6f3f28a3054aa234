/**
 * When the writer looks for work: as soon as something changes in a folder, and every few seconds, because watching a folder
 * can miss a change. One look at a time.
 */
import { type FSWatcher, watch } from 'node:fs'
import { findReplaced, noteFiles } from '../process/own-files.ts'

export interface LookLoop {
  /** Does `first` and then looks for the first time. */
  start(first: () => Promise<void>): void
  /** Looks now; a wish for another look while one runs is remembered. Resolves when there is nothing left to look for. */
  look(): Promise<void>
  /** Somebody may have removed the folder and made it again: then it is the new one that is watched. */
  keepWatching(onReplaced: () => void): void
  /** Resolves when the look that runs is done. */
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
