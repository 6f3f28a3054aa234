/**
 * What a model may change. Words change in place: id and date stay. Rows that a person wrote, edited or pinned are
 * never touched, and a merged or dropped row can still be found by its id.
 */
import type { MemoryEvent } from '../memory/event.ts'
import { isChosen, type ObservationOrigin, type ObservationText, type SummaryText } from '../memory/observation.ts'
import type { Database } from './database.ts'
import { inheritFailures } from './failures.ts'
import { parseFileLists } from './file-lists.ts'
import { deleteObservation, findEventKeys, findObservation, MADE_BY_MODEL, putAlias, putRows } from './observations.ts'
import { inheritSeen } from './seen-files.ts'
import { moveChanges } from './user-changes.ts'

export interface WordedBy {
  model: string
  promptVersion: string
}

/** False when the row is a person's or gone. An untrusted row stays untrusted, whoever words it. */
export function rewordObservation(
  db: Database,
  by: { id: number; words: ObservationText; origin: ObservationOrigin } & WordedBy,
): boolean {
  const { words } = by
  const row = db.get<{ project: string; at: number; files: string }>(
    `UPDATE observations SET type = @type, title = @title, subtitle = @subtitle, narrative = @narrative, facts = @facts,
       concepts = @concepts, origin = CASE origin WHEN 'untrusted' THEN origin ELSE @origin END, source = 'model', model = @model, prompt_version = @promptVersion
     WHERE id = @id AND chosen = 0
     RETURNING project, created_at_epoch AS at, files`,
    {
      id: by.id,
      type: words.type,
      title: words.title,
      subtitle: words.subtitle,
      narrative: words.narrative,
      facts: JSON.stringify(words.facts),
      concepts: JSON.stringify(words.concepts),
      origin: by.origin,
      model: by.model,
      promptVersion: by.promptVersion,
    },
  )
  if (!row) return false
  const files = parseFileLists(row.files)
  putRows(db, by.id, { ...row, filesRead: files.read, filesModified: files.modified, concepts: words.concepts })
  return true
}

/**
 * Merges everything into the lowest id, including facts and files. Returns it, or undefined when nothing could be
 * merged.
 */
export function mergeObservations(db: Database, ids: number[]): number | undefined {
  const [into, ...from] = [...new Set(ids)].sort((a, b) => a - b).flatMap((id) => findMergeable(db, id) ?? [])
  if (!into || from.length === 0) return undefined
  const union = <T>(lists: T[][]) => [...new Set(lists.flat())]
  const all = [into, ...from]
  const modified = union(all.map((one) => one.filesModified))
  const read = union(all.map((one) => one.filesRead))
  const facts = union(all.map((one) => one.facts))
  const concepts = union(all.map((one) => one.concepts))
  const eventKeys = union(all.map((one) => one.eventKeys))
  db.run(
    `UPDATE observations SET facts = @facts, concepts = @concepts, files = @files, event_keys = @eventKeys,
       discovery_tokens = @tokens WHERE id = @id`,
    {
      id: into.id,
      facts: JSON.stringify(facts),
      concepts: JSON.stringify(concepts),
      files: JSON.stringify({ read, modified }),
      eventKeys: JSON.stringify(eventKeys),
      tokens: all.reduce((sum, one) => sum + one.discoveryTokens, 0),
    },
  )
  putRows(db, into.id, {
    project: into.project,
    at: into.createdAt,
    filesRead: read,
    filesModified: modified,
    concepts,
  })
  inheritSeen(db, { into: into.id, from: from.map((one) => one.id) })
  inheritFailures(db, { into: into.id, from: from.map((one) => one.id) })
  for (const one of from) {
    db.run('UPDATE observation_aliases SET observation_id = @into WHERE observation_id = @id', {
      into: into.id,
      id: one.id,
    })
    moveChanges(db, { from: one.id, to: into.id })
    putAlias(db, { key: one.key, observation: into.id, oldId: one.id })
    deleteObservation(db, one.id)
  }
  return into.id
}

function findMergeable(db: Database, id: number) {
  const found = findObservation(db, id)
  if (!found || found.id !== id || isChosen(found)) return undefined
  return { ...found, eventKeys: findEventKeys(db, id) }
}

export function dropObservation(db: Database, by: { id: number; at: number }): boolean {
  return db.run(`UPDATE observations SET dropped_at_epoch = @at WHERE id = @id AND chosen = 0`, by).changes > 0
}

/** A span's rows from the local extractor or a model, oldest first: what the model is shown to improve. */
export function findSpanObservations(db: Database, by: { session: number; from: number; to: number }): number[] {
  return db
    .all<{ id: number }>(
      `SELECT id FROM observations WHERE session_id = @session AND created_at_epoch BETWEEN @from AND @to
       AND chosen = 0 AND dropped_at_epoch IS NULL ORDER BY created_at_epoch, id`,
      { session: by.session, from: by.from, to: by.to },
    )
    .map((row) => row.id)
}

/** What people and the agent said in a session before a moment, oldest first, without tool output. */
export function findSpoken(db: Database, by: { session: number; before: number }): MemoryEvent[] {
  return db
    .all<{ event: string }>(
      `SELECT event FROM observation_queue
       WHERE session_id = @session AND kind IN ('prompt', 'assistant_text', 'stopped') AND created_at_epoch < @before
       AND event IS NOT NULL ORDER BY created_at_epoch, id`,
      by,
    )
    .map((row) => JSON.parse(row.event) as MemoryEvent) // written by putEvent
}

/** A paragraph the model left empty stays as it was. */
export function rewordSummary(db: Database, by: { session: number; words: SummaryText } & WordedBy): boolean {
  const { request, investigated, learned, completed, nextSteps, notes } = by.words
  return (
    db.run(
      `UPDATE session_summaries SET request = coalesce(nullif(@request, ''), request),
         investigated = coalesce(nullif(@investigated, ''), investigated), learned = coalesce(nullif(@learned, ''), learned),
         completed = coalesce(nullif(@completed, ''), completed), next_steps = coalesce(nullif(@nextSteps, ''), next_steps),
         notes = coalesce(nullif(@notes, ''), notes), model = @model, prompt_version = @promptVersion
       WHERE session_id = @session`,
      {
        session: by.session,
        model: by.model,
        promptVersion: by.promptVersion,
        ...{ request, investigated, learned, completed, nextSteps, notes },
      },
    ).changes > 0
  )
}

/**
 * Undoes a model's rewording: the next local run writes its own words again. Rows only a model made are dropped, not
 * deleted: their ids still resolve, and the same words bring them back.
 */
export function forgetModelWords(db: Database, by: { session: number; at: number }): void {
  const { session, at } = by
  db.run(
    `UPDATE observations SET dropped_at_epoch = @at
     WHERE session_id = @session AND instr(key, @byModel) > 0 AND chosen = 0 AND source = 'model'`,
    { session, at, byModel: MADE_BY_MODEL },
  )
  db.run(`UPDATE observations SET draft_hash = NULL WHERE session_id = @session AND chosen = 0`, {
    session,
  })
  db.run('UPDATE session_summaries SET draft_hash = NULL WHERE session_id = @session', { session })
}
