/**
 * A usable answer into rows. They may have changed while the model thought: what is gone, a person's own, or no longer what
 * the model was shown is passed over.
 */
import { createHash } from 'node:crypto'
import type { MemoryEvent } from '../memory/event.ts'
import type { Observation, ObservationDraft, ObservationOrigin } from '../memory/observation.ts'
import type { Database } from '../store/database.ts'
import { dropObservation, mergeObservations, rewordObservation, rewordSummary } from '../store/enrichment.ts'
import { findEvents } from '../store/events.ts'
import {
  findEventKeys,
  findObservation,
  findRecentObservations,
  findSessionObservations,
  MADE_BY_MODEL,
  putObservation,
} from '../store/observations.ts'
import type { Batch } from '../store/synthesis-queue.ts'
import { DUPLICATE_WINDOW_MS } from '../synthesis/duplicates.ts'
import type { EnrichChange, UsableAnswer } from '../synthesis/enrich/answer.ts'
import { saysTheSame } from '../synthesis/enrich/changes.ts'
import type { Refs, StoredObservation } from '../synthesis/enrich/request.ts'
import { originOf } from '../synthesis/enrich/trust.ts'

/** More than a project stores in the time in which two can be the same one. */
const MOST_RECENT = 200

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
  const where = { root: span.root, nearby }
  const evidence = (keys: readonly string[]) => nearby.filter((event) => keys.includes(event.key))
  const passedOver = findChanged(db, by.refs)
  for (const change of answer.changes) {
    if (change.kind === 'merge') {
      const ids = [change.into, ...change.from]
      // The improve that follows speaks for the whole group.
      if (ids.some((id) => passedOver.has(id))) for (const id of ids) passedOver.add(id)
      else mergeObservations(db, ids)
    } else if (change.kind === 'create') {
      const events = evidence(change.evidence)
      create(db, span, change, { events, origin: originOf(change.text, events, where), ...worded })
    } else if (passedOver.has(change.observation)) {
      // it will be asked about again: what changed it has its own batch
    } else if (change.kind === 'drop') {
      dropObservation(db, { id: change.observation, at })
    } else {
      const seen = evidence([...findEventKeys(db, change.observation), ...change.evidence])
      const origin = originOf(change.text, seen, where)
      rewordObservation(db, { id: change.observation, words: change.text, origin, ...worded })
    }
  }
  if (answer.summary) rewordSummary(db, { session: span.session, words: answer.summary, ...worded })
}

/** A row as a request shows it. */
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

/** What the extractor had missed. Its key is made of its words: the same answer twice is one observation. */
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

/** The request need not have shown all rows of the session; it and its neighbours may have said it before. */
function isTold(db: Database, { session, project }: Span, draft: ObservationDraft): boolean {
  const neighbours = findRecentObservations(db, { project, limit: MOST_RECENT }).filter(
    (one) => Math.abs(one.createdAt - draft.at) <= DUPLICATE_WINDOW_MS,
  )
  return [...findSessionObservations(db, session), ...neighbours].some((other) => saysTheSame(draft, other))
}
