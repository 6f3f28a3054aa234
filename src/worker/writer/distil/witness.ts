/**
 * The state of the disk when a memory was stored: the hash of each file it cites, and the branch of the work. Runs on
 * the writing thread with limits per run. In doubt nothing is stored, because a wrong hash makes a wrong label.
 */
import { realpathSync } from 'node:fs'
import type { ObservationDraft } from '../../../memory/observation.ts'
import { redactSecrets } from '../../../memory/redaction.ts'
import type { Database } from '../../../store/database.ts'
import type { Waiting } from '../../../store/events.ts'
import { findCitedFiles, putCheckout, putHead, putSeenFiles, type SeenFile } from '../../../store/seen-files.ts'
import {
  type Checkout,
  type CitedPlace,
  findCheckout,
  findRemovedWorktree,
  isSameProject,
  placeCited,
} from '../../../workspace/checkout.ts'
import type { HashBudget, KnownDisk } from '../../../workspace/file-state.ts'
import { readHead } from '../../../workspace/git.ts'
import { insideRoot } from '../../../workspace/paths.ts'

/** Per session run, in each of its repositories. Hashing runs at ~500 MB/s; the time limit is for slow disks. */
const MAX_FILES = 500
const MAX_BYTES = 64 * 1024 * 1024
const MAX_MS = 2000
/** A session this quiet is being read later (an import, a worker that was down): the disk has changed since. */
const LIVE_MS = 15 * 60 * 1000
/**
 * An event is stamped when its hook runs or its line is written, a file when it is closed, with clock ticks in between.
 */
const SLACK_MS = 2000

export interface Witness {
  /** The same draft with file names that hold in every checkout of the project. */
  named(draft: ObservationDraft): ObservationDraft
  /** Stores the current content hashes of the draft's files, where those are still what the draft saw. */
  see(db: Database, observation: number, draft: ObservationDraft): void
}

/** The root of the session's checkout; stored with the session, because a worktree may be deleted later. */
export function findWorkRoot(db: Database, waiting: Waiting): string {
  const checkout = waiting.cwd === '' ? undefined : findCheckout(waiting.cwd)
  if (!checkout) return findRemovedWorktree(waiting.root, waiting.cwd) ?? waiting.root
  if (checkout.root === waiting.root) return waiting.root
  if (!isSameProject(checkout.root, waiting.root)) return waiting.root
  putCheckout(db, { session: waiting.session, checkout: checkout.root })
  return checkout.root
}

export function makeWitness(waiting: Waiting, by: { disk: KnownDisk; now: number }): Witness {
  const { disk, now } = by
  const isLive = now - waiting.lastEventAt <= LIVE_MS
  const started = performance.now()
  const budget: HashBudget = {
    files: MAX_FILES,
    bytes: MAX_BYTES,
    until: started + MAX_MS,
    now: () => performance.now(),
  }
  const checkouts = new Map<string, Checkout | undefined>()
  const places = new Map<string, CitedPlace | undefined>()
  const heads = new Map<string, ReturnType<typeof readHead>>()

  const checkoutOf = (folder: string) => {
    if (!checkouts.has(folder)) checkouts.set(folder, findCheckout(folder))
    return checkouts.get(folder)
  }
  const placeOf = (cited: string) => {
    if (!places.has(cited)) places.set(cited, placeCited(waiting.root, cited, { checkoutOf }))
    return places.get(cited)
  }
  const headOf = (root: string) => {
    const head = heads.get(root) ?? readHead(root)
    heads.set(root, head)
    return head
  }
  const nameOf = (cited: string) => {
    const place = placeOf(cited)
    // Later steps use the file's new name; its place stays where it was found.
    if (place && place.path !== cited) places.set(place.path, place)
    return place?.path ?? cited
  }

  /** undefined when the file has changed since `until`, or does not exist. */
  function look(cited: string, until: number): SeenFile | undefined {
    const place = placeOf(cited)
    if (!place) return undefined
    try {
      const stat = disk.stat(place.absolute)
      if (!stat || stat.mtimeMs > until + SLACK_MS || !isInside(place)) return undefined
      const blob = disk.blob(place.absolute, stat, budget)
      return blob === undefined ? undefined : { path: place.path, blob, size: stat.size, mtimeMs: stat.mtimeMs }
    } catch {
      return undefined // not readable: nothing is known about it
    }
  }

  return {
    named: (draft) => ({
      ...draft,
      filesRead: [...new Set(draft.filesRead.map(nameOf))],
      filesModified: [...new Set(draft.filesModified.map(nameOf))],
    }),
    see(db, observation, draft) {
      const cited = [...new Set([...draft.filesModified, ...draft.filesRead])]
      const known = new Set(
        findCitedFiles(db, [observation]).flatMap((one) => one.files.flatMap(({ seen }) => seen?.path ?? [])),
      )
      // A turn is distilled when it ends, so its memories are about the files as it left them. A stored hash is
      // replaced only if the file has not changed since this memory.
      const until = (path: string) => (isLive && !known.has(path) ? Math.max(draft.at, waiting.lastEventAt) : draft.at)
      putSeenFiles(
        db,
        observation,
        cited.flatMap((path) => look(path, until(path)) ?? []),
      )
      if (!isLive) return
      const { commit, branch } = headOf(cited.map(placeOf).find((place) => place)?.root ?? waiting.root)
      if (commit !== undefined) putHead(db, { observation, head: commit, branch: branch && redactSecrets(branch) })
    },
  }
}

/** Refuses links that lead out of the checkout. */
function isInside(place: CitedPlace): boolean {
  return insideRoot(realpathSync(place.root), realpathSync(place.absolute)) !== undefined
}
