/** What people typed. Machine-made prompts are events but not stored here. */
import type { PromptEvent } from '../memory/event.ts'
import type { Database } from './database.ts'

/** A longer prompt is a pasted document; its beginning is enough to find it. */
export const PROMPT_CHARACTERS = 4000

export interface StoredPrompt {
  id: number
  sessionId: string
  project: string
  projectName: string
  text: string
  createdAt: number
}

export function putPrompt(db: Database, by: { session: number; project: string; event: PromptEvent }): void {
  db.run(
    `INSERT INTO user_prompts (event_key, session_id, project, prompt_text, created_at_epoch)
     VALUES (@key, @session, @project, @text, @at) ON CONFLICT (event_key) DO UPDATE SET created_at_epoch = excluded.created_at_epoch`,
    {
      key: by.event.key,
      session: by.session,
      project: by.project,
      text: by.event.text.slice(0, PROMPT_CHARACTERS),
      at: by.event.at,
    },
  )
}

export function findPrompts(db: Database, session: number): string[] {
  return db
    .all<{ text: string }>(
      'SELECT prompt_text AS text FROM user_prompts WHERE session_id = @session ORDER BY created_at_epoch, id',
      { session },
    )
    .map((row) => row.text)
}

export function findPromptById(db: Database, id: number): StoredPrompt | undefined {
  return db.get<StoredPrompt & object>(
    `SELECT u.id, s.claude_session_id AS sessionId, u.project, p.name AS projectName, u.prompt_text AS text,
            u.created_at_epoch AS createdAt
     FROM user_prompts u JOIN sdk_sessions s ON s.id = u.session_id JOIN projects p ON p.id = u.project WHERE u.id = @id`,
    { id },
  )
}
