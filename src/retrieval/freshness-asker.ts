/**
 * Freshness for everything that answers: what memory and disk say now, at once; what only git can say is asked for behind
 * the answer's back, once for each state of the branches, and known the next time.
 */
import { type Freshness, freshnessLabel, staleShare } from '../memory/freshness.ts'
import type { Database } from '../store/database.ts'
import { findCheckout, placeCited } from '../workspace/checkout.ts'
import { type KnownDisk, knowDisk } from '../workspace/file-state.ts'
import type { BranchCheck } from './branch-labels.ts'
import { fileState, freshnessOf, type Home, hashBudget } from './measure-freshness.ts'
import type { Stale } from './search-parts.ts'
import { projectOfFolder } from './session-project.ts'

export interface FreshnessAsker {
  /** `reader`: where the reader stands, a folder or what is known of it. A memory of which nothing is known has no entry. */
  of(observations: number[], reader: string | Home | undefined, by?: { ms?: number }): Map<number, Freshness>
  /** Is this file still what the newest memory of it saw? `path` is absolute or relative to the project's root. */
  ofFile(by: { project: string; path: string; root: string }): 'same' | 'changed' | 'unknown'
  /** Everything git is being asked has been answered. */
  settled(): Promise<void>
}

/** Questions git could not answer are not asked again for the same commits; this many are remembered. */
const REMEMBERED = 10_000
/** Of one answer; the next one asks the rest. */
const MAX_CHECKS = 50

export function makeFreshness(by: {
  db: Database
  /** Asks git and keeps its answers. */
  checkBranches: (questions: BranchCheck[]) => Promise<unknown>
  onTrouble: (message: string) => void
  disk?: KnownDisk
}): FreshnessAsker {
  const { db, disk = knowDisk() } = by
  /** States of branches, and observations compared with their commit. */
  const asked = new Set<string | number>()
  let asking = Promise.resolve()

  function ask(checks: BranchCheck[]): void {
    const questions = checks
      .filter((check) => [keyOf(check), ...check.observations].some((key) => !asked.has(key)))
      .slice(0, MAX_CHECKS)
    if (questions.length === 0) return
    if (asked.size > REMEMBERED) asked.clear()
    for (const check of questions) for (const key of [keyOf(check), ...check.observations]) asked.add(key)
    asking = asking
      .then(() => by.checkBranches(questions))
      .then(
        () => {},
        () => by.onTrouble('git could not be asked about branches'),
      )
  }

  return {
    of(observations, reader, more = {}) {
      if (observations.length === 0) return new Map()
      const home = typeof reader === 'string' ? placeOf(db, reader) : reader
      const { freshness, checks } = freshnessOf(db, { observations, home, budget: hashBudget(more) }, disk)
      ask(checks)
      return freshness
    },
    ofFile({ project, path, root }) {
      const place = placeCited(root, path)
      return place ? fileState(db, { project, path: place.path, root: place.root }, disk) : 'unknown'
    },
    settled: () => asking,
  }
}

/** In words, for those something is to be said of. */
export function labelsOf(freshness: Map<number, Freshness>): Map<number, string> {
  return new Map([...freshness].map(([id, one]) => [id, freshnessLabel(one)]))
}

/** For ranking: which memories about to be ordered no longer fit. */
export function staleFor(
  freshness: Pick<FreshnessAsker, 'of'> | undefined,
  cwd: string | undefined,
): Stale | undefined {
  return freshness && ((ids) => new Map([...freshness.of(ids, cwd)].map(([id, one]) => [id, staleShare(one)])))
}

function placeOf(db: Database, cwd: string): Home {
  const { id, root } = projectOfFolder(db, cwd)
  return { project: id, root: findCheckout(cwd)?.root ?? root }
}

function keyOf(check: BranchCheck): string {
  const { repository, branch, head, tip, intoBranch, into } = check
  return JSON.stringify([repository, branch, head, tip, intoBranch, into])
}
