/**
 * Runs the local extractor over a session and upserts the results. A second run over the same events changes nothing; a
 * run over events that were filled in late updates rows and never duplicates them.
 */
import type { MemoryEvent } from '../../../memory/event.ts'
import type { ObservationDraft, SummaryDraft } from '../../../memory/observation.ts'
import type { Database } from '../../../store/database.ts'
import { findEvents, hasPurgedEvents, markDistilled, type Waiting } from '../../../store/events.ts'
import { findLasting, putFailures, putPasses } from '../../../store/failures.ts'
import {
  deleteObservation,
  findLocalKeys,
  findRecentDrafts,
  findRemembered,
  hasObservationKey,
  putAlias,
  putObservation,
  rekeyObservation,
} from '../../../store/observations.ts'
import { putTurns } from '../../../store/passages.ts'
import { findProjects } from '../../../store/sessions.ts'
import { findStruckLines } from '../../../store/struck-lines.ts'
import { deleteSummary, findSummary, putSummary } from '../../../store/summaries.ts'
import { reviveSuperseded } from '../../../store/superseded.ts'
import { DUPLICATE_WINDOW_MS, isNearDuplicate, mergeDrafts } from '../../../synthesis/duplicates.ts'
import { extract } from '../../../synthesis/extract.ts'
import { coveredCommands, passedCommands, relativeFailure } from '../../../synthesis/known-failure.ts'
import { findOutsideWords, type OutsideWords } from '../../../synthesis/outside-words.ts'
import { isToldBy } from '../../../synthesis/repeats.ts'
import { withoutStruck } from '../../../synthesis/struck.ts'
import { continueSummary } from '../../../synthesis/summarize.ts'
import { splitTurns } from '../../../synthesis/turns.ts'
import type { KnownDisk } from '../../../workspace/file-state.ts'
import { strikeByNewer, strikeOlder } from './strike.ts'
import { supersede } from './supersede.ts'
import { findWorkRoot, makeWitness, type Witness } from './witness.ts'

/** `ids` are the new memories with their ids. Without `disk` only the events are read, not the files. */
export function distilSession(
  db: Database,
  session: Waiting,
  by: { disk?: KnownDisk; now?: number } = {},
): { observations: number; ids: [string, number][] } {
  const { disk, now = Date.now() } = by
  return db.transaction(() => {
    const waiting = disk ? { ...session, root: findWorkRoot(db, session) } : session
    const events = findEvents(db, { session: waiting.session, from: 0 })
    const witnessOf = (there: Waiting) => disk && makeWitness(there, { disk, now })
    const { places, placeOf } = findPlaces(db, waiting, { events, witnessOf })
    const {
      observations: drafts,
      turns,
      summary,
    } = extract(events, {
      sessionId: waiting.sessionId,
      root: waiting.root,
      rootOf: (project) => placeOf({ project }).waiting.root,
    })
    const outside = findOutsideWords(events, waiting.root)
    const observations = drafts
      .filter((draft) => !placeOf(draft).remembered.some((text) => isToldBy(draft, text)))
      .map((draft) => stillHolding(db, placeOf(draft).witness?.named(draft) ?? draft))
      // A rule the user states is the user's own, even if they read it elsewhere.
      .map((draft) => (!draft.standing && outside.areIn(draft) ? { ...draft, origin: 'untrusted' as const } : draft))
    const revived = reviveSuperseded(db, waiting.session)
    const read = new Set(events.map((event) => event.key))
    replaceOrphans(db, waiting.session, observations, read)
    putTurns(db, { session: waiting.session, project: waiting.project, turns, read })
    const ids = observations.flatMap((draft) => put(db, placeOf(draft), draft))
    supersede(db, waiting.session, { revived, now })
    for (const { waiting: there, events: here } of places) {
      // A file has the same name wherever it is edited from, but a command differs from repository to repository.
      strikeOlder(db, there, events)
      strikeByNewer(db, there)
      putPasses(db, {
        project: there.project,
        passed: passedCommands(here, there.root),
        covered: coveredCommands(findLasting(db, there.project), here, there.root),
      })
    }
    keepSummary(db, placeOf(summary ?? {}).waiting, summary && inOwnVoice(summary, outside))
    markDistilled(db, waiting.session)
    return { observations: observations.length, ids }
  })
}

/** An instruction on a page the agent read is neither an outcome nor a next step. */
function inOwnVoice(summary: SummaryDraft, outside: OutsideWords): SummaryDraft {
  const { investigated, learned, completed, nextSteps, notes } = summary
  const texts = { investigated, learned, completed, nextSteps, notes }
  const own = Object.entries(texts).map(([name, text]) => [name, outside.withoutOrders(text)])
  return { ...summary, ...(Object.fromEntries(own) as typeof texts) } // the same names
}

/** A repository the session was in. */
interface Place {
  /** The session as if it belonged to this repository. */
  waiting: Waiting
  /** Of the turns that ended here. */
  events: MemoryEvent[]
  /** What somebody explicitly stored here meanwhile. */
  remembered: string[]
  witness: Witness | undefined
}

/** The session's own repository and those it moved to. */
function findPlaces(
  db: Database,
  waiting: Waiting,
  by: { events: MemoryEvent[]; witnessOf: (there: Waiting) => Witness | undefined },
): { places: Place[]; placeOf: (draft: { project?: string }) => Place } {
  const turns = splitTurns(by.events)
  const span = spanOf(by.events)
  const makePlace = (project: string | undefined): Place => {
    const root = project === undefined ? undefined : findProjects(db, project)[0]?.root
    const there = { ...waiting, project: project ?? waiting.project, root: root ?? waiting.root }
    return {
      waiting: there,
      events: turns.filter((turn) => turn.project === project).flatMap((turn) => turn.events),
      remembered: findRemembered(db, { project: there.project, ...span }),
      witness: by.witnessOf(there),
    }
  }
  const home = makePlace(undefined)
  const ids = new Set(turns.map(({ project }) => project).filter((project) => project !== undefined))
  const others = new Map([...ids].map((id) => [id, makePlace(id)]))
  return { places: [home, ...others.values()], placeOf: ({ project = '' }) => others.get(project) ?? home }
}

/** A memory stored during the session or right after it may repeat what one of its turns says. */
function spanOf(events: readonly MemoryEvent[]): { since: number; until: number } {
  const since = events.reduce((first, { at }) => Math.min(first, at), Number.MAX_SAFE_INTEGER)
  const until = events.reduce((last, { at }) => Math.max(last, at), 0)
  return { since, until: until + AFTERWARDS_MS }
}

const AFTERWARDS_MS = 10 * 60 * 1000

/** Without the sentences a later session has struck out. */
function stillHolding(db: Database, draft: ObservationDraft): ObservationDraft {
  const struck = findStruckLines(db, draft.key)
  return struck.size === 0 ? draft : { ...draft, ...withoutStruck(draft, struck) }
}

function put(db: Database, { waiting, witness }: Place, draft: ObservationDraft): [string, number][] {
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
 * Rows of an earlier run whose turn now has another key, because its first event came late. A row that shares an event
 * with a new draft keeps its id under the new key; any other is removed, unless a person chose to keep it.
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
    else if (!row.chosen) deleteObservation(db, row.id)
  }
}

/** When a session continues after its first events were purged, the new summary adds to the old one. */
function keepSummary(db: Database, { session, project }: Waiting, draft: SummaryDraft | undefined): void {
  const older = hasPurgedEvents(db, session) ? findSummary(db, session) : undefined
  // A summary about another repository is not extended by one about this one.
  const goesOn = older?.project === project
  if (draft) putSummary(db, { session, project, draft: older && goesOn ? continueSummary(older, draft) : draft })
  else if (!older) deleteSummary(db, session)
}
