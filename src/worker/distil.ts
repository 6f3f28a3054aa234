/**
 * Runs the local extractor over what is new in a session and upserts what it finds. A second run over the same events
 * changes nothing; a run over events that were filled in late changes rows and never doubles them.
 */
import type { ObservationDraft } from '../memory/observation.ts'
import type { Database } from '../store/database.ts'
import { findEvents, findSessionMaterial, markDistilled, type Waiting } from '../store/events.ts'
import { putFailures, putPasses } from '../store/failures.ts'
import {
  deleteObservation,
  findLocalKeys,
  findRecentDrafts,
  findSessionObservations,
  hasObservationKey,
  putAlias,
  putObservation,
  rekeyObservation,
} from '../store/observations.ts'
import { findPrompts } from '../store/prompts.ts'
import { deleteSummary, putSummary } from '../store/summaries.ts'
import { DUPLICATE_WINDOW_MS, isNearDuplicate, mergeDrafts } from '../synthesis/duplicates.ts'
import { extract } from '../synthesis/extract.ts'
import { passedCommands, relativeFailure } from '../synthesis/known-failure.ts'
import { summarize } from '../synthesis/summarize.ts'
import type { KnownDisk } from '../workspace/file-state.ts'
import { relativeToRoot } from '../workspace/paths.ts'
import { findWorkRoot, makeWitness, type Witness } from './witness.ts'

/** `ids` are the memories that are new, with the ids they were given. Without `disk` nothing is looked at but the events. */
export function distilSession(
  db: Database,
  session: Waiting,
  by: { disk?: KnownDisk; now?: number } = {},
): { observations: number; ids: [string, number][] } {
  const { disk, now = Date.now() } = by
  return db.transaction(() => {
    const waiting = disk ? { ...session, root: findWorkRoot(db, session) } : session
    const witness = disk && makeWitness(waiting, { disk, now })
    // An event older than the last window: the whole session is read again, which gives the same rows as a first run.
    const from = waiting.resumeAt !== null && waiting.from >= waiting.resumeAt ? waiting.resumeAt : 0
    const events = findEvents(db, { session: waiting.session, from })
    const { observations: drafts, resumeAt } = extract(events, { sessionId: waiting.sessionId, root: waiting.root })
    const observations = witness ? drafts.map(witness.named) : drafts
    replaceOrphans(db, waiting.session, observations, new Set(events.map((event) => event.key)))
    const ids = observations.flatMap((draft) => put(db, waiting, { draft, witness }))
    putPasses(db, { project: waiting.project, passed: passedCommands(events, waiting.root) })
    summarizeSession(db, waiting)
    markDistilled(db, { session: waiting.session, resumeAt })
    return { observations: observations.length, ids }
  })
}

function put(
  db: Database,
  waiting: Waiting,
  { draft, witness }: { draft: ObservationDraft; witness: Witness | undefined },
): [string, number][] {
  const known = hasObservationKey(db, draft.key)
  const older = known ? undefined : findOlderTwin(db, waiting, draft)
  if (!older) {
    const stored = putObservation(db, { draft, session: waiting.session, project: waiting.project, source: 'local' })
    if (stored?.changed) witness?.see(db, stored.id, draft)
    if (stored) keepFailures(db, waiting, { draft, observation: stored.id })
    return stored && !known ? [[draft.key, stored.id]] : []
  }
  const { id, session, ...twin } = older
  putObservation(db, {
    draft: mergeDrafts(twin, draft),
    session,
    project: waiting.project,
    source: 'local',
    merged: true,
  })
  putAlias(db, { key: draft.key, observation: id })
  witness?.see(db, id, draft)
  keepFailures(db, waiting, { draft, observation: id })
  return []
}

function keepFailures(db: Database, waiting: Waiting, by: { draft: ObservationDraft; observation: number }): void {
  const failures = (by.draft.failures ?? []).map((failure) => relativeFailure(failure, waiting.root))
  putFailures(db, { ...by, project: waiting.project, failures })
}

function findOlderTwin(db: Database, waiting: Waiting, draft: ObservationDraft) {
  return findRecentDrafts(db, {
    project: waiting.project,
    type: draft.type,
    since: draft.at - DUPLICATE_WINDOW_MS,
    until: draft.at,
  }).find((other) => other.session !== waiting.session && isNearDuplicate(other, draft))
}

/**
 * Rows of an earlier run whose episode now has another key, because its first event came late: a row that shares an
 * event with a new draft keeps its id under the new key; one that shares none is gone.
 */
function replaceOrphans(
  db: Database,
  session: number,
  drafts: ObservationDraft[],
  inWindow: ReadonlySet<string>,
): void {
  const keys = new Set(drafts.map((draft) => draft.key))
  for (const row of findLocalKeys(db, session)) {
    if (keys.has(row.key) || !row.eventKeys.some((key) => inWindow.has(key))) continue
    const heir = drafts.find(
      (draft) => !hasObservationKey(db, draft.key) && draft.eventKeys.some((key) => row.eventKeys.includes(key)),
    )
    if (heir) rekeyObservation(db, { id: row.id, key: heir.key })
    else deleteObservation(db, row.id)
  }
}

function summarizeSession(db: Database, waiting: Waiting): void {
  const { session, project, root } = waiting
  const material = findSessionMaterial(db, session)
  const relative = (paths: string[]) => paths.map((path) => relativeToRoot(root, path))
  const draft = summarize({
    ...material,
    observations: findSessionObservations(db, session),
    prompts: findPrompts(db, session),
    filesRead: relative(material.filesRead),
    filesEdited: relative(material.filesEdited),
    at: waiting.lastEventAt,
  })
  if (draft) putSummary(db, { session, project, draft })
  else deleteSummary(db, session)
}
