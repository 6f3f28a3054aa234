/** What git said about branches when it was last asked. Derived: losing it costs only asking again. */
import type { Database } from './database.ts'

/** Work of `branch`, seen at its commit `head`, looked for in `intoBranch`. */
export interface BranchState {
  repository: string
  branch: string
  head: string
  intoBranch: string
  /** Where the branch stood when git was asked; null = it was gone. */
  tip: string | null
  /** Where it was last seen. */
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

/** What equal contents once told stays told: later commits change the contents, not the fact that the work arrived. */
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
