/** What happened around a moment: observations, summaries and prompts, each from its own time index. */
import type { Database } from './database.ts'

export interface Moment {
  at: number
  kind: 'observation' | 'summary' | 'prompt'
  id: number
}

/** Within one millisecond a prompt comes first, then the work, the summary last. */
const PLACE = { prompt: 0, observation: 1, summary: 2 }
const TABLE = { prompt: 'user_prompts', observation: 'observations', summary: 'session_summaries' }

export function byTime(a: Moment, b: Moment): number {
  return a.at - b.at || PLACE[a.kind] - PLACE[b.kind] || a.id - b.id
}

/**
 * The nearest of each kind on one side of the moment, without its own row; `project` undefined = all but the hidden
 * ones.
 */
export function findAround(
  db: Database,
  by: { moment: Moment; side: 'before' | 'after'; project: string | undefined; hidden?: string[]; limit: number },
): Moment[] {
  const direction = by.side === 'before' ? 'DESC' : 'ASC'
  const beyond = by.side === 'before' ? '<' : '>'
  return (['prompt', 'observation', 'summary'] as const).flatMap((kind) => {
    const inPlace = PLACE[kind] < PLACE[by.moment.kind] === (by.side === 'before') ? '1' : '0'
    const tie = kind === by.moment.kind ? `t.id ${beyond} @id` : inPlace
    return db.all<Moment & object>(
      `SELECT '${kind}' AS kind, t.id, t.created_at_epoch AS at FROM ${TABLE[kind]} t
       WHERE ${by.project === undefined ? 't.project NOT IN (SELECT value FROM json_each(@hidden))' : 't.project = @project'}
         AND ${kind === 'observation' ? 't.dropped_at_epoch IS NULL' : '1'}
         AND t.created_at_epoch ${beyond}= @at AND (t.created_at_epoch <> @at OR ${tie})
       ORDER BY t.created_at_epoch ${direction}, t.id ${direction} LIMIT @limit`,
      {
        at: by.moment.at,
        ...(kind === by.moment.kind ? { id: by.moment.id } : {}),
        ...(by.project === undefined ? { hidden: JSON.stringify(by.hidden ?? []) } : { project: by.project }),
        limit: by.limit,
      },
    )
  })
}
