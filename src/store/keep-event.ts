/** Side effects of storing an event: prompts also go to their own table, an end event closes the session. */
import type { MemoryEvent } from '../memory/event.ts'
import { putPrivateToken } from './cursors.ts'
import type { Database } from './database.ts'
import { type PutResult, putEvent } from './events.ts'
import type { EventEntry } from './journal.ts'
import { putPrompt } from './prompts.ts'
import { putCheckout } from './seen-files.ts'
import { endSession, putProject, putSession, setFirstPrompt } from './sessions.ts'

/** In the journal's form: with its session, its project and where it was said, all of which may be new. */
export function keepEntry(
  db: Database,
  { session: seen, event, moved, privateTokens = [] }: EventEntry,
): { session: number; outcome: PutResult['outcome'] } {
  const { sessionId, project, cwd, transcriptPath, entrypoint } = seen
  const home = putProject(db, project, event.at)
  const there = moved && putProject(db, moved, event.at)
  const session = putSession(db, { sessionId, project: home.id, cwd, transcriptPath, entrypoint, at: event.at })
  // A folder of a merged project: its files are named from there.
  if (home.id !== project.id) putCheckout(db, { session, checkout: project.root })
  for (const hash of privateTokens) putPrivateToken(db, { session, hash })
  const { project: _, ...said } = event as MemoryEvent & { project?: string } // only some kinds have one
  const elsewhere = there && there.id !== home.id ? { project: there.id } : {}
  const placed = moved ? ({ ...said, ...elsewhere } as MemoryEvent) : event // the same kind as before
  return { session, outcome: keepEvent(db, { session, project: home.id, event: placed }).outcome }
}

export function keepEvent(db: Database, by: { session: number; project: string; event: MemoryEvent }): PutResult {
  const { session, project, event } = by
  const result = putEvent(db, session, event)
  if (result.outcome === 'forgotten' || result.outcome === 'known') return result
  if (event.kind === 'prompt' && !event.machineMade) {
    putPrompt(db, { session, project: event.project ?? project, event: { ...event, key: result.key } })
    if (event.beside === undefined) setFirstPrompt(db, { session, text: event.text })
  }
  if (event.kind === 'session_ended') {
    endSession(db, { session, at: event.at, status: lastTurnFailed(db, session) ? 'failed' : 'completed' })
  }
  return result
}

/** The turn before the end was cut off by an API error. */
function lastTurnFailed(db: Database, session: number): boolean {
  const row = db.get<{ failed: number }>(
    `SELECT json_extract(event, '$.failed') AS failed FROM observation_queue
     WHERE session_id = @session AND kind = 'stopped' ORDER BY created_at_epoch DESC, id DESC LIMIT 1`,
    { session },
  )
  return row?.failed === 1
}
