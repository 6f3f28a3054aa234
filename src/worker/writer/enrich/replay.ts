/**
 * Derives a session's memories again from its stored events and compares them with what is stored. Everything happens
 * in a transaction; a rehearsal rolls it back.
 */
import { MemoryError } from '../../../memory/error.ts'
import type { Observation } from '../../../memory/observation.ts'
import type { Database } from '../../../store/database.ts'
import { forgetModelWords } from '../../../store/enrichment.ts'
import { findEvents, findWaitingSession } from '../../../store/events.ts'
import { findSessionObservations } from '../../../store/observations.ts'
import { getNamedSession } from '../../../store/sessions.ts'
import { enqueueBatch, findBatch } from '../../../store/synthesis-queue.ts'
import type { ReplayDifference, ReplayRequest } from '../../protocol.ts'
import { distilSession } from '../distil/distil.ts'
import { askFor, type EnrichParts } from './enrich.ts'

export async function replaySession(
  by: { db: Database; now: () => number; parts: EnrichParts | undefined },
  ask: ReplayRequest,
): Promise<ReplayDifference> {
  const { db } = by
  const { number: session } = getNamedSession(db, ask.session)
  const events = findEvents(db, { session, from: 0 })
  if (events.length === 0) {
    throw new MemoryError('not_found', 'The events of this session are gone.', {
      hint: 'They are kept for CLAUDE_MEM_EVENT_DAYS days after a session has ended.',
    })
  }
  const before = findSessionObservations(db, session)
  const localRun = () => {
    forgetModelWords(db, { session, at: by.now() })
    const waiting = findWaitingSession(db, session)
    if (waiting) distilSession(db, waiting)
  }
  const last = events.reduce((latest, event) => Math.max(latest, event.at), 0)
  const apply = by.parts && (await rehearseAndAsk(by.parts, { db, session, last, now: by.now(), localRun }))
  const rederive = () => {
    localRun()
    apply?.()
    return compare(before, findSessionObservations(db, session))
  }
  const rows = ask.dryRun ? db.rehearse(rederive) : db.transaction(rederive)
  return { events: events.length, rows, applied: !ask.dryRun }
}

/** The model must see the new local rows, so they are made, read and rolled back before it is asked. */
async function rehearseAndAsk(
  parts: EnrichParts,
  by: { db: Database; session: number; last: number; now: number; localRun: () => void },
): Promise<() => void> {
  const { db, session, last, now } = by
  const prepared = db.rehearse(() => {
    by.localRun()
    enqueueBatch(db, { session, from: 0, to: last, final: true, dueAt: now, at: now })
    const batch = findBatch(db, session)
    return batch && { batch, asking: askFor(parts, batch) }
  })
  if (!prepared) throw new MemoryError('internal', 'The session could not be prepared.')
  const answer = await prepared.asking()
  if (answer.kind !== 'usable') {
    throw new MemoryError('unavailable', `The model’s answer could not be used: ${answer.reason}`)
  }
  return answer.apply
}

function compare(before: Observation[], after: Observation[]): ReplayDifference['rows'] {
  const words = (one: Observation) =>
    JSON.stringify([one.type, one.title, one.subtitle, one.narrative, one.facts, one.concepts])
  const old = new Map(before.map((one) => [one.id, one]))
  const rows = after.map((one): ReplayDifference['rows'][number] => {
    const was = old.get(one.id)
    old.delete(one.id)
    if (!was) return { change: 'added', id: undefined, before: undefined, after: one.title }
    return { change: words(was) === words(one) ? 'same' : 'changed', id: one.id, before: was.title, after: one.title }
  })
  return [
    ...rows,
    ...[...old.values()].map((one) => ({ change: 'gone' as const, id: one.id, before: one.title, after: undefined })),
  ]
}
