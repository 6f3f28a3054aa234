/**
 * Which memories were made on a branch whose work is not in this checkout. Uses git's earlier answers; if the branch or
 * HEAD has moved since, the old answer holds until git is asked again. Without an answer there is no label.
 */
import { type BranchState, findBranchState } from '../store/branch-states.ts'
import type { Database } from '../store/database.ts'
import type { CitingObservation } from '../store/seen-files.ts'
import type { BranchQuestion } from '../workspace/branches.ts'
import { branchTip, findCheckout } from '../workspace/checkout.ts'
import { readHead } from '../workspace/git.ts'

/** A question for git, and where its answer is kept. */
export interface BranchCheck extends BranchQuestion {
  repository: string
  intoBranch: string
  /** Their modified files are compared with those at `head`. */
  observations: number[]
}

/** Keeps the question small, however much is shown. */
const MAX_COMPARED = 50

/** `hasWorkHere`: the modified files are here as it left them, so the work is too, committed or not. */
export function unmergedBranches(
  db: Database,
  by: { root: string; observations: CitingObservation[]; hasWorkHere: (one: CitingObservation) => boolean },
): { branches: Map<number, string>; checks: BranchCheck[] } {
  const branches = new Map<number, string>()
  const elsewhere = by.observations.filter((one) => one.branch !== undefined && one.head !== undefined)
  const here = elsewhere.length === 0 ? {} : readHead(by.root)
  const repository = here.branch === undefined ? undefined : findCheckout(by.root)?.repository
  // Detached, or before the first commit: there is nothing to merge into.
  if (repository === undefined || here.branch === undefined || here.commit === undefined)
    return { branches, checks: [] }
  const known = new Map<string, { state: BranchState | undefined; check: BranchCheck; asks: boolean }>()
  for (const one of elsewhere) {
    const { branch, head } = one
    if (branch === undefined || head === undefined || branch === here.branch) continue
    const key = `${head} ${branch}`
    const about = known.get(key) ?? lookUp(db, { root: by.root, repository, branch, head, ...at(here) })
    known.set(key, about)
    const modifies = one.files.some((file) => file.modified)
    if (modifies && one.committed === undefined) about.asks = about.check.observations.push(one.id) > 0
    if (!about.state || by.hasWorkHere(one)) continue
    const needed = modifies && one.committed !== true ? ['work'] : ['head', 'work']
    if (!needed.includes(about.state.reach)) branches.set(one.id, branch)
  }
  const checks = [...known.values()].filter(({ asks }) => asks).map(({ check }) => check)
  return { branches, checks: checks.map((one) => ({ ...one, observations: one.observations.slice(0, MAX_COMPARED) })) }
}

const at = (here: { branch?: string; commit?: string }) => ({ intoBranch: here.branch ?? '', into: here.commit ?? '' })

function lookUp(
  db: Database,
  by: { root: string; repository: string; branch: string; head: string; intoBranch: string; into: string },
) {
  const state = findBranchState(db, by)
  const tip = branchTip(by.root, by.branch)
  const asks = !state || state.intoHead !== by.into || state.tip !== (tip ?? null)
  return { state, asks, check: { ...by, tip, lastTip: state?.lastTip ?? undefined, observations: [] as number[] } }
}
