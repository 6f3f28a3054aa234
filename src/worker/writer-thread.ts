/**
 * The one thread that writes. It takes the spool, reads transcripts, distils, keeps the journal and makes backups;
 * nothing it does can delay an answer, because answers are given by the other thread from a read-only connection.
 */
import { existsSync, watch } from 'node:fs'
import { basename, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { asKept } from '../capture/kept-event.ts'
import { searchPath } from '../config.ts'
import { MemoryError } from '../memory/error.ts'
import { beginsAnew, losesContext } from '../memory/session-beginning.ts'
import { isCorruption } from '../store/database.ts'
import { findWaiting, type Waiting } from '../store/events.ts'
import { queueAllForIndex } from '../store/index-queue.ts'
import { putInjections } from '../store/ledger.ts'
import { listWorkspaces } from '../store/notes.ts'
import { clearToldFiles, type GatedRead, putGatedRead } from '../store/reads.ts'
import { closeStore, openStore, storePaths } from '../store/recovery.ts'
import { findSessionNumber, findSessionsToReconcile, setContextOwed } from '../store/sessions.ts'
import { upgradeToolEvents } from '../store/upgrade-events.ts'
import { VERSION } from '../version.ts'
import { isExcluded } from '../workspace/exclusion.ts'
import { knowDisk } from '../workspace/file-state.ts'
import { makeGit } from '../workspace/git-process.ts'
import { mayHaveNotes } from '../workspace/may-have-notes.ts'
import { resolveProject } from '../workspace/project.ts'
import { dataFolder, makeFolders } from './process/data-folder.ts'
import type { Indexed } from './process/index-pump.ts'
import { indexSettings } from './process/index-settings.ts'
import { openLog } from './process/log.ts'
import { findReplaced, noteFiles } from './process/own-files.ts'
import type { ReplayRequest } from './protocol.ts'
import { checkBranches } from './writer/branch-checks.ts'
import { importObservations } from './writer/changes/bulk-import.ts'
import { makeErasure } from './writer/changes/erasure.ts'
import { makeForgetting } from './writer/changes/forgetting.ts'
import { remember, setPaused } from './writer/changes/user-changes.ts'
import { distilSession } from './writer/distil/distil.ts'
import type { Synthesis } from './writer/enrich/synthesis-loop.ts'
import { makeFailingList } from './writer/failing-list.ts'
import { settleIndexed } from './writer/index-queue.ts'
import type { NoteCalls } from './writer/notes/note-calls.ts'
import { askedOf } from './writer/spool/asked-call.ts'
import { importTranscripts } from './writer/spool/import-transcripts.ts'
import { makeIntake } from './writer/spool/intake.ts'
import { reconcileTranscript } from './writer/spool/reconcile.ts'
import { retrySetAside, type SpoolReader, type Taken, takeSpool } from './writer/spool/spool.ts'
import { dailyUpkeep, sweep, upkeepIsDue } from './writer/upkeep.ts'
import type { CallName, FromWriter, ToWriter, WriterCalls, WriterStart } from './writer/writer-protocol.ts'

/** A session that has been quiet this long is distilled though its turn did not end. */
const QUIET_MS = 60_000
/** Watching a folder can miss a change; nothing waits longer than this for the next look. */
const LOOK_EVERY_MS = 5_000
/** Ended sessions are looked at again for this long: a host may write its last lines after SessionEnd. */
const RECONCILE_SINCE_MS = 24 * 60 * 60 * 1000

const SWEEP_EVERY_MS = 10 * 60 * 1000
const RETRY_BACKUP_MS = 60 * 60 * 1000
const RETRY_ERASING_MS = 60 * 1000

const { config, token } = workerData as WriterStart // set by writer-client.ts, the only place that starts this thread
const port = parentPort as NonNullable<typeof parentPort> // this file only runs as a thread
const folder = dataFolder(config.dataDir)
const log = openLog(folder.logs)
const paths = storePaths(config.dataDir)
const post = (message: FromWriter) => port.postMessage(message)

const store = await openStore(paths, { now: Date.now(), keepBackups: config.BACKUPS }).catch((error: unknown) => {
  log.error('the memory could not be opened', error)
  const known = error instanceof MemoryError ? error : new MemoryError('internal', 'The memory could not be opened.')
  post({ kind: 'failed', code: known.code, message: known.message, hint: known.hint })
  process.exit(1)
})
const { db, journal } = store
if (store.recovered) log.warn(store.recovered)
// Before anything reads them; a recovery may have brought such rows back from the journal.
upgradeToolEvents(db, asKept)
const intake = makeIntake({ db, journal, config, token })
const disk = knowDisk()
const git = makeGit({ searchPath: searchPath(), place: folder.git })
const listFailing = makeFailingList(db, folder, { wanted: config.FAILURE_HINTS === 'deny-once' })
/** One backup at a time. */
let backups: Promise<unknown> = Promise.resolve()
function alone<T>(work: () => Promise<T>): Promise<T> {
  const done = backups.then(work)
  backups = done.catch(() => undefined) // whoever asked for it hears of it
  return done
}
const upkeep = () => alone(() => dailyUpkeep({ db, journal, paths, config, now: Date.now(), log }))
const erasure = makeErasure({
  ...{ db, journal, paths, folder, alone },
  unusedVectors: indexSettings(config) === undefined ? join(config.dataDir, 'index.sqlite') : undefined,
})
const forgetting = makeForgetting({
  ...{ db, journal, folder, erasure, trouble },
  takeAll: async ({ alsoTranscripts }) => void (await (alsoTranscripts ? settle() : takeSpool(spool))),
  async deriveAgain(sessions) {
    await distil(findWaiting(db).filter(({ session }) => sessions.includes(session)))
    listFailing()
  },
})
/** Loaded when a model is configured or asked for: most workers never need it, and it is a fifth of the program. */
let synthesis: Synthesis | undefined
if (config.PROVIDER !== 'local') await loadSynthesis()

async function loadSynthesis(): Promise<Synthesis> {
  const { makeSynthesis } = await import('./writer/enrich/synthesis-loop.ts')
  synthesis ??= makeSynthesis({ db, config, log, tell: (text) => post({ kind: 'notice', text }), trouble })
  return synthesis
}

/** Loaded by the first workspace that has notes: most of a worker's life may be without any. */
let notes: NoteCalls | undefined

async function loadNotes(): Promise<NoteCalls> {
  const { makeNoteCalls } = await import('./writer/notes/note-calls.ts')
  const reword =
    config.PROVIDER === 'local' ? undefined : async (facts: readonly string[]) => (await loadSynthesis()).reword(facts)
  notes ??= makeNoteCalls({ db, config, folder, log, tell: (text) => post({ kind: 'notice', text }), reword })
  return notes
}

/** A session begins where notes may be kept: they are read before somebody asks. */
function noticeWorkspace(cwd: string): void {
  const { root } = resolveProject(cwd)
  if (!mayHaveNotes(root) || isExcluded(config.EXCLUDED_PROJECTS, [root, cwd], config.home)) return
  void loadNotes()
    .then((loaded) => loaded.use({ cwd: root }))
    .catch((error: unknown) => log.warn('notes could not be read', { trouble: MemoryError.from(error).message }))
}

const own = noteFiles([paths.database, folder.lock])

/**
 * The database, the lock or the whole folder was deleted or replaced under us: what we write reaches nobody, and another
 * worker may be at the spool. Ends the process at once; the next hook starts one that brings back what is missing.
 */
function endIfOusted(): void {
  const replaced = findReplaced(own)
  if (replaced === undefined) return
  log.error('a file of this worker is gone or replaced; it ends', new MemoryError('conflict', basename(replaced)))
  process.exit(1)
}

/** Session-start answers that reached their hook before the writer came to the file. */
const delivered = new Set<string>()
/** Sessions whose turn ended: their transcript is read and they are distilled at the next look. */
const finished = new Set<number>()
/** Sessions about to lose their context: their summary is due though they go on. */
const compacting = new Set<number>()

const spool: SpoolReader = {
  folder,
  intake,
  log,
  version: VERSION,
  patience: new Map(),
  guard: endIfOusted,
  onTaken(taken: Taken[]) {
    for (const { name, host } of taken) {
      if (host.kind === 'question') post({ kind: 'taken', name, host })
      if (host.kind !== 'event') continue
      const { event } = host
      // Said of every file, kept or not: a hook that asks about it must not wait for a word that never comes.
      if (['session_started', 'prompt', 'reported'].includes(event.kind)) post({ kind: 'taken', name, host })
      const asked = askedOf(host)
      if (asked) post({ kind: 'taken', name, host: asked })
      if (losesContext(event)) clearToldFiles(db, event.sessionId)
      if (event.kind === 'session_started') noticeWorkspace(host.session.projectDir ?? host.session.cwd)
      const session = findSessionNumber(db, event.sessionId)
      if (session === undefined) continue // skipped or excluded: nothing is kept and nothing is told
      if (['stopped', 'compacting', 'session_ended', 'subagent_stopped'].includes(event.kind)) finished.add(session)
      if (event.kind === 'compacting') compacting.add(session)
      if (beginsAnew(event)) setContextOwed(db, { session, owed: !delivered.delete(name) })
    }
  },
}

let lastSweepAt = 0
/** What was recovered is looked at for an hour before it becomes a backup and the journal is dropped. */
let lastBackupTryAt = store.recovered === undefined ? 0 : Date.now()
let lastErasingTryAt = 0
let running: Promise<void> | undefined
let again = false

/** One look at a time; a wish for another while one runs is remembered. */
function look(): Promise<void> {
  again = true
  running ??= (async () => {
    while (again) {
      again = false
      await work().catch(trouble)
    }
    running = undefined
  })()
  return running
}

async function work(): Promise<number> {
  const now = Date.now()
  endIfOusted()
  keepWatching()
  const taken = await takeSpool(spool, { patientAt: now })
  if (finished.size > 0) await reconcile((session) => finished.has(session), now)
  const due = findWaiting(db).filter(
    (waiting) => finished.has(waiting.session) || now - Math.max(waiting.lastEventAt, startedAt) > QUIET_MS,
  )
  finished.clear()
  await distil(due)
  if (now - lastSweepAt > SWEEP_EVERY_MS) {
    lastSweepAt = now
    sweep({ db, folder, now })
  }
  if (now - lastBackupTryAt > RETRY_BACKUP_MS && upkeepIsDue({ paths, journal, now })) {
    lastBackupTryAt = now
    await upkeep()
  }
  if (now - lastErasingTryAt > RETRY_ERASING_MS) {
    lastErasingTryAt = now
    void erasure.run().catch(trouble)
  }
  synthesis?.tick()
  // A quiet moment: nothing came in and nothing waits.
  if (taken === 0 && due.length === 0) await notes?.tick(now)
  return taken
}

/** Somebody tidied up: the folders are made again, and it is the new spool that is watched. */
function keepWatching(): void {
  if (!existsSync(folder.badSpool)) makeFolders(folder)
  if (findReplaced(watched) === undefined) return
  log.warn('the spool was removed and has been made again')
  watcher.close()
  watched = noteFiles([folder.spool])
  watcher = watch(folder.spool, () => void look())
}

async function reconcile(wanted: (session: number) => boolean, now: number, since = now - RECONCILE_SINCE_MS) {
  for (const session of findSessionsToReconcile(db, since)) {
    const number = findSessionNumber(db, session.id)
    if (number === undefined || !session.transcriptPath || !wanted(number)) continue
    const finished = session.status !== 'active'
    await reconcileTranscript({ db, intake, now }, { path: session.transcriptPath, finished })
  }
}

/** Everything that could wait, now: at the start (what a crash left) and at the end, and when somebody asks. */
async function settle(): Promise<number> {
  const taken = await takeSpool(spool)
  await reconcile(() => true, Date.now())
  await distil(findWaiting(db))
  return taken
}

/** What a crash left, what an older version did not understand, and the notes as they are by now. */
async function catchUp(): Promise<void> {
  const back = retrySetAside(folder, VERSION)
  if (back > 0) log.info('files another version had set aside are tried again', { files: back })
  if (store.recovered !== undefined) await readTranscriptsAgain()
  await settle()
  if (listWorkspaces(db).length > 0) void loadNotes().then((loaded) => loaded.catchUp(), trouble)
}

/** After a recovery: of every session there is, and those that were imported. */
async function readTranscriptsAgain(): Promise<void> {
  await reconcile(() => true, Date.now(), 0)
  for (const path of store.transcripts.filter((one) => existsSync(one)))
    await importTranscripts({ db, journal, intake, config, disk }, path, () => {})
  const gone = store.transcripts.filter((path) => !existsSync(path)).length
  if (gone > 0) post({ kind: 'notice', text: `${gone} imported transcripts are gone and could not be read again.` })
}

async function distil(sessions: Waiting[]): Promise<void> {
  for (const waiting of sessions) {
    const final = waiting.ended === 1 || compacting.delete(waiting.session)
    // Together: a worker killed between the two would leave rows that no model is ever asked about.
    db.transaction(() => {
      distilSession(db, waiting, { disk, now: Date.now() })
      synthesis?.distilled(waiting, { final })
    })
    await new Promise(setImmediate)
  }
  if (sessions.length > 0) listFailing()
}

function trouble(error: unknown): void {
  log.error('the writer stumbled', error)
  post({ kind: 'trouble', message: error instanceof Error ? error.message : 'unknown' })
  // A damaged database is repaired at the next start, which the next hook brings about.
  if (isCorruption(error) || (error instanceof MemoryError && error.code === 'corrupt')) process.exit(1)
}

const calls: { [Name in CallName]: (ask: never, id: number) => unknown } = {
  remember: (ask: Parameters<typeof remember>[1]) => remember({ db, journal, now: Date.now() }, ask),
  forget: (ask: WriterCalls['forget']['ask']) => forgetting(ask),
  pause: (ask: { paused: boolean }) => setPaused({ db, journal, folder, now: Date.now() }, ask.paused),
  import: (ask: { path: string | undefined }, id) =>
    importTranscripts({ db, journal, intake, config, disk }, ask.path, (progress) =>
      post({ kind: 'progress', id, progress }),
    ).finally(listFailing),
  importObservations: (ask: WriterCalls['importObservations']['ask']) =>
    importObservations({ db, journal, now: Date.now() }, ask.items),
  backup: upkeep,
  providerCheck: async () => (await loadSynthesis()).check(),
  providerRetry: async () => (await loadSynthesis()).retry(),
  replay: async (ask: ReplayRequest) => (await loadSynthesis()).replay(ask),
  indexed: ({ sent }: { sent: Indexed[] }) => {
    settleIndexed(db, sent)
    return {}
  },
  queueAll: () => {
    queueAllForIndex(db)
    return {}
  },
  inject: (ask: WriterCalls['inject']['ask']) => {
    putInjections(db, { ...ask, at: Date.now() })
    return {}
  },
  gate: (ask: GatedRead) => {
    putGatedRead(db, ask, Date.now())
    return {}
  },
  checkBranches: (ask: WriterCalls['checkBranches']['ask']) => checkBranches({ db, git }, ask.questions),
  useNotes: async (ask: WriterCalls['useNotes']['ask']) => (await loadNotes()).use(ask),
  syncNotes: async (ask: WriterCalls['syncNotes']['ask']) => (await loadNotes()).sync(ask),
  recallNotes: async (ask: WriterCalls['recallNotes']['ask']) => (await loadNotes()).recall(ask),
  dream: async (ask: WriterCalls['dream']['ask']) => (await loadNotes()).dream(ask),
  dreamStatus: async (ask: WriterCalls['dreamStatus']['ask']) => (await loadNotes()).dreamStatus(ask),
  addNote: async (ask: WriterCalls['addNote']['ask']) => (await loadNotes()).add(ask),
  settle: async () => ({ taken: await settle() }),
  close: async () => {
    clearInterval(timer)
    watcher.close()
    await running
    await erasure.stop()
    await backups
    await synthesis?.close()
    await notes?.close()
    await takeSpool(spool).catch(trouble) // what cannot be taken now is taken at the next start
    closeStore(db, paths)
    setImmediate(() => port.close())
    return {}
  },
}

async function answer(message: Extract<ToWriter, { kind: 'call' }>): Promise<void> {
  endIfOusted()
  try {
    const reply = await calls[message.name](message.ask as never, message.id) // the call table has one entry per name
    post({ kind: 'reply', id: message.id, reply })
  } catch (error) {
    if (!(error instanceof MemoryError)) trouble(error)
    const known = error instanceof MemoryError ? error : new MemoryError('internal', 'The change could not be stored.')
    post({ kind: 'refused', id: message.id, code: known.code, message: known.message, hint: known.hint })
  }
}

port.on('message', (message: ToWriter) => {
  if (message.kind === 'call') {
    void answer(message)
    return
  }
  const session = findSessionNumber(db, message.sessionId)
  if (session !== undefined) setContextOwed(db, { session, owed: false })
  delivered.add(message.spoolName)
  if (delivered.size > 1000) delivered.clear()
})

const startedAt = Date.now()
let watched = noteFiles([folder.spool])
let watcher = watch(folder.spool, () => void look())
const timer = setInterval(() => void look(), LOOK_EVERY_MS)
listFailing()
post({ kind: 'ready', recovered: store.recovered })
running = catchUp()
  .catch(trouble)
  .then(() => {
    running = undefined
    return look()
  })
