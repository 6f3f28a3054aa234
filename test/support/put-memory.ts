/** A memory with only the words a test gives it: other words and files would match by chance. */
import type { ObservationDraft } from '../../src/memory/observation.ts'
import type { Database } from '../../src/store/database.ts'
import { putObservation } from '../../src/store/observations.ts'
import { draft } from '../../src/store/store.fixture.ts'

const PLAIN = { subtitle: '', narrative: '', facts: [], concepts: [], filesRead: [], filesModified: [], eventKeys: [] }

export function putMemory(db: Database, project: string, more: Partial<ObservationDraft> & { title: string }): number {
  const made = draft(`${project}:${more.title}`, { ...PLAIN, ...more })
  return putObservation(db, { draft: made, session: undefined, project, source: 'local' })?.id ?? 0
}
