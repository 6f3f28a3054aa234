/**
 * Many finished observations at once, from a file or another system: stored as they are, in the order given. The
 * near-duplicate rule is for what we distil ourselves and does not run here. Secrets and private parts are removed.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { OBSERVATION_TYPES, type ObservationType } from '../memory/observation.ts'
import { stripPrivate } from '../memory/privacy.ts'
import { redactSecrets } from '../memory/redaction.ts'
import type { Database } from '../store/database.ts'
import { putObservation } from '../store/observations.ts'
import { findProjects, putProject, putSession } from '../store/sessions.ts'

/** One request; a caller with more sends more requests. */
const MOST_IMPORTED_AT_ONCE = 5000

export const ImportObservationsRequest = z
  .array(
    z.strictObject({
      /** Id of the project; its name too, when nothing is stored under it yet. */
      project: z.string().min(1).max(500),
      /** One of ours; anything else counts as a discovery. */
      type: z.string().max(50).optional(),
      title: z.string().max(2000).optional(),
      text: z.string().max(500_000),
      files: z.array(z.string().min(1).max(1000)).max(2000).optional(),
      session: z.string().min(1).max(200).optional(),
      /** When it happened, in milliseconds. */
      ts: z.number(),
    }),
  )
  .max(MOST_IMPORTED_AT_ONCE)
export type ImportedObservation = z.infer<typeof ImportObservationsRequest>[number]

/** null for one that was forgotten before. */
export const ImportedIds = z.strictObject({ ids: z.array(z.int().positive().nullable()) })

/** The id of each, in the order given; null for one that was forgotten before. */
export function importObservations(
  by: { db: Database; now: number },
  items: ImportedObservation[],
): z.infer<typeof ImportedIds> {
  return { ids: by.db.transaction(() => items.map((item) => importOne(by, item) ?? null)) }
}

function importOne({ db, now }: { db: Database; now: number }, given: ImportedObservation): number | undefined {
  const item = withCleanNames(given)
  const { project, ts } = item
  if (!findProjects(db, project).some(({ id }) => id === project)) {
    putProject(db, { id: project, name: project.split('/').at(-1) ?? project, root: `import:${project}` }, now)
  }
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
  const title = clean(item.title ?? '')
  const text = clean(item.text)
  const put = putObservation(db, {
    draft: {
      key: `import:${keyOf(given)}`,
      type: OBSERVATION_TYPES.find((type): type is ObservationType => type === item.type) ?? 'discovery',
      title,
      subtitle: '',
      narrative: text,
      facts: [],
      concepts: [],
      filesRead: [],
      filesModified: item.files ?? [],
      discoveryTokens: 0,
      at: ts,
      eventKeys: [],
    },
    session,
    project,
    source: 'import',
  })
  return put?.id
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
