/** Figures about everything stored. Asked for now and then by people; each comes from an index or a small table. */
import type { ObservationType } from '../memory/observation.ts'
import type { Database } from './database.ts'

export interface Statistics {
  types: { type: ObservationType; count: number }[]
  projects: { id: string; name: string; observations: number; latestAt: number | null }[]
  oldestAt: number | null
  newestAt: number | null
  discoveryTokens: number
  databaseBytes: number
}

const MAX_PROJECTS = 20

export function readStatistics(db: Database): Statistics {
  const span = db.get<{ oldestAt: number | null; newestAt: number | null }>(
    `SELECT (SELECT min(created_at_epoch) FROM observations) AS oldestAt,
            (SELECT max(created_at_epoch) FROM observations) AS newestAt`,
  )
  return {
    types: db.all(
      'SELECT type, sum(n) AS count FROM observation_counts GROUP BY type HAVING count > 0 ORDER BY count DESC, type',
    ),
    projects: db.all(
      `SELECT p.id, p.name, coalesce(sum(c.n), 0) AS observations,
              (SELECT max(o.created_at_epoch) FROM observations o WHERE o.project = p.id) AS latestAt
       FROM projects p LEFT JOIN observation_counts c ON c.project = p.id
       GROUP BY p.id ORDER BY observations DESC, p.name LIMIT @limit`,
      { limit: MAX_PROJECTS },
    ),
    oldestAt: span?.oldestAt ?? null,
    newestAt: span?.newestAt ?? null,
    discoveryTokens: db.get<{ n: number | null }>('SELECT sum(discovery_tokens) AS n FROM session_summaries')?.n ?? 0,
    databaseBytes:
      db.get<{ n: number }>('SELECT page_count * page_size AS n FROM pragma_page_count(), pragma_page_size()')?.n ?? 0,
  }
}
