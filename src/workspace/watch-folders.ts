/**
 * Reports when Markdown below a folder changes, at any depth and on every platform, even if the folder appears later or
 * is removed and recreated. It promises a call after every change, not one call per change: an extra call costs a
 * check, a missing one leaves the memory wrong. Watches can be lost (network drives, a system out of watches), so
 * everything is also listed again from time to time, which reports only what no watch did.
 */
import { watch as systemWatch } from 'node:fs'
import { type WatchFolder, watchRoot } from './watch-root.ts'

export interface FoldersToWatch {
  /** Absolute. A root may also be one file, or not exist yet. */
  roots: string[]
  onChange: (root: string) => void
  /** Called once when not every folder can be watched: from then on changes are found by listing, seconds later. */
  onLost?: ((why: Error) => void) | undefined
  /** Quiet time before a call. */
  debounceMs?: number | undefined
  relistMs?: number | undefined
  /** Per root; what exceeds it is neither watched nor listed, and `onLost` is called. */
  mostFolders?: number | undefined
  /** Follow this link? Called with its real target. */
  mayFollow?: ((real: string) => boolean) | undefined
  /** One watch that covers all below it. Linux has none; Node's emulation there costs a watch per file. */
  recursive?: boolean | undefined
  watch?: WatchFolder | undefined
}

export interface FolderWatch {
  /** Every existing folder is watched: changes from now on are seen. */
  ready: Promise<void>
  /** So many watches are held. */
  watches(): number
  close(): void
}

/** Editors save in several steps a few milliseconds apart. */
const DEBOUNCE_MS = 300
const RELIST_MS = 30_000
/** More is somebody's whole disk; a watch costs the kernel about 1 KB. */
const MAX_FOLDERS = 20_000

export function watchFolders(by: FoldersToWatch): FolderWatch {
  let told = false
  const roots = [...new Set(by.roots)].map((root) =>
    watchRoot({
      root,
      onChange: () => by.onChange(root),
      onLost(why) {
        if (!told) by.onLost?.(why)
        told = true
      },
      debounceMs: by.debounceMs ?? DEBOUNCE_MS,
      relistMs: by.relistMs ?? RELIST_MS,
      mostFolders: by.mostFolders ?? MAX_FOLDERS,
      mayFollow: by.mayFollow,
      recursive: by.recursive ?? (process.platform === 'darwin' || process.platform === 'win32'),
      watch: by.watch ?? systemWatch,
    }),
  )
  return {
    ready: Promise.all(roots.map((one) => one.ready)).then(() => undefined),
    watches: () => roots.reduce((sum, one) => sum + one.watches(), 0),
    close() {
      for (const one of roots) one.close()
    },
  }
}
