/** One session in ten comes in by the bulk import, so that its rate is measured as the memory grows. */
import type { ObservationDraft } from '../../src/memory/observation.ts'
import type { ImportedObservation } from '../../src/worker/protocol/import.ts'
import type { WorkSession } from './corpus.ts'

export function isImported(session: WorkSession): boolean {
  return session.number % 10 === 3
}

export function toImport(session: WorkSession, draft: ObservationDraft): ImportedObservation {
  return {
    project: session.project.id,
    type: draft.type,
    title: draft.title,
    text: [draft.subtitle, draft.narrative, ...draft.facts].join('\n'),
    files: [...draft.filesModified, ...draft.filesRead],
    session: session.id,
    ts: draft.at,
  }
}
