/**
 * Says when Markdown below a folder changes, at any depth and on every platform, also where the folder comes later or
 * goes and comes back. It promises a call after every change, not one call per change: a call too many costs a look, a
 * call too few leaves memory false. Watches can be lost (network drives, a system without free ones), so everything is
 * also listed again from time to time, and only what no watch had told is reported by that.
 */
import { watch as systemWatch } from 'node:fs'
import { type WatchFolder, watchRoot } from './watch-root.ts'

export interface FoldersToWatch {
  /** Absolute. A root may also be one file, or not exist yet. */
  roots: string[]
  onChange: (root: string) => void
  /** Once, when not every folder can be watched: from then on changes are found by listing, seconds later. */
  onLost?: ((why: Error) => void) | undefined
  /** Quiet time before a call. */
  debounceMs?: number | undefined
  relistMs?: number | undefined
  /** Of one root; what lies beyond is neither watched nor listed, and `onLost` hears of it. */
  mostFolders?: number | undefined
  /** Whether to go where a link leads; asked with a real path. */
  mayFollow?: ((real: string) => boolean) | undefined
  /** One watch that sees all below it. Linux has none; Node's imitation there costs a watch per file. */
  recursive?: boolean | undefined
  watch?: WatchFolder | undefined
}

export interface FolderWatch {
  /** Every folder that is there is watched: a change from now on is seen. */
  ready: Promise<void>
  /** So many watches are held. */
  watches(): number
  close(): void
}

/** Editors save in several steps that lie a few milliseconds apart. */
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
