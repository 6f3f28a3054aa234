/**
 * Freshness for every answer: what memory and disk show is told at once; what only git knows is asked in the
 * background, once per state of the branches, and known the next time.
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
  /** `reader`: the reader's folder, or what is known about it. A memory without known state has no entry. */
  of(observations: number[], reader: string | Home | undefined, by?: { ms?: number }): Map<number, Freshness>
  /** Is this file still what its newest memory saw? `path` is absolute or relative to the project root. */
  ofFile(by: { project: string; path: string; root: string }): 'same' | 'changed' | 'unknown'
  /** Resolves when git has answered everything it was asked. */
  settled(): Promise<void>
}

/** What git could not answer is not asked again for the same commits; this many are remembered. */
const REMEMBERED = 10_000
/** Per answer; the next answer asks the rest. */
const MAX_CHECKS = 50

export function makeFreshness(by: {
  db: Database
  /** Asks git and stores its answers. */
  checkBranches: (questions: BranchCheck[]) => Promise<unknown>
  onTrouble: (message: string) => void
  disk?: KnownDisk
}): FreshnessAsker {
  const { db, disk = knowDisk() } = by
  /** Branch states and observations that git was already asked about. */
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

/** As text, for memories with something to report. */
export function labelsOf(freshness: Map<number, Freshness>): Map<number, string> {
  return new Map([...freshness].map(([id, one]) => [id, freshnessLabel(one)]))
}

/** For ranking: which candidates no longer match the code. */
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
