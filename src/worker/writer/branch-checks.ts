/** Asks git in the background what became of branches, and stores the answers for the next time a memory is shown. */
import type { BranchCheck } from '../../retrieval/branch-labels.ts'
import { putBranchState } from '../../store/branch-states.ts'
import type { Database } from '../../store/database.ts'
import { findCitedFiles, setCommitted } from '../../store/seen-files.ts'
import { committedFiles, reachOf } from '../../workspace/branches.ts'
import type { Git } from '../../workspace/git-process.ts'

/** Commit ids are passed to git's command line: nothing else may be. */
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
/** Fits any command line. */
const MAX_PATHS = 200

/** One after another. What git cannot answer stays unknown. */
export async function checkBranches(
  by: { db: Database; git: Git },
  checks: BranchCheck[],
): Promise<{ answered: number }> {
  let answered = 0
  for (const check of checks) {
    const commits = [check.head, check.into, check.tip ?? check.head, check.lastTip ?? check.head]
    if (!commits.every((commit) => COMMIT.test(commit))) continue
    const answer = await reachOf(check, by.git)
    if (!answer) continue
    await compareWithHead(by, check)
    const { repository, branch, head, intoBranch } = check
    putBranchState(by.db, {
      ...{ repository, branch, head, intoBranch, ...answer },
      tip: check.tip ?? null,
      intoHead: check.into,
    })
    answered += 1
  }
  return { answered }
}

/** Was the work already committed when it was seen? Then it is wherever that commit is. */
async function compareWithHead({ db, git }: { db: Database; git: Git }, check: BranchCheck): Promise<void> {
  const observations = findCitedFiles(db, check.observations).map(({ id, files }) => ({
    id,
    modified: files.filter((file) => file.modified),
  }))
  const paths = new Set(observations.flatMap((one) => one.modified.map((file) => file.path)))
  const asked = [...paths].slice(0, MAX_PATHS)
  if (asked.length === 0) return
  const held = await committedFiles(git, { root: check.root, commit: check.head, paths: asked })
  if (!held) return
  for (const { id, modified } of observations) {
    const committed = modified.every(({ path, seen }) => seen !== undefined && held.get(path) === seen.blob)
    setCommitted(db, { observation: id, committed })
  }
}
