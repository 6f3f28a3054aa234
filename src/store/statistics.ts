/** Figures about everything that is kept. Asked by people, now and then; each is answered from an index or a small table. */
import type { ObservationType } from '../memory/observation.ts'
import type { Database } from './database.ts'

export interface Statistics {
  /** Of the newest 20,000. */
  types: { type: ObservationType; count: number }[]
  projects: { id: string; name: string; observations: number; latestAt: number | null }[]
  oldestAt: number | null
  newestAt: number | null
  discoveryTokens: number
  databaseBytes: number
}

const MOST_PROJECTS = 20
/** Types stand in no index, and reading a million rows would hold up every other answer for seconds. */
const NEWEST = 20_000

export function readStatistics(db: Database): Statistics {
  const span = db.get<{ oldestAt: number | null; newestAt: number | null }>(
    `SELECT (SELECT min(created_at_epoch) FROM observations) AS oldestAt,
            (SELECT max(created_at_epoch) FROM observations) AS newestAt`,
  )
  return {
    types: db.all(
      `SELECT type, count(*) AS count FROM
         (SELECT type FROM observations ORDER BY created_at_epoch DESC LIMIT @newest)
       GROUP BY type ORDER BY count DESC, type`,
      { newest: NEWEST },
    ),
    projects: db.all(
      `SELECT p.id, p.name, count(o.project) AS observations, max(o.created_at_epoch) AS latestAt
       FROM projects p LEFT JOIN observations o ON o.project = p.id
       GROUP BY p.id ORDER BY observations DESC, p.name LIMIT @limit`,
      { limit: MOST_PROJECTS },
    ),
    oldestAt: span?.oldestAt ?? null,
    newestAt: span?.newestAt ?? null,
    discoveryTokens: db.get<{ n: number | null }>('SELECT sum(discovery_tokens) AS n FROM session_summaries')?.n ?? 0,
    databaseBytes:
      db.get<{ n: number }>('SELECT page_count * page_size AS n FROM pragma_page_count(), pragma_page_size()')?.n ?? 0,
  }
}
