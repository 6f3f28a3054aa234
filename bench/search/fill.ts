/**
 * Fills a data folder with generated memories, through the store's own functions and the bulk import, and with their
 * vectors through the index's own: afterwards a worker finds everything indexed.
 * `node --import ./scripts/text-imports.mjs bench/search/fill.ts FOLDER COUNT [--no-vectors]`
 */
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '../../src/store/database.ts'
import { putObservation } from '../../src/store/observations.ts'
import { closeStore, openStore, storePaths } from '../../src/store/recovery.ts'
import { endSession, putProject, putSession } from '../../src/store/sessions.ts'
import { putSummary } from '../../src/store/summaries.ts'
import { importObservations } from '../../src/worker/bulk-import.ts'
import { type Corpus, makeCorpus, type WorkSession } from './corpus.ts'
import { isImported, toImport } from './imported.ts'
import { openIndexFiller } from './vector-fill.ts'

export interface Filled {
  observations: number
  seconds: number
  /** Rows a second with their words indexed: through the bulk import, and one by one as the worker does. */
  importPerSecond: number
  storePerSecond: number
  /** Vectors a second into index.sqlite, without the model. */
  indexPerSecond: number
  databaseBytes: number
  indexBytes: number
}

/** A row and which memory of the corpus it is. */
export interface Stored {
  id: number
  session: WorkSession
  at: number
}

/** One transaction; one in ten of them is about what a request of the bulk import brings. */
const SESSIONS_AT_ONCE = 200

export async function fillFolder(
  folder: string,
  by: { count: number; vectors: boolean; projectRoot?: string },
): Promise<Filled> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const startedAt = Date.now()
  const corpus = makeCorpus(by.count, { now: startedAt, ...(by.projectRoot ? { root: by.projectRoot } : {}) })
  const index = by.vectors ? await openIndexFiller(folder) : undefined
  const { db } = await openStore(storePaths(folder), { now: startedAt, keepBackups: 1 })
  const times = { store: meter(), import: meter(), index: meter() }
  for (const project of corpus.projects) putProject(db, project, startedAt)
  for (let from = 0; from < corpus.sessions; from += SESSIONS_AT_ONCE) {
    const sessions = Array.from({ length: Math.min(SESSIONS_AT_ONCE, corpus.sessions - from) }, (_, at) =>
      corpus.sessionAt(from + at),
    )
    const rows = [
      ...storeSessions(db, { corpus, sessions: sessions.filter((one) => !isImported(one)), time: times.store }),
      ...importSessions(db, { corpus, sessions: sessions.filter(isImported), time: times.import }),
    ]
    if (index) await times.index.asyncOf(rows.length, () => index.add(db, rows))
    showProgress(times.store.rows + times.import.rows, by.count, startedAt)
  }
  for (const project of corpus.projects) putProject(db, project, startedAt) // an import knows no root
  await index?.close()
  closeStore(db, storePaths(folder))
  return {
    observations: by.count,
    seconds: Math.round((Date.now() - startedAt) / 1000),
    importPerSecond: times.import.perSecond(),
    storePerSecond: times.store.perSecond(),
    indexPerSecond: times.index.perSecond(),
    databaseBytes: statSync(storePaths(folder).database).size,
    indexBytes: index ? statSync(join(folder, 'index.sqlite')).size : 0,
  }
}

interface Work {
  corpus: Corpus
  sessions: WorkSession[]
  time: Meter
}

function storeSessions(db: Database, { corpus, sessions, time }: Work): Stored[] {
  const made = sessions.map((session) => ({
    session,
    drafts: corpus.draftsOf(session),
    summary: corpus.summaryOf(session),
  }))
  const count = made.reduce((sum, one) => sum + one.drafts.length, 0)
  return time.of(count, () =>
    db.transaction(() =>
      made.flatMap(({ session, drafts, summary }) => {
        const { id: sessionId, startedAt, endedAt } = session
        const project = session.project.id
        const at = Math.round(startedAt)
        const seen = { sessionId, project, cwd: session.project.root, transcriptPath: undefined, entrypoint: 'cli', at }
        const number = putSession(db, seen)
        const rows = drafts.map((draft, at) => ({
          id: putObservation(db, { draft, session: number, project, source: 'local' })?.id ?? 0,
          session,
          at,
        }))
        putSummary(db, { session: number, project, draft: summary })
        endSession(db, { session: number, at: Math.round(endedAt), status: 'completed' })
        return rows
      }),
    ),
  )
}

function importSessions(db: Database, { corpus, sessions, time }: Work): Stored[] {
  const rows = sessions.flatMap((session) =>
    corpus.draftsOf(session).map((draft, at) => ({ session, at, item: toImport(session, draft) })),
  )
  const items = rows.map((row) => row.item)
  const { ids } = time.of(rows.length, () => importObservations({ db, now: Date.now() }, items))
  return rows.map(({ session, at }, row) => ({ id: ids[row] ?? 0, session, at }))
}

interface Meter {
  readonly rows: number
  of<T>(rows: number, work: () => T): T
  asyncOf(rows: number, work: () => Promise<void>): Promise<void>
  perSecond(): number
}

function meter(): Meter {
  let ms = 0
  let total = 0
  const count = (rows: number, from: number) => {
    ms += performance.now() - from
    total += rows
  }
  return {
    get rows() {
      return total
    },
    of(rows, work) {
      const from = performance.now()
      const result = work()
      count(rows, from)
      return result
    },
    async asyncOf(rows, work) {
      const from = performance.now()
      await work()
      count(rows, from)
    },
    perSecond: () => Math.round((total / Math.max(1, ms)) * 1000),
  }
}

let shownAt = 0

function showProgress(done: number, all: number, startedAt: number): void {
  const now = Date.now()
  if (now - shownAt < 5000 && done < all) return
  shownAt = now
  const seconds = (now - startedAt) / 1000
  const left = (seconds / done) * (all - done)
  process.stderr.write(`filled ${done} of ${all} in ${seconds.toFixed(0)} s, about ${left.toFixed(0)} s left\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = '', count = '8000'] = process.argv.slice(2)
  console.log(await fillFolder(folder, { count: Number(count), vectors: !process.argv.includes('--no-vectors') }))
}
