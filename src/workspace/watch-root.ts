/**
 * The watches below one root, kept in step with its folders. Linux reports the entries of one folder per watch, so each
 * folder has its own. A watch follows its folder when that is moved, so a watch whose folder was moved, removed or
 * recreated is replaced. One listing does everything: it sets watches, drops them, and finds what they missed.
 */
import { existsSync, lstatSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  isMarkdownName,
  isPassedOver,
  type MarkdownTree,
  markFolder,
  NO_MARKDOWN,
  walkMarkdown,
} from './markdown-tree.ts'
import { findRealPath, insideRoot } from './paths.ts'

export interface WatchHandle {
  on(event: 'error', listener: (error: Error) => void): unknown
  close(): void
}

/** Like `fs.watch`; throws if the folder cannot be watched. */
export type WatchFolder = (
  folder: string,
  options: { persistent: false; recursive: boolean },
  onEvent: (kind: string, name: string | null) => void,
) => WatchHandle

export interface RootToWatch {
  root: string
  onChange: () => void
  onLost: (why: Error) => void
  debounceMs: number
  relistMs: number
  mostFolders: number
  mayFollow: ((real: string) => boolean) | undefined
  recursive: boolean
  watch: WatchFolder
}

/** While watches are missing. */
const RELIST_LOST_MS = 2000
/** A listing pauses this many times as long as it took, so that a slow disk is not listed all the time: 5 % at most. */
const REST_FACTOR = 20
/** Constant writing is reported after this many debounce times. */
const MAX_DEBOUNCES = 5
/** No watches left for the user, no file descriptors left for the process. */
const LOST = new Set(['ENOSPC', 'EMFILE', 'ENFILE'])

export function watchRoot(by: RootToWatch) {
  const handles = new Map<string, WatchHandle>()
  const stale = new Set<string>()
  const touched = new Set<string>()
  let guard: { dir: string; name: string; handle: WatchHandle | undefined } | undefined
  let tree: MarkdownTree | undefined
  let listing: Promise<void> | undefined
  let again = false
  let lost: Error | undefined
  let closed = false
  let relistTimer: NodeJS.Timeout | undefined
  let fireTimer: NodeJS.Timeout | undefined
  let firstChangeAt: number | undefined

  return { ready: relist(), watches: () => handles.size + (guard?.handle ? 1 : 0), close }

  function close(): void {
    closed = true
    clearTimeout(relistTimer)
    clearTimeout(fireTimer)
    for (const handle of handles.values()) handle.close()
    handles.clear()
    guard?.handle?.close()
    guard = undefined
  }

  /** Never two at once; a request during a run gets another run after it. */
  function relist(): Promise<void> {
    again = true
    listing ??= listUntilQuiet().finally(() => {
      listing = undefined
    })
    return listing
  }

  async function listUntilQuiet(): Promise<void> {
    clearTimeout(relistTimer)
    const began = performance.now()
    while (again && !closed) {
      again = false
      await listOnce()
    }
    if (closed) return
    const took = performance.now() - began
    const pause = Math.max(lost === undefined ? by.relistMs : Math.min(by.relistMs, RELIST_LOST_MS), took * REST_FACTOR)
    relistTimer = setTimeout(() => void relist(), pause).unref()
  }

  async function listOnce(): Promise<void> {
    const before = tree
    const met = new Set<string>()
    lost = undefined
    const found = await walkMarkdown(by.root, {
      onFolder(real) {
        if (closed || (by.recursive && [...met].some((above) => insideRoot(above, real) !== undefined))) return
        met.add(real)
        placeWatch(real)
      },
      mayFollow: by.mayFollow,
      mostFolders: by.mostFolders,
    })
    if (closed) return
    for (const [folder, handle] of handles) {
      if (met.has(folder)) continue
      handle.close()
      handles.delete(folder)
      stale.delete(folder)
    }
    placeGuard(found)
    tree = found
    if (!found.complete) lost ??= new Error(`More than ${by.mostFolders} folders below ${by.root}.`)
    if (lost !== undefined) by.onLost(lost)
    if (before !== undefined && isOther(before, found)) changed()
  }

  function placeWatch(folder: string): void {
    if (handles.has(folder) && !stale.has(folder)) return
    handles.get(folder)?.close()
    handles.delete(folder)
    stale.delete(folder)
    const handle = openWatch(folder, by.recursive, (kind, name) => onEvent(folder, kind, name))
    if (handle !== undefined) handles.set(folder, handle)
  }

  /** undefined: gone, forbidden, or out of watches. The next listing tries again. */
  function openWatch(folder: string, recursive: boolean, onEvent: (kind: string, name: string | null) => void) {
    if (lost !== undefined) return undefined
    try {
      const handle = by.watch(folder, { persistent: false, recursive }, (kind, name) => {
        if (!closed) onEvent(kind, name)
      })
      handle.on('error', () => {
        stale.add(folder)
        if (!closed) void relist()
      })
      return handle
    } catch (cause) {
      const error = cause as NodeJS.ErrnoException // what fs.watch throws
      if (LOST.has(error.code ?? '')) lost = error
      return undefined
    }
  }

  /** If the root does not exist, the nearest existing folder above it is watched. */
  function placeGuard(found: MarkdownTree): void {
    const hasFolder = found.folders.size > 0 && found.onlyFile === undefined
    const wanted = hasFolder && !by.recursive ? undefined : placeOf(by.root)
    const isSame = wanted?.dir === guard?.dir && wanted?.name === guard?.name
    if (isSame && (guard === undefined || (guard.handle !== undefined && !stale.has(guard.dir)))) return
    guard?.handle?.close()
    guard = undefined
    if (wanted === undefined) return
    stale.delete(wanted.dir)
    const { dir, name } = wanted
    guard = { dir, name, handle: openWatch(dir, false, (_kind, seen) => onGuardEvent(dir, name, seen)) }
    if (guard.handle !== undefined) again = true // it may have appeared before the watch was set
  }

  function onGuardEvent(dir: string, name: string, seen: string | null): void {
    if (seen === basename(dir))
      stale.add(dir) // the folder above it was itself removed or moved
    else if (seen !== null && seen !== name) return
    if (seen === name && tree?.onlyFile === name) {
      touched.add(dir)
      changed()
    }
    void relist()
  }

  function onEvent(folder: string, kind: string, seen: string | null): void {
    const names = seen?.split(/[\\/]/) ?? []
    const last = names.at(-1)
    if (last === undefined || (names.length === 1 && last === basename(folder))) {
      // About the folder itself, or unknown: it may be another folder by now.
      markStale(folder)
      void relist()
      if (last === undefined) changed()
    }
    if (last === undefined || names.some(isPassedOver)) return
    const parent = join(folder, ...names.slice(0, -1))
    if (isMarkdownName(last)) {
      touched.add(parent)
      changed()
    }
    const path = join(parent, last)
    if (tree?.folders.get(parent)?.below.has(last) || (kind === 'rename' && leadsDown(path))) {
      if (kind === 'rename') markStale(path)
      void relist()
    }
  }

  function markStale(folder: string): void {
    for (const known of handles.keys())
      if (known === folder || insideRoot(folder, known) !== undefined) stale.add(known)
  }

  function changed(): void {
    firstChangeAt ??= performance.now()
    const waited = performance.now() - firstChangeAt
    clearTimeout(fireTimer)
    const pause = Math.max(0, Math.min(by.debounceMs, by.debounceMs * MAX_DEBOUNCES - waited))
    fireTimer = setTimeout(() => void fire(), pause).unref()
  }

  /** Marks of touched folders are taken before the call, so that a later listing does not report them again. */
  async function fire(): Promise<void> {
    firstChangeAt = undefined
    const folders = [...touched]
    touched.clear()
    await Promise.all(
      folders.map(async (path) => {
        const mark = await markFolder(path, { onlyFile: tree?.onlyFile, mayFollow: by.mayFollow })
        const folder = tree?.folders.get(path)
        if (folder && mark !== undefined) folder.mark = mark
      }),
    )
    if (!closed) by.onChange()
  }
}

/** Folders without Markdown come and go unnoticed. */
function isOther(before: MarkdownTree, after: MarkdownTree): boolean {
  const hasOther = (one: MarkdownTree, two: MarkdownTree) =>
    [...one.folders].some(([path, { mark }]) => mark !== (two.folders.get(path)?.mark ?? NO_MARKDOWN))
  return hasOther(after, before) || hasOther(before, after)
}

/** For a file, its real place: that is where an editor puts the new one. */
function placeOf(root: string): { dir: string; name: string } | undefined {
  let path = findRealPath(root) ?? root
  for (let dir = dirname(path); dir !== path; dir = dirname(path)) {
    if (existsSync(dir) && statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return { dir, name: basename(path) }
    path = dir
  }
  return undefined
}

function leadsDown(path: string): boolean {
  try {
    const kind = lstatSync(path, { throwIfNoEntry: false })
    return kind !== undefined && (kind.isDirectory() || kind.isSymbolicLink())
  } catch {
    return false
  }
}
