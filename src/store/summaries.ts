/** One summary per session, updated in place: its id and its first date stay. */
import { createHash } from 'node:crypto'
import type { Summary, SummaryDraft } from '../memory/observation.ts'
import type { Database } from './database.ts'

/** A model's words stay while the local draft they replaced is the same, as when only the session's end was added. */
export function putSummary(db: Database, by: { session: number; project: string; draft: SummaryDraft }): void {
  const { draft } = by
  const unlessWorded = (column: string) => `${column} = iif(${IS_WORDED}, ${column}, excluded.${column})`
  db.run(
    `INSERT INTO session_summaries (session_id, project, request, investigated, learned, completed, next_steps,
                                    files_read, files_edited, notes, discovery_tokens, created_at_epoch, draft_hash)
     VALUES (@session, @project, @request, @investigated, @learned, @completed, @nextSteps,
             @filesRead, @filesEdited, @notes, @tokens, @at, @hash)
     ON CONFLICT (session_id) DO UPDATE SET project = excluded.project, ${WORDS.map(unlessWorded).join(', ')},
       files_read = excluded.files_read, files_edited = excluded.files_edited, discovery_tokens = excluded.discovery_tokens,
       created_at_epoch = excluded.created_at_epoch, draft_hash = excluded.draft_hash,
       model = iif(${IS_WORDED}, model, NULL), prompt_version = iif(${IS_WORDED}, prompt_version, NULL)`,
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
      hash: hashOf(draft),
    },
  )
}

const WORDS = ['request', 'investigated', 'learned', 'completed', 'next_steps', 'notes']
const IS_WORDED = 'model IS NOT NULL AND draft_hash IS excluded.draft_hash'

/** Of the text only; time and cost may differ. */
function hashOf({ at: _, discoveryTokens: __, ...said }: SummaryDraft): string {
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 16)
}

/** Has a model worded the current draft? */
export function isSummaryWorded(db: Database, session: number): boolean {
  return (
    db.get('SELECT 1 FROM session_summaries WHERE session_id = @session AND model IS NOT NULL', { session }) !==
    undefined
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

/** Of all projects but these, newest first. */
export function findLatestSummaries(db: Database, by: { since: number; besides: string[]; limit: number }): Summary[] {
  return db
    .all<SummaryRow>(
      `${SELECT} WHERE u.created_at_epoch >= @since AND u.project NOT IN (SELECT value FROM json_each(@besides))
       ORDER BY u.created_at_epoch DESC LIMIT @limit`,
      { since: by.since, besides: JSON.stringify(by.besides), limit: by.limit },
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
