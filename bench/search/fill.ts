/**
 * Fills a data folder with generated memories, through the store's own functions and the bulk import, and with their
 * vectors through the index's own: afterwards a worker finds everything indexed.
 * `node --import ./scripts/text-imports.mjs bench/search/fill.ts FOLDER COUNT [--no-vectors] [--no-passages]`
 */
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ObservationDraft } from '../../src/memory/observation.ts'
import type { Database } from '../../src/store/database.ts'
import { putObservation } from '../../src/store/observations.ts'
import { putTurns } from '../../src/store/passages.ts'
import { putPrompt } from '../../src/store/prompts.ts'
import { closeStore, openStore, storePaths } from '../../src/store/recovery.ts'
import { endSession, putProject, putSession } from '../../src/store/sessions.ts'
import { putSummary } from '../../src/store/summaries.ts'
import { importObservations } from '../../src/worker/writer/changes/bulk-import.ts'
import { type Corpus, makeCorpus, type WorkSession } from './corpus.ts'
import { isImported, toImport } from './imported.ts'
import { openIndexFiller } from './vector-fill.ts'

export interface Filled {
  observations: number
  passages: number
  sessions: number
  /** Of everything stored: memories with their files, summaries, what was said (including prompts). */
  textBytes: number
  seconds: number
  /** Rows a second with their words indexed: through the bulk import, and one by one as the worker does. */
  importPerSecond: number
  storePerSecond: number
  /** Passages a second, compressed and their words indexed. */
  passagesPerSecond: number
  /** Vectors a second into index.sqlite, without the model. */
  indexPerSecond: number
  databaseBytes: number
  indexBytes: number
}

/** The content of a folder. */
export interface Shape {
  count: number
  /** What was said in the turns too: ten passages for each memory, and its prompts. */
  said: boolean
  /** Length of every narrative, if all should be equal. */
  characters?: number | undefined
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
  by: Shape & { vectors: boolean; projectRoot?: string },
): Promise<Filled> {
  rmSync(folder, { recursive: true, force: true }) // half filled
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const startedAt = Date.now()
  const root = by.projectRoot ? { root: by.projectRoot } : {}
  const corpus = makeCorpus(by.count, { now: startedAt, characters: by.characters, ...root })
  const index = by.vectors ? await openIndexFiller(folder) : undefined
  const { db } = await openStore(storePaths(folder), { now: startedAt, keepBackups: 1 })
  const times = { store: meter(), import: meter(), said: meter(), index: meter() }
  const texts = { bytes: 0 }
  for (const project of corpus.projects) putProject(db, project, startedAt)
  for (let from = 0; from < corpus.sessions; from += SESSIONS_AT_ONCE) {
    const sessions = Array.from({ length: Math.min(SESSIONS_AT_ONCE, corpus.sessions - from) }, (_, at) =>
      corpus.sessionAt(from + at),
    )
    const rows = [
      ...storeSessions(db, { corpus, sessions: sessions.filter((one) => !isImported(one)), time: times.store, texts }),
      ...importSessions(db, { corpus, sessions: sessions.filter(isImported), time: times.import, texts }),
    ]
    if (by.said) storeSaid(db, { corpus, sessions, time: times.said, texts })
    if (index) await times.index.asyncOf(rows.length, () => index.add(db, rows))
    showProgress(times.store.rows + times.import.rows, by.count, startedAt)
  }
  for (const project of corpus.projects) putProject(db, project, startedAt) // an import knows no root
  await index?.close()
  closeStore(db, storePaths(folder))
  return {
    observations: by.count,
    passages: times.said.rows,
    sessions: corpus.sessions,
    textBytes: texts.bytes,
    seconds: Math.round((Date.now() - startedAt) / 1000),
    importPerSecond: times.import.perSecond(),
    storePerSecond: times.store.perSecond(),
    passagesPerSecond: times.said.perSecond(),
    indexPerSecond: times.index.perSecond(),
    databaseBytes: statSync(storePaths(folder).database).size,
    indexBytes: index ? statSync(join(folder, 'index.sqlite')).size : 0,
  }
}

interface Work {
  corpus: Corpus
  sessions: WorkSession[]
  time: Meter
  texts: { bytes: number }
}

function storeSessions(db: Database, { corpus, sessions, time, texts }: Work): Stored[] {
  const made = sessions.map((session) => ({
    session,
    drafts: corpus.draftsOf(session),
    summary: corpus.summaryOf(session),
  }))
  const count = made.reduce((sum, one) => sum + one.drafts.length, 0)
  for (const { drafts, summary } of made) {
    texts.bytes += bytesOf(drafts.flatMap(textsOf))
    texts.bytes += bytesOf(Object.values(summary).filter((value) => typeof value === 'string'))
  }
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

/** Turns with their passages, and the prompts that began them. */
function storeSaid(db: Database, { corpus, sessions, time, texts }: Work): void {
  const made = sessions.map((session) => ({ session, turns: corpus.turnsOf(session) }))
  const passages = made.flatMap(({ turns }) => turns.flatMap((turn) => turn.passages))
  texts.bytes += bytesOf(passages.map(({ text }) => text))
  time.of(passages.length, () =>
    db.transaction(() => {
      for (const { session, turns } of made) {
        const { id: sessionId, project, startedAt } = session
        const seen = { sessionId, project: project.id, cwd: project.root, transcriptPath: undefined, entrypoint: 'cli' }
        const number = putSession(db, { ...seen, at: Math.round(startedAt) })
        putTurns(db, { session: number, project: project.id, turns, read: new Set() })
        for (const { eventKey, text, at } of turns.flatMap((turn) => turn.passages.slice(0, 1))) {
          const prompt = { kind: 'prompt' as const, key: eventKey, sessionId, at, text, machineMade: false }
          putPrompt(db, { session: number, project: project.id, event: { ...prompt, origin: 'hook' } })
        }
      }
    }),
  )
}

function bytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}

function textsOf(one: ObservationDraft): string[] {
  return [one.title, one.subtitle, one.narrative, ...one.facts, ...one.filesRead, ...one.filesModified]
}

function importSessions(db: Database, { corpus, sessions, time, texts }: Work): Stored[] {
  const rows = sessions.flatMap((session) =>
    corpus.draftsOf(session).map((draft, at) => ({ session, at, item: toImport(session, draft) })),
  )
  const items = rows.map((row) => row.item)
  texts.bytes += bytesOf(items.flatMap(({ title = '', text, files = [] }) => [title, text, ...files]))
  const { ids } = time.of(rows.length, () =>
    importObservations({ db, journal: { append: () => {} }, now: Date.now() }, items),
  )
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
  const without = (flag: string) => process.argv.includes(flag)
  const shape = { count: Number(count), said: !without('--no-passages') }
  console.log(await fillFolder(folder, { ...shape, vectors: !without('--no-vectors') }))
}
