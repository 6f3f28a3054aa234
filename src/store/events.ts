/**
 * Events as stored: redacted, keyed, each exactly once. The hook usually delivers first; the transcript then adds the
 * event's true position and cost, so a known event can still be completed.
 */
import type { MemoryEvent, PromptEvent, RecordEvent } from '../memory/event.ts'
import type { Database } from './database.ts'
import { findForgottenWords } from './hook-words.ts'
import { findForgotten, hashKey, isForgotten, putTombstone } from './tombstones.ts'

export interface PutResult {
  outcome: 'new' | 'completed' | 'known' | 'forgotten'
  /** The key it is stored under: its own, or that of an event it turned out to be. */
  key: string
}

export function putEvent(db: Database, session: number, event: MemoryEvent): PutResult {
  const forgotten = findForgotten(db, event.key)
  if (forgotten !== undefined) return staysForgotten(db, event, forgotten)
  if (event.kind === 'titled') return putTitle(db, session, event)
  if (event.kind === 'prompt' && event.beside !== undefined && isSaid(db, session, event))
    return { outcome: 'known', key: event.key }
  if (event.kind === 'prompt' && event.lineId !== undefined)
    return putTranscriptPrompt(db, session, event, event.lineId)
  const wordsForgotten = findForgottenWords(db, event)
  if (wordsForgotten !== undefined && !isStored(db, event.key)) return staysForgotten(db, event, wordsForgotten)
  if (insertEvent(db, session, event)) return { outcome: 'new', key: event.key }
  return event.position === undefined ? { outcome: 'known', key: event.key } : completeEvent(db, session, event)
}

/** A fork's copy of the line has another key. */
function staysForgotten(db: Database, { key, lineId }: MemoryEvent, at: number): PutResult {
  if (lineId !== undefined) putTombstone(db, { hash: hashKey(`p:${lineId}`), at })
  return { outcome: 'forgotten', key }
}

function isStored(db: Database, key: string): boolean {
  return db.get('SELECT 1 FROM observation_queue WHERE event_key = @key', { key }) !== undefined
}

function insertEvent(db: Database, session: number, event: MemoryEvent): boolean {
  const inserted = db.run(
    `INSERT INTO observation_queue (event_key, session_id, kind, tool_name, created_at_epoch, origin, line_id, event)
     VALUES (@key, @session, @kind, @tool, @at, @origin, @lineId, @event) ON CONFLICT DO NOTHING`,
    {
      key: event.key,
      session,
      kind: event.kind,
      tool: event.kind === 'tool' ? event.tool : null,
      at: event.at,
      origin: event.origin,
      lineId: event.kind === 'prompt' ? (event.lineId ?? null) : null,
      event: JSON.stringify(event),
    },
  )
  if (inserted.changes > 0) markWaiting(db, { session, at: event.at })
  return inserted.changes > 0
}

/** One per session, always the current one; a title set by the user stays. */
function putTitle(db: Database, session: number, event: RecordEvent): PutResult {
  const { key } = event
  const known = db.get<{ event: string | null }>('SELECT event FROM observation_queue WHERE event_key = @key', { key })
  if (known === undefined) return { outcome: insertEvent(db, session, event) ? 'new' : 'known', key }
  const before = known.event === null ? undefined : (JSON.parse(known.event) as RecordEvent) // written by insertEvent
  if (!before || before.text === event.text || (before.byUser && !event.byUser)) return { outcome: 'known', key }
  db.run('UPDATE observation_queue SET event = @event, created_at_epoch = @at WHERE event_key = @key', {
    event: JSON.stringify(event),
    at: event.at,
    key,
  })
  markWaiting(db, { session, at: event.at })
  return { outcome: 'completed', key }
}

/** Text outside a turn can arrive twice: a host writes some of it in two ways, and a hook may have delivered it. */
function isSaid(db: Database, session: number, { key, text, at }: PromptEvent): boolean {
  const said = db.get(
    `SELECT 1 FROM observation_queue
     WHERE session_id = @session AND kind = 'prompt' AND event_key <> @key AND json_extract(event, '$.text') = @text
     AND created_at_epoch BETWEEN @at - 60000 AND @at + 60000`,
    { session, key, text, at },
  )
  return said !== undefined
}

/**
 * Prompt ids do not identify a prompt: a fork gives all prompts it copies the id of its own first one. The line id
 * does, because the copy keeps it. A hook's prompt has no line yet: it is the one with this text.
 */
function putTranscriptPrompt(db: Database, session: number, event: PromptEvent, lineId: string): PutResult {
  if (db.get('SELECT 1 FROM observation_queue WHERE line_id = @lineId', { lineId })) {
    return { outcome: 'known', key: event.key }
  }
  // A fork's copy, under its own key, of something forgotten.
  if (isForgotten(db, `p:${lineId}`)) return { outcome: 'forgotten', key: event.key }
  const twin = db.get<{ key: string }>(
    `SELECT event_key AS key FROM observation_queue
     WHERE session_id = @session AND kind = 'prompt' AND line_id IS NULL AND json_extract(event, '$.text') = @text
     AND created_at_epoch BETWEEN @at - 60000 AND @at + 60000 ORDER BY abs(created_at_epoch - @at) LIMIT 1`,
    { session, text: event.text, at: event.at },
  )
  if (twin) return completeEvent(db, session, { ...event, key: twin.key })
  const wordsForgotten = findForgottenWords(db, event)
  if (wordsForgotten !== undefined) return staysForgotten(db, event, wordsForgotten)
  const key = isStored(db, event.key) ? `p:${lineId}` : event.key
  return { outcome: insertEvent(db, session, { ...event, key }) ? 'new' : 'known', key }
}

/** The transcript knows an event's position and cost; the rest stays as the hook said. */
function completeEvent(db: Database, session: number, event: MemoryEvent): PutResult {
  const known = db.get<{ event: string | null; session_id: number }>(
    'SELECT event, session_id FROM observation_queue WHERE event_key = @key',
    { key: event.key },
  )
  // a fork's copy stays with the parent; a purged event stays purged
  if (!known?.event || known.session_id !== session) return { outcome: 'known', key: event.key }
  const before = JSON.parse(known.event) as MemoryEvent // written by insertEvent
  if (before.position !== undefined) return { outcome: 'known', key: event.key }
  const after: MemoryEvent = { ...before, at: event.at, position: event.position ?? 0 }
  if (event.usage) after.usage = event.usage
  if (event.lineId) after.lineId = event.lineId
  db.run(
    'UPDATE observation_queue SET event = @event, created_at_epoch = @at, line_id = @lineId WHERE event_key = @key',
    {
      event: JSON.stringify(after),
      at: after.at,
      lineId: after.kind === 'prompt' ? (after.lineId ?? null) : null,
      key: after.key,
    },
  )
  markWaiting(db, { session, at: Math.min(before.at, after.at) })
  return { outcome: 'completed', key: event.key }
}

/** When the session forked from another; older lines are copies and belong to the other session. */
export function findForkTime(db: Database, sessionId: string): number | undefined {
  return (
    db.get<{ at: number }>(
      `SELECT min(q.created_at_epoch) AS at FROM observation_queue q JOIN sdk_sessions s ON s.id = q.session_id
     WHERE s.claude_session_id = @sessionId AND q.kind = 'session_started' AND json_extract(q.event, '$.text') = 'fork'`,
      { sessionId },
    )?.at || undefined
  )
}

/** When the session last lost its context; 0 when it never did. */
export function findCompactedAt(db: Database, sessionId: string): number {
  const row = db.get<{ at: number | null }>(
    `SELECT max(q.created_at_epoch) AS at FROM sdk_sessions s JOIN observation_queue q ON q.session_id = s.id
     WHERE s.claude_session_id = @sessionId AND q.kind = 'session_started' AND json_extract(q.event, '$.text') = 'compact'`,
    { sessionId },
  )
  return row?.at ?? 0
}

/** From `from` on, oldest first. The caller sorts exactly. */
export function findEvents(db: Database, by: { session: number; from: number }): MemoryEvent[] {
  return db
    .all<{ event: string }>(
      'SELECT event FROM observation_queue WHERE session_id = @session AND created_at_epoch >= @from AND event IS NOT NULL ORDER BY created_at_epoch',
      { session: by.session, from: by.from },
    )
    .map((row) => JSON.parse(row.event) as MemoryEvent) // written by putEvent
}

export function markWaiting(db: Database, by: { session: number; at: number }): void {
  db.run(
    'UPDATE sdk_sessions SET extract_from_epoch = min(coalesce(extract_from_epoch, @at), @at) WHERE id = @session',
    by,
  )
}

export interface Waiting {
  session: number
  sessionId: string
  project: string
  /** Of the session's checkout: for a linked worktree its own root. */
  root: string
  cwd: string
  /** The oldest event not distilled yet. */
  from: number
  lastEventAt: number
  /** 1 when the session has ended. */
  ended: number
}

/** Sessions with events that are not distilled yet, oldest first. */
export function findWaiting(db: Database): Waiting[] {
  return db.all<Waiting>(`${SELECT_WAITING} WHERE s.extract_from_epoch IS NOT NULL ORDER BY s.last_event_epoch`)
}

/** The same for any session, whether it has new events or not. */
export function findWaitingSession(db: Database, session: number): Waiting | undefined {
  return db.get<Waiting>(`${SELECT_WAITING} WHERE s.id = @session`, { session })
}

const SELECT_WAITING = `SELECT s.id AS session, s.claude_session_id AS sessionId, s.project,
    coalesce(s.checkout, p.root) AS root, s.cwd, coalesce(s.extract_from_epoch, 0) AS "from",
    s.last_event_epoch AS lastEventAt, s.status <> 'active' AS ended
  FROM sdk_sessions s JOIN projects p ON p.id = s.project`

export function markDistilled(db: Database, session: number): void {
  db.run('UPDATE sdk_sessions SET extract_from_epoch = NULL WHERE id = @session', { session })
}

/** Some of its events were too old and have been purged: only memories are left of them. */
export function hasPurgedEvents(db: Database, session: number): boolean {
  return (
    db.get('SELECT 1 FROM observation_queue WHERE session_id = @session AND event IS NULL LIMIT 1', { session }) !==
    undefined
  )
}

/** Purges the events of closed sessions older than `before`; their keys stay. Returns how many. */
export function purgeEvents(db: Database, before: number): number {
  return db.run(
    `UPDATE observation_queue SET event = NULL WHERE event IS NOT NULL AND created_at_epoch < @before AND session_id IN (
       SELECT id FROM sdk_sessions WHERE status <> 'active' AND extract_from_epoch IS NULL AND last_event_epoch < @before)`,
    { before },
  ).changes
}
