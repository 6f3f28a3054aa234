/**
 * Fills a data folder with as many observations as asked, through the store's own functions, before any worker runs.
 * `node --import ./scripts/text-imports.mjs bench/hooks/seed.ts FOLDER PROJECT COUNT`
 */
import type { ObservationDraft } from '../../src/memory/observation.ts'
import { CONCEPTS, OBSERVATION_TYPES } from '../../src/memory/observation.ts'
import type { Database } from '../../src/store/database.ts'
import { putObservation } from '../../src/store/observations.ts'
import { closeStore, openStore, storePaths } from '../../src/store/recovery.ts'
import { endSession, putProject, putSession } from '../../src/store/sessions.ts'
import { putSummary } from '../../src/store/summaries.ts'
import { resolveProject } from '../../src/workspace/project.ts'

const [folder = '', projectFolder = '', count = '1000'] = process.argv.slice(2)
const PER_SESSION = 25
const SPACING_MS = 90_000
const WORDS =
  'order total discount receipt invoice cart session token cache index worker queue retry timeout parser schema migration test fixture build deploy queue lock spool hook event prompt summary search rank recency vector chunk file path project branch commit merge patch review error stack trace memory leak thread socket port header cookie login permission role tenant billing currency rounding locale timezone calendar'.split(
    ' ',
  )

const project = resolveProject(projectFolder)
const now = Date.now()
const store = await openStore(storePaths(folder), { now, keepBackups: 1 })
putProject(store.db, project, now)
const total = Number(count)
for (let first = 0; first < total; first += 5000) {
  store.db.transaction(() => {
    for (let i = first; i < Math.min(total, first + 5000); i += PER_SESSION) putWorkSession(store.db, i)
  })
}
closeStore(store.db, storePaths(folder))

function putWorkSession(db: Database, first: number): void {
  const sessionId = `seed-${first}`
  const at = now - (total - first) * SPACING_MS
  const facts = { sessionId, project: project.id, cwd: project.root, transcriptPath: undefined, entrypoint: 'cli' }
  const session = putSession(db, { ...facts, at })
  const last = Math.min(total, first + PER_SESSION)
  for (let i = first; i < last; i++) {
    putObservation(db, { draft: draft(i), session, project: project.id, source: 'local' })
  }
  const text = (part: number) => sentence(first * 7 + part, 18)
  putSummary(db, {
    session,
    project: project.id,
    draft: {
      request: text(1),
      investigated: text(2),
      learned: text(3),
      completed: text(4),
      nextSteps: text(5),
      filesRead: [file(first)],
      filesEdited: [file(first + 1)],
      notes: '',
      discoveryTokens: 40_000,
      at: at + PER_SESSION * SPACING_MS,
    },
  })
  endSession(db, { session, at: at + PER_SESSION * SPACING_MS, status: 'completed' })
}

function draft(i: number): ObservationDraft {
  return {
    key: `seed:${i}`,
    type: OBSERVATION_TYPES[i % OBSERVATION_TYPES.length] ?? 'discovery',
    title: `${sentence(i, 7)} (${i})`,
    subtitle: sentence(i + 11, 9),
    narrative: sentence(i + 23, 45),
    facts: [sentence(i + 31, 10), sentence(i + 37, 10)],
    concepts: [CONCEPTS[i % CONCEPTS.length] ?? 'gotcha'],
    filesRead: [file(i), file(i * 3)],
    filesModified: [file(i * 7)],
    discoveryTokens: 1500 + (i % 900),
    at: now - (total - i) * SPACING_MS,
    eventKeys: [`t:seed-${i}`],
  }
}

/** The same words for the same number, spread by a prime. */
function sentence(seed: number, words: number): string {
  return Array.from({ length: words }, (_, k) => WORDS[(seed * 31 + k * k * 17 + k * 7) % WORDS.length]).join(' ')
}

function file(seed: number): string {
  return `src/${WORDS[seed % WORDS.length]}/${WORDS[(seed * 13 + 5) % WORDS.length]}-${seed % 400}.ts`
}
