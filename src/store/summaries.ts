/** One summary per session, updated in place: its id and its first date stay. */
import type { Summary, SummaryDraft } from '../memory/observation.ts'
import type { Database } from './database.ts'

export function putSummary(db: Database, by: { session: number; project: string; draft: SummaryDraft }): void {
  const { draft } = by
  db.run(
    `INSERT INTO session_summaries (session_id, project, request, investigated, learned, completed, next_steps,
                                    files_read, files_edited, notes, discovery_tokens, created_at_epoch)
     VALUES (@session, @project, @request, @investigated, @learned, @completed, @nextSteps,
             @filesRead, @filesEdited, @notes, @tokens, @at)
     ON CONFLICT (session_id) DO UPDATE SET
       request = excluded.request, investigated = excluded.investigated, learned = excluded.learned,
       completed = excluded.completed, next_steps = excluded.next_steps, files_read = excluded.files_read,
       files_edited = excluded.files_edited, notes = excluded.notes, discovery_tokens = excluded.discovery_tokens,
       created_at_epoch = excluded.created_at_epoch, model = NULL, prompt_version = NULL`,
    {
      session: by.session,
      project: by.project,
      request: draft.request,
      investigated: draft.investigated,
      learned: draft.learned,
      completed: draft.completed,
      nextSteps: draft.nextSteps,
      filesRead: JSON.stringify(draft.filesRead),
      filesEdited: JSON.stringify(draft.filesEdited),
      notes: draft.notes,
      tokens: draft.discoveryTokens,
      at: draft.at,
    },
  )
}

export function deleteSummary(db: Database, session: number): void {
  db.run('DELETE FROM session_summaries WHERE session_id = @session', { session })
}

const SELECT = `SELECT u.id, u.session_id AS session, s.claude_session_id AS sessionId, u.project, p.name AS projectName, u.request, u.investigated,
    u.learned, u.completed, u.next_steps AS nextSteps, u.files_read AS filesRead, u.files_edited AS filesEdited, u.notes,
    u.discovery_tokens AS discoveryTokens, u.created_at_epoch AS createdAt
  FROM session_summaries u JOIN sdk_sessions s ON s.id = u.session_id JOIN projects p ON p.id = u.project`

type SummaryRow = Omit<Summary, 'filesRead' | 'filesEdited'> & { filesRead: string; filesEdited: string }

export function findSummary(db: Database, session: number): Summary | undefined {
  const row = db.get<SummaryRow>(`${SELECT} WHERE u.session_id = @session`, { session })
  return row && toSummary(row)
}

export function findSummaryById(db: Database, id: number): Summary | undefined {
  const row = db.get<SummaryRow>(`${SELECT} WHERE u.id = @id`, { id })
  return row && toSummary(row)
}

/** Newest first. */
export function findRecentSummaries(db: Database, by: { project: string; limit: number }): Summary[] {
  return db
    .all<SummaryRow>(
      `${SELECT} WHERE u.project = @project ORDER BY u.created_at_epoch DESC, u.id DESC LIMIT @limit`,
      by,
    )
    .map(toSummary)
}

function toSummary(row: SummaryRow): Summary {
  return {
    ...row,
    filesRead: JSON.parse(row.filesRead) as string[], // written by putSummary
    filesEdited: JSON.parse(row.filesEdited) as string[], // as above
  }
}
