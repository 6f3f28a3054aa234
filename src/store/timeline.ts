/** What happened around a moment: observations, summaries and prompts, each from its own index by time. */
import type { ObservationType, Summary } from '../memory/observation.ts'
import type { Database } from './database.ts'

export interface StoredPrompt {
  id: number
  sessionId: string
  project: string
  projectName: string
  text: string
  createdAt: number
}

export interface TimelineRow {
  kind: 'observation' | 'summary' | 'prompt'
  id: number
  /** An observation's type. */
  type: ObservationType | null
  /** Title, request or the prompt itself. */
  title: string
  subtitle: string
  sessionId: string | null
  project: string
  projectName: string
  createdAt: number
}

export interface Moment {
  at: number
  kind: TimelineRow['kind']
  id: number
}

const KINDS = {
  observation: {
    table: 'observations',
    title: 't.title',
    subtitle: 't.subtitle',
    type: 't.type',
    live: 't.dropped_at_epoch IS NULL',
  },
  summary: { table: 'session_summaries', title: 't.request', subtitle: 't.completed', type: 'NULL', live: '1' },
  prompt: { table: 'user_prompts', title: 't.prompt_text', subtitle: "''", type: 'NULL', live: '1' },
}

/** Nearest to the moment first, on one side of it; `project` undefined = all but the hidden ones. The moment's own row is left out. */
export function findAround(
  db: Database,
  by: { moment: Moment; side: 'before' | 'after'; project: string | undefined; hidden?: string[]; limit: number },
): TimelineRow[] {
  const direction = by.side === 'before' ? 'DESC' : 'ASC'
  const beyond = by.side === 'before' ? '<' : '>'
  return (['prompt', 'observation', 'summary'] as const).flatMap((kind) => {
    const { table, title, subtitle, type, live } = KINDS[kind]
    // Rows of the same millisecond stand in the order prompt, observation, summary, and by id among their own.
    const place = { prompt: 0, observation: 1, summary: 2 }
    const tie =
      kind === by.moment.kind
        ? `t.id ${beyond} @id`
        : place[kind] < place[by.moment.kind] === (by.side === 'before')
          ? '1'
          : '0'
    return db.all<TimelineRow>(
      `SELECT '${kind}' AS kind, t.id, ${type} AS type, ${title} AS title, ${subtitle} AS subtitle,
              s.claude_session_id AS sessionId, t.project, p.name AS projectName, t.created_at_epoch AS createdAt
       FROM ${table} t JOIN projects p ON p.id = t.project LEFT JOIN sdk_sessions s ON s.id = t.session_id
       WHERE ${by.project === undefined ? 't.project NOT IN (SELECT value FROM json_each(@hidden))' : 't.project = @project'}
         AND ${live}
         AND (t.created_at_epoch ${beyond} @at OR (t.created_at_epoch = @at AND ${tie}))
       ORDER BY t.created_at_epoch ${direction}, t.id ${direction} LIMIT @limit`,
      {
        at: by.moment.at,
        id: by.moment.id,
        project: by.project ?? null,
        hidden: JSON.stringify(by.hidden ?? []),
        limit: by.limit,
      },
    )
  })
}

export function findSummaryById(db: Database, id: number): Summary | undefined {
  const row = db.get<Omit<Summary, 'filesRead' | 'filesEdited'> & { filesRead: string; filesEdited: string }>(
    `SELECT u.id, s.claude_session_id AS sessionId, u.project, p.name AS projectName, u.request, u.investigated, u.learned,
            u.completed, u.next_steps AS nextSteps, u.files_read AS filesRead, u.files_edited AS filesEdited, u.notes,
            u.discovery_tokens AS discoveryTokens, u.created_at_epoch AS createdAt
     FROM session_summaries u JOIN sdk_sessions s ON s.id = u.session_id JOIN projects p ON p.id = u.project WHERE u.id = @id`,
    { id },
  )
  return (
    row && {
      ...row,
      filesRead: JSON.parse(row.filesRead) as string[], // written by putSummary
      filesEdited: JSON.parse(row.filesEdited) as string[], // as above
    }
  )
}

export function findPromptById(db: Database, id: number): StoredPrompt | undefined {
  return db.get<StoredPrompt & object>(
    `SELECT u.id, s.claude_session_id AS sessionId, u.project, p.name AS projectName, u.prompt_text AS text,
            u.created_at_epoch AS createdAt
     FROM user_prompts u JOIN sdk_sessions s ON s.id = u.session_id JOIN projects p ON p.id = u.project WHERE u.id = @id`,
    { id },
  )
}
