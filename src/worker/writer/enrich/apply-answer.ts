/**
 * Writes a usable model answer into rows. They may have changed while the model was thinking: rows that are gone,
 * belong to a person, or differ from what the model was shown are skipped.
 */
import { createHash } from 'node:crypto'
import type { MemoryEvent } from '../../../memory/event.ts'
import type { Observation, ObservationDraft, ObservationOrigin } from '../../../memory/observation.ts'
import type { Database } from '../../../store/database.ts'
import { dropObservation, mergeObservations, rewordObservation, rewordSummary } from '../../../store/enrichment.ts'
import { findEvents } from '../../../store/events.ts'
import {
  findEventKeys,
  findObservation,
  findObservations,
  findRecentObservations,
  findSessionObservations,
  MADE_BY_MODEL,
  putObservation,
} from '../../../store/observations.ts'
import { findProjects } from '../../../store/sessions.ts'
import type { Batch } from '../../../store/synthesis-queue.ts'
import { DUPLICATE_WINDOW_MS } from '../../../synthesis/duplicates.ts'
import type { EnrichChange, UsableAnswer } from '../../../synthesis/enrich/answer.ts'
import { saysTheSame } from '../../../synthesis/enrich/changes.ts'
import type { Refs, StoredObservation } from '../../../synthesis/enrich/request.ts'
import { originOf } from '../../../synthesis/enrich/trust.ts'
import { splitTurns } from '../../../synthesis/turns.ts'

/** More than a project stores in the window in which two memories can be duplicates. */
const MAX_RECENT = 200

export type Span = Pick<Batch, 'session' | 'project' | 'sessionId' | 'from' | 'to' | 'root'>

interface WordedBy {
  model: string
  promptVersion: string
}

export function applyAnswer(
  db: Database,
  by: { span: Span; answer: UsableAnswer; refs: Refs; worded: WordedBy; at: number },
): void {
  const { span, answer, worded, at } = by
  const nearby = findEvents(db, span)
  const turns = splitTurns(nearby)
  const around = new Map([[span.project, { root: span.root, nearby }]])
  /** If a session moved, files of the repository it moved to are not outside files either. */
  const whereIn = (project: string) => {
    const where = around.get(project) ?? { root: findProjects(db, project)[0]?.root ?? span.root, nearby }
    around.set(project, where)
    return where
  }
  const evidence = (keys: readonly string[]) => nearby.filter((event) => keys.includes(event.key))
  const passedOver = findChanged(db, by.refs)
  for (const change of answer.changes) {
    if (change.kind === 'merge') {
      const ids = [change.into, ...change.from]
      const projects = new Set(findObservations(db, ids).map(({ project }) => project))
      // The `improve` that follows covers the whole group.
      if (projects.size > 1 || ids.some((id) => passedOver.has(id))) for (const id of ids) passedOver.add(id)
      else mergeObservations(db, ids)
    } else if (change.kind === 'create') {
      const events = evidence(change.evidence)
      const until = events.at(-1)?.at ?? span.to
      const project = turns.findLast(({ startedAt }) => startedAt <= until)?.project ?? span.project
      const origin = originOf(change.text, events, whereIn(project))
      create(db, { ...span, project }, change, { events, origin, ...worded })
    } else if (passedOver.has(change.observation)) {
      // it will be asked about again: the change created its own batch
    } else if (change.kind === 'drop') {
      dropObservation(db, { id: change.observation, at })
    } else {
      const seen = evidence([...findEventKeys(db, change.observation), ...change.evidence])
      const project = findObservation(db, change.observation)?.project ?? span.project
      const origin = originOf(change.text, seen, whereIn(project))
      rewordObservation(db, { id: change.observation, words: change.text, origin, ...worded })
    }
  }
  if (answer.summary) rewordSummary(db, { session: span.session, words: answer.summary, ...worded })
}

/** A row in the form a request shows it. */
export function findStored(db: Database, id: number): StoredObservation | undefined {
  const found = findObservation(db, id)
  if (found?.id !== id) return undefined
  return { id, draft: toDraft(found, findEventKeys(db, id)), worded: found.source === 'model' }
}

function findChanged(db: Database, refs: Refs): Set<number> {
  const changed = new Set<number>()
  for (const shown of refs.observations.values()) {
    if (JSON.stringify(findStored(db, shown.id)) !== JSON.stringify(shown)) changed.add(shown.id)
  }
  return changed
}

function toDraft(observation: Observation, eventKeys: string[]): ObservationDraft {
  const { key, type, title, subtitle, narrative, facts, concepts, filesRead, filesModified, discoveryTokens } =
    observation
  const draft = { key, type, title, subtitle, narrative, facts, concepts, filesRead, filesModified, discoveryTokens }
  return { ...draft, at: observation.createdAt, eventKeys }
}

/**
 * What the extractor missed, in `span.project`. Its key is derived from its words: the same answer twice is one
 * observation.
 */
function create(
  db: Database,
  span: Span,
  change: Extract<EnrichChange, { kind: 'create' }>,
  by: { events: MemoryEvent[]; origin: ObservationOrigin } & WordedBy,
): void {
  const title = createHash('sha256').update(change.text.title).digest('hex').slice(0, 12)
  const draft: ObservationDraft = {
    ...change.text,
    key: `${span.sessionId}${MADE_BY_MODEL}${title}`,
    filesRead: [],
    filesModified: [],
    discoveryTokens: 0,
    at: by.events.at(-1)?.at ?? span.to,
    eventKeys: by.events.map((event) => event.key),
  }
  if (isTold(db, span, draft)) return
  const put = putObservation(db, { draft, session: span.session, project: span.project, source: 'model' })
  if (put?.changed) rewordObservation(db, { id: put.id, words: change.text, ...by })
}

/** The request may not have shown all rows of the session; it or its neighbours may already say this. */
function isTold(db: Database, { session, project }: Span, draft: ObservationDraft): boolean {
  const own = findSessionObservations(db, session).filter((one) => one.project === project)
  const neighbours = findRecentObservations(db, { project, limit: MAX_RECENT }).filter(
    (one) => Math.abs(one.createdAt - draft.at) <= DUPLICATE_WINDOW_MS,
  )
  return [...own, ...neighbours].some((other) => saysTheSame(draft, other))
}
