/** What git said about branches when it was last asked. Derived: if lost, git is asked again. */
import type { Database } from './database.ts'

/** Was the work of `branch`, seen at its commit `head`, found in `intoBranch`? */
export interface BranchState {
  repository: string
  branch: string
  head: string
  intoBranch: string
  /** The branch's commit when git was asked; null = the branch was gone. */
  tip: string | null
  /** Its last known commit. */
  lastTip: string | null
  intoHead: string
  reach: 'none' | 'head' | 'work'
}

export function findBranchState(
  db: Database,
  by: Pick<BranchState, 'repository' | 'branch' | 'head' | 'intoBranch'>,
): BranchState | undefined {
  return db.get<BranchState & object>(
    `SELECT repository, branch, head, into_branch AS intoBranch, tip, last_tip AS lastTip, into_head AS intoHead, reach
     FROM branch_states
     WHERE repository = @repository AND into_branch = @intoBranch AND branch = @branch AND head = @head`,
    { repository: by.repository, intoBranch: by.intoBranch, branch: by.branch, head: by.head },
  )
}

/** Once equal contents showed that the work arrived, that stays true: later commits change contents, not this fact. */
export function putBranchState(db: Database, by: Omit<BranchState, 'lastTip'> & { squashed: boolean }): void {
  db.run(
    `INSERT INTO branch_states (repository, branch, head, into_branch, tip, last_tip, into_head, reach, squashed)
     VALUES (@repository, @branch, @head, @intoBranch, @tip, @tip, @intoHead, @reach, @squashed)
     ON CONFLICT DO UPDATE SET tip = excluded.tip, last_tip = coalesce(excluded.tip, last_tip), into_head = excluded.into_head,
       reach = CASE WHEN squashed = 1 AND excluded.reach <> 'work' THEN reach ELSE excluded.reach END,
       squashed = CASE WHEN squashed = 1 AND excluded.reach <> 'work' THEN 1 ELSE excluded.squashed END`,
    { ...by, squashed: by.squashed ? 1 : 0 },
  )
}
