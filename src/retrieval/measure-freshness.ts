/**
 * Do the memories about to be shown still match the code? One stat per cited file nearly always answers; a file is
 * hashed only if its size is the same and its time is not. Bounded: what would take too long is unknown and gets no
 * label.
 */
import { isAbsolute, join } from 'node:path'
import type { FileState, Freshness } from '../memory/freshness.ts'
import type { Database } from '../store/database.ts'
import { type CitingObservation, findCitedFiles, findLastSeen, type SeenFile } from '../store/seen-files.ts'
import type { HashBudget, KnownDisk } from '../workspace/file-state.ts'
import { findStat } from '../workspace/paths.ts'
import { type BranchCheck, unmergedBranches } from './branch-labels.ts'

/** What one answer may spend on hashing. 25 ms: a tenth of what a hook may wait. */
const MAX_HASHED = 64
const MAX_BYTES = 16 * 1024 * 1024
const MAX_MS = 25

export function hashBudget(more: { ms?: number } = {}): HashBudget {
  const now = () => performance.now()
  return { files: MAX_HASHED, bytes: MAX_BYTES, until: now() + (more.ms ?? MAX_MS), now }
}

/**
 * The reader's project and checkout: its files are checked in this checkout, those of other projects in their own root.
 */
export interface Home {
  project: string
  root: string
}

/** `checks`: what git should be asked in the background, so that the next answer knows more. */
export function freshnessOf(
  db: Database,
  by: { observations: number[]; home?: Home | undefined; budget?: HashBudget },
  disk: KnownDisk,
): { freshness: Map<number, Freshness>; checks: BranchCheck[] } {
  const { home, budget = hashBudget() } = by
  const cited = findCitedFiles(db, by.observations)
  const rootOf = (one: CitingObservation) => (one.project === home?.project ? home.root : one.root)
  const freshness = new Map<number, Freshness>()
  const checks: BranchCheck[] = []
  for (const [root, observations] of Map.groupBy(cited, rootOf)) {
    if (!isFolder(root)) continue // a moved project or deleted worktree: nothing is known
    const stateOf = makeStateOf(root, { disk, budget })
    for (const { id, files } of observations) {
      freshness.set(id, { files: files.map(({ path, seen }) => ({ path, state: stateOf(seen) })) })
    }
    const hasWorkHere = (one: CitingObservation) => {
      const modified = one.files.filter((file) => file.modified)
      return modified.length > 0 && modified.every(({ seen }) => stateOf(seen) === 'same')
    }
    const unmerged = unmergedBranches(db, { root, observations, hasWorkHere })
    for (const [id, branch] of unmerged.branches) {
      freshness.set(id, { files: freshness.get(id)?.files ?? [], branch })
    }
    checks.push(...unmerged.checks)
  }
  return { freshness, checks }
}

/** Is the file in this checkout still what its newest memory saw? `path` as memory names it. */
export function fileState(
  db: Database,
  by: { project: string; path: string; root: string; budget?: HashBudget },
  disk: KnownDisk,
): 'same' | 'changed' | 'unknown' {
  const seen = findLastSeen(db, by)
  const state = makeStateOf(by.root, { disk, budget: by.budget ?? hashBudget() })(seen)
  return state === 'gone' ? 'changed' : state
}

/** Checks each file once, however many memories cite it. */
function makeStateOf(root: string, by: { disk: KnownDisk; budget: HashBudget }) {
  const stats = new Map<string, ReturnType<KnownDisk['stat']> | 'unknown'>()
  const statOf = (path: string) => {
    if (!stats.has(path)) stats.set(path, tryStat(by.disk, path))
    return stats.get(path)
  }
  return (seen: SeenFile | undefined): FileState => {
    if (!seen) return 'unknown'
    const absolute = join(root, seen.path)
    const stat = statOf(absolute)
    if (stat === 'unknown') return 'unknown'
    if (!stat) return 'gone'
    if (stat.size !== seen.size) return 'changed'
    if (stat.mtimeMs === seen.mtimeMs) return 'same'
    const blob = by.disk.blob(absolute, stat, by.budget)
    if (blob === undefined) return 'unknown'
    return blob === seen.blob ? 'same' : 'changed'
  }
}

function tryStat(disk: KnownDisk, path: string) {
  try {
    return disk.stat(path)
  } catch {
    return 'unknown' // no permission, or path too long: not a reason to call it gone
  }
}

function isFolder(root: string): boolean {
  return isAbsolute(root) && (findStat(root)?.isDirectory() ?? false)
}
