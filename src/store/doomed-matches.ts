/** The keys of everything that matches given words, projects and times (see forget.ts for their forms). Only reads. */
import type { Database } from './database.ts'
import { type Doomed, doomedSession, keysToForget, sessionsOf } from './doomed-rows.ts'
import { keyOf } from './forget.ts'
import { findIds, findRows, findTexts } from './list-queries.ts'
import { SAID } from './passages.ts'

/** All conditions must match. Times are inclusive, in milliseconds. */
export interface Matching {
  kind: 'matching'
  /** Words or phrases, all of which must match; none: no condition. */
  words: string[]
  projects: string[] | undefined
  from: number | undefined
  to: number | undefined
}

/** Words are matched as in a search, and literally in what no search covers. */
export function doomedMatches(db: Database, by: Matching): Doomed {
  const { words } = by
  const match = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ')
  const of = {
    words: words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`),
    projects: by.projects ?? [],
    from: by.from ?? 0,
    to: by.to ?? Number.MAX_SAFE_INTEGER,
    match,
    // The scope column is not part of the text.
    inObservations: `{title subtitle narrative facts concepts files parts} : (${match})`,
    inPassages: `{words parts} : (${match})`,
  }
  const inProject = by.projects === undefined ? '1' : 'project IN (SELECT value FROM json_each(@projects))'
  const inTime = 'created_at_epoch BETWEEN @from AND @to'
  const holds = (text: string) =>
    `NOT EXISTS (SELECT 1 FROM json_each(@words) WHERE coalesce(${text}, '') NOT LIKE value ESCAPE '\\')`
  const found = (index: string, match: string) =>
    words.length === 0 ? '1' : `id IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ${match})`
  const anyOf = (...conditions: string[]) => (words.length === 0 ? '1' : `(${conditions.join(' OR ')})`)

  const observations = findIds(
    db,
    `SELECT id FROM observations WHERE ${inProject} AND ${inTime} AND ${anyOf(
      found('observations_fts', '@inObservations'),
      `dropped_at_epoch IS NOT NULL AND ${holds(`title || ' ' || subtitle || ' ' || narrative || ' ' || facts || ' ' || files`)}`,
    )} ORDER BY created_at_epoch DESC, id DESC`,
    of,
  )
  const prompts = findIds(
    db,
    `SELECT id FROM user_prompts WHERE ${inProject} AND ${inTime} AND ${found('prompts_fts', '@match')} ORDER BY id DESC`,
    of,
  )
  const passages = findRows<{ event: number; session: number; turn: string }>(
    db,
    `SELECT p.event, t.session_id AS session, t.key AS turn FROM passages p JOIN turns t ON t.id = p.turn_id
     WHERE p.id IN (SELECT id FROM passage_rows WHERE ${inProject} AND ${inTime} AND ${found('passages_fts', '@inPassages')})`,
    of,
  )
  const events = findRows<{ key: string; session: number }>(
    db,
    `SELECT q.event_key AS key, q.session_id AS session FROM observation_queue q JOIN sdk_sessions s ON s.id = q.session_id
     WHERE ${by.projects === undefined ? '1' : 's.project IN (SELECT value FROM json_each(@projects))'}
     AND q.created_at_epoch BETWEEN @from AND @to AND ${words.length === 0 ? '1' : holds('q.event')}`,
    of,
  )
  const summaries = findRows<{ sessionId: string; session: number }>(
    db,
    `SELECT s.claude_session_id AS sessionId, s.id AS session FROM sdk_sessions s WHERE s.id IN (
       SELECT session_id FROM session_summaries WHERE ${inProject} AND ${inTime} AND ${found('summaries_fts', '@match')})`,
    of,
  )
  const firsts = findTexts(
    db,
    `SELECT claude_session_id AS text FROM sdk_sessions WHERE ${inProject} AND started_at_epoch BETWEEN @from AND @to
     AND user_prompt IS NOT NULL AND ${words.length === 0 ? '1' : holds('user_prompt')}`,
    of,
  )
  const former =
    words.length === 0
      ? []
      : findTexts(
          db,
          `SELECT c.key AS text FROM user_changes c JOIN observations o ON o.id = c.observation_id
     WHERE ${by.projects === undefined ? '1' : 'o.project IN (SELECT value FROM json_each(@projects))'}
     AND o.created_at_epoch BETWEEN @from AND @to AND c.before IS NOT NULL AND ${holds('c.before')}`,
          of,
        )
  const whole = words.length > 0 ? [] : wholeSessions(db, by)
  const saidThere = [...new Set(passages.map(({ session }) => session))]
  const keys = [
    ...observations.flatMap((id) => keysToForget(db, id) ?? []),
    ...findTexts(db, 'SELECT event_key AS text FROM user_prompts WHERE id IN (SELECT value FROM json_each(@ids))', {
      ids: prompts,
    }),
    ...passages.map(({ event }) => keyOf('passage', event)),
    ...(words.length === 0 ? passages.map(({ turn }) => `${SAID}${turn}`) : []),
    ...eventsOf(db, { sessions: saidThere, numbers: passages.map(({ event }) => event) }),
    // Without words, each event is chosen on its own: the rest of its session stays.
    ...events.map(({ key }) => (words.length === 0 ? keyOf('event', key) : key)),
    ...former.map((key) => keyOf('change', key)),
    ...summaries.map(({ sessionId }) => keyOf('summary', sessionId)),
    ...firsts.map((sessionId) => keyOf('first', sessionId)),
    ...whole.flatMap((session) => doomedSession(db, session)?.keys ?? []),
    // After everything that belongs to the project.
    ...(words.length > 0 ? [] : (by.projects ?? [])).map((id) => keyOf('project', id)),
  ]
  const sessions = new Set([...saidThere, ...[...events, ...summaries].map(({ session }) => session), ...whole])
  for (const session of sessionsOf(db, observations)) sessions.add(session)
  return { keys: [...new Set(keys)], sessions: [...sessions], observations, prompts }
}

/** Sessions that lie wholly in this time and in these projects. */
function wholeSessions(db: Database, by: Matching): number[] {
  const { projects } = by
  const others = `project NOT IN (SELECT value FROM json_each(@projects))`
  return findIds(
    db,
    `SELECT id FROM sdk_sessions s WHERE started_at_epoch >= @from AND last_event_epoch <= @to
     ${
       projects === undefined
         ? ''
         : `AND project IN (SELECT value FROM json_each(@projects))
            AND NOT EXISTS (SELECT 1 FROM observations WHERE session_id = s.id AND ${others})
            AND NOT EXISTS (SELECT 1 FROM turns WHERE session_id = s.id AND ${others})`
     }`,
    { from: by.from ?? 0, to: by.to ?? Number.MAX_SAFE_INTEGER, projects: projects ?? [] },
  )
}

function eventsOf(db: Database, by: { sessions: number[]; numbers: number[] }): string[] {
  if (by.numbers.length === 0) return []
  return findTexts(
    db,
    `SELECT event_key AS text FROM observation_queue WHERE session_id IN (SELECT value FROM json_each(@sessions))
     AND event_number(event_key) IN (SELECT value FROM json_each(@numbers))`,
    by,
  )
}
