/**
 * Imports many finished observations, from a file or another system: stored as they are, in the given order. The
 * near-duplicate rule is for our own distilled memories and does not run here. Secrets and private parts are removed.
 */
import { createHash } from 'node:crypto'
import { OBSERVATION_TYPES, type ObservationType } from '../../../memory/observation.ts'
import { stripPrivate } from '../../../memory/privacy.ts'
import { redactSecrets } from '../../../memory/redaction.ts'
import type { Project } from '../../../memory/session.ts'
import type { Database } from '../../../store/database.ts'
import type { Journal, MemoryEntry } from '../../../store/journal.ts'
import { putObservation } from '../../../store/observations.ts'
import { findProjects, knownAs, putProject, putSession } from '../../../store/sessions.ts'
import type { ImportedIds, ImportedObservation } from '../../protocol/import.ts'

/** The ids in the given order; null for an observation that was forgotten before. */
export function importObservations(
  by: { db: Database; journal: Pick<Journal, 'append'>; now: number },
  items: ImportedObservation[],
): ImportedIds {
  const { db, journal, now } = by
  const ready = items.map((given) => {
    const item = withCleanNames(given)
    return { item, entry: toEntry(db, item, keyOf(given)) }
  })
  journal.append(ready.map(({ entry }) => entry))
  return { ids: db.transaction(() => ready.map((one) => importOne({ db, now }, one) ?? null)) }
}

function importOne(
  { db, now }: { db: Database; now: number },
  { item, entry }: { item: ImportedObservation; entry: MemoryEntry },
): number | undefined {
  const { ts } = item
  const project = entry.project.id
  if (!findKnown(db, project)) putProject(db, entry.project, now)
  const session =
    item.session === undefined
      ? undefined
      : putSession(db, {
          sessionId: item.session,
          project,
          cwd: '',
          transcriptPath: undefined,
          entrypoint: 'import',
          at: ts,
        })
  return putObservation(db, { draft: entry.draft, session, project, source: 'import' })?.id
}

/** In the form the journal stores and a recovery restores. */
function toEntry(db: Database, item: ImportedObservation, key: string): MemoryEntry {
  const { project, session, ts } = item
  const made = { id: project, name: project.split('/').at(-1) ?? project, root: `import:${project}` }
  return {
    op: 'imported',
    project: findKnown(db, project) ?? made,
    ...(session === undefined ? {} : { sessionId: session }),
    draft: {
      key: `import:${key}`,
      type: OBSERVATION_TYPES.find((type): type is ObservationType => type === item.type) ?? 'discovery',
      title: clean(item.title ?? ''),
      subtitle: '',
      narrative: clean(item.text),
      facts: [],
      concepts: [],
      filesRead: [],
      filesModified: item.files ?? [],
      discoveryTokens: 0,
      at: ts,
      eventKeys: [],
    },
  }
}

function findKnown(db: Database, project: string): Project | undefined {
  const { id: known } = knownAs(db, { id: project, name: project, root: project })
  return findProjects(db, known).find(({ id }) => id === known)
}

function withCleanNames(item: ImportedObservation): ImportedObservation {
  return {
    ...item,
    project: clean(item.project),
    ...(item.session === undefined ? {} : { session: clean(item.session) }),
    ...(item.files === undefined ? {} : { files: item.files.map(clean) }),
  }
}

function clean(text: string): string {
  return redactSecrets(stripPrivate(text)).trim()
}

/** The same item imported twice is one memory. */
function keyOf(item: ImportedObservation): string {
  return createHash('sha256')
    .update(JSON.stringify([item.project, item.session, item.ts, item.title, item.text, item.files]))
    .digest('hex')
    .slice(0, 32)
}
