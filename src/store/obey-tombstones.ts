/**
 * An older copy of the memory learns what was forgotten since: the tombstones of the newer one are taken over, and what
 * they stand for is deleted.
 */
import { existsSync } from 'node:fs'
import type { Database } from './database.ts'
import { forgetKeys, formerWords, keyOf, memoryKey } from './forget.ts'
import { SAID } from './passages.ts'
import { hashKey } from './tombstones.ts'

/** `of`: the newer database; one that cannot be read has nothing to say. Returns how many things were deleted. */
export function obeyTombstones(db: Database, { of }: { of: string }): number {
  db.handle.function('key_hash', { deterministic: true }, (key) => hashKey(String(key)))
  db.exec('CREATE TEMP TABLE theirs AS SELECT * FROM main.tombstones')
  const isThere = attach(db, of)
  try {
    return db.transaction(() => {
      if (isThere) db.run(TAKE_OVER)
      return deleteBuried(db, { isThere })
    })
  } finally {
    if (isThere) db.exec('DETACH newer')
    db.exec('DROP TABLE temp.theirs')
  }
}

function attach(db: Database, of: string): boolean {
  if (!existsSync(of)) return false
  try {
    db.run('ATTACH @of AS newer', { of })
  } catch {
    return false // not a database
  }
  try {
    db.get('SELECT count(*) FROM newer.tombstones')
    return true
  } catch {
    db.exec('DETACH newer') // damaged, or not ours: the journal and the copy itself still know theirs
    return false
  }
}

const TAKE_OVER = `INSERT INTO main.tombstones (key_hash, created_at_epoch)
  SELECT key_hash, created_at_epoch FROM newer.tombstones WHERE true
  ON CONFLICT DO UPDATE SET created_at_epoch = max(created_at_epoch, excluded.created_at_epoch)`

function deleteBuried(db: Database, { isThere }: { isThere: boolean }): number {
  const at = db.get<{ at: number | null }>(`SELECT max(created_at_epoch) AS at FROM (${FRESH})`)?.at ?? null
  if (at === null) return 0
  const keys = buriedIn(db)
  forgetKeys(db, { keys, at })
  const changes = db.run(`DELETE FROM user_changes WHERE ${isFresh("'change:' || key")}`).changes
  // Which files were read: rows without a name of their own, kept only to explain the present.
  db.run('DELETE FROM reads')
  renewSummaries(db, { isThere })
  return keys.length + changes
}

/** Of sessions that lost something: the newer database made them again without it. */
function renewSummaries(db: Database, { isThere }: { isThere: boolean }): void {
  const mine = 'SELECT s.claude_session_id FROM main.sdk_sessions s WHERE s.id = session_summaries.session_id'
  const touched = 'SELECT id FROM main.sdk_sessions WHERE extract_from_epoch = 0'
  const newer = `FROM newer.session_summaries n JOIN newer.sdk_sessions t ON t.id = n.session_id WHERE t.claude_session_id = (${mine})`
  const kept = isThere ? `AND NOT EXISTS (SELECT 1 ${newer})` : ''
  db.run(`DELETE FROM main.session_summaries WHERE session_id IN (${touched}) ${kept}`)
  if (isThere)
    db.run(`UPDATE main.session_summaries SET (${TELLING}) = (SELECT ${TELLING.replace(/\w+/g, 'n.$&')} ${newer})
            WHERE session_id IN (${touched})`)
}

const TELLING = `request, investigated, learned, completed, next_steps, files_read, files_edited, notes, discovery_tokens, model,
  prompt_version, draft_hash, created_at_epoch`

/** Tombstones that the copy did not have, or that are newer than its own. */
const FRESH = `SELECT t.key_hash, t.created_at_epoch FROM main.tombstones t LEFT JOIN temp.theirs o ON o.key_hash = t.key_hash
  WHERE o.key_hash IS NULL OR t.created_at_epoch > o.created_at_epoch`

const isFresh = (key: string) => `key_hash(${key}) IN (SELECT key_hash FROM (${FRESH}))`

/** A function's number is a REAL to SQLite, which writes `7.0`. */
const SAID_IN = `'passage:' || CAST(event_number(event_key) AS INTEGER)`

function buriedIn(db: Database): string[] {
  const find = (sql: string) => findTexts(db, sql)
  const memories = find(`SELECT key AS text FROM observations WHERE ${isFresh('key')}
    UNION SELECT key FROM observation_aliases WHERE ${isFresh('key')}`)
  const events = find(`SELECT event_key AS text FROM observation_queue
      WHERE ${isFresh('event_key')} OR (line_id IS NOT NULL AND ${isFresh("'p:' || line_id")})
    UNION SELECT event_key FROM user_prompts WHERE ${isFresh('event_key')}`)
  // Of an event that was forgotten alone, what was said in it stays.
  const whole = new Set(
    find(`SELECT event_key AS text FROM observation_queue
      WHERE ${isFresh(SAID_IN)}
      UNION SELECT event_key FROM user_prompts WHERE ${isFresh(SAID_IN)}`),
  )
  const sessions = (form: 'summary' | 'first' | 'session') =>
    find(`SELECT claude_session_id AS text FROM sdk_sessions WHERE ${isFresh(`'${form}:' || claude_session_id`)}`).map(
      (id) => keyOf(form, id),
    )
  return [
    ...memories.map(memoryKey),
    ...events.map((key) => (whole.has(key) ? key : keyOf('event', key))),
    ...find(`SELECT '${SAID}' || key AS text FROM turns WHERE ${isFresh(`'${SAID}' || key`)}`),
    ...find(`SELECT DISTINCT 'passage:' || event AS text FROM passages WHERE ${isFresh("'passage:' || event")}`),
    ...find(`SELECT 'change:' || key AS text FROM user_changes WHERE ${isFresh(`'${formerWords('')}' || key`)}`),
    ...sessions('summary'),
    ...sessions('first'),
    ...sessions('session'),
  ]
}

function findTexts(db: Database, sql: string): string[] {
  return db.all<{ text: string }>(sql).map(({ text }) => text)
}
