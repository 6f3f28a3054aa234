/**
 * The only writer. It takes the spool, reads transcripts, distils, writes the journal and makes backups. It has its own
 * thread, so it never delays an answer: the other thread gives those, from a read-only connection.
 */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { asKept } from '../../capture/kept-event.ts'
import { searchPath } from '../../config.ts'
import { MemoryError } from '../../memory/error.ts'
import { isCorruption } from '../../store/database.ts'
import { findWaiting } from '../../store/events.ts'
import { queueAllForIndex } from '../../store/index-queue.ts'
import { putInjections } from '../../store/ledger.ts'
import { listWorkspaces } from '../../store/notes.ts'
import { putGatedRead } from '../../store/reads.ts'
import { closeStore, type OpenedStore, storePaths } from '../../store/recovery.ts'
import type { Restored } from '../../store/restore.ts'
import { upgradeToolEvents } from '../../store/upgrade-events.ts'
import { VERSION } from '../../version.ts'
import { isExcluded } from '../../workspace/exclusion.ts'
import { knowDisk } from '../../workspace/file-state.ts'
import { makeGit } from '../../workspace/git-process.ts'
import { mayHaveNotes } from '../../workspace/may-have-notes.ts'
import { resolveProject } from '../../workspace/project.ts'
import { dataFolder, makeFolders } from '../process/data-folder.ts'
import { indexSettings } from '../process/index-settings.ts'
import { type Log, openLog } from '../process/log.ts'
import { findReplaced, noteFiles } from '../process/own-files.ts'
import type { FileImport, ImportFileRequest } from '../protocol/archive.ts'
import type { ImportRequest } from '../protocol.ts'
import { checkBranches } from './branch-checks.ts'
import { importObservations } from './changes/bulk-import.ts'
import { edit, setPinned, setRecalled, undo } from './changes/edit.ts'
import { makeErasure } from './changes/erasure.ts'
import { makeForgetting } from './changes/forgetting.ts'
import { aliasProject, finishMerges, mergeProjects, renameProject } from './changes/projects.ts'
import { review } from './changes/review.ts'
import { remember, setPaused } from './changes/user-changes.ts'
import { makeCheckup } from './checkup.ts'
import type { Synthesis } from './enrich/synthesis-loop.ts'
import { makeFailingList } from './failing-list.ts'
import { settleIndexed } from './index-queue.ts'
import { makeLookLoop } from './look-loop.ts'
import type { NoteCalls } from './notes/note-calls.ts'
import { makeRestoring, openMemory } from './restoring.ts'
import { makeSessionWork } from './session-work.ts'
import { importTranscripts } from './spool/import-transcripts.ts'
import { makeIntake } from './spool/intake.ts'
import { retrySetAside, type SpoolReader, takeSpool } from './spool/spool.ts'
import { backUp, dailyUpkeep, giveSpaceBack, sweep, upkeepIsDue } from './upkeep.ts'
import type { CallName, FromWriter, ToWriter, WriterHandlers, WriterStart } from './writer-protocol.ts'

/** A folder watch can miss a change; nothing waits longer than this for the next pass. */
const LOOK_EVERY_MS = 5_000

const SWEEP_EVERY_MS = 10 * 60 * 1000
const RETRY_BACKUP_MS = 60 * 60 * 1000
const RETRY_ERASING_MS = 60 * 1000

/** Calls by which somebody changes memories; listening pages are told. */
const CHANGES: ReadonlySet<CallName> = new Set([
  ...([
    'remember',
    'edit',
    'pin',
    'recall',
    'undo',
    'renameProject',
    'mergeProjects',
    'forget',
    'import',
    'importObservations',
    'importFile',
  ] as const),
])

/** What a writer is connected to. */
export interface WriterEnds {
  /** Sends a message to the answering thread. */
  post: (message: FromWriter) => void
  /** Called when it cannot continue. Does not return. */
  end: () => never
  onClosed: () => void
}

export interface WriterParts extends WriterStart, WriterEnds {
  store: OpenedStore
  /** What a person had asked to go back to. */
  restored?: Restored | undefined
  log: Log
}

export interface RunningWriter {
  /** Reports that it is ready and starts with what the last writer left. */
  start(): void
  take(message: ToWriter): Promise<void>
}

/** If the memory cannot be opened, reports that and ends the thread. */
export async function openWriter(start: WriterStart, ends: WriterEnds): Promise<RunningWriter> {
  const { config } = start
  const log = openLog(dataFolder(config.dataDir).logs)
  const opening = openMemory(storePaths(config.dataDir), { now: Date.now(), keepBackups: config.BACKUPS, log })
  const opened = await opening.catch((error: unknown) => {
    log.error('the memory could not be opened', error)
    const known = error instanceof MemoryError ? error : new MemoryError('internal', 'The memory could not be opened.')
    ends.post({ kind: 'failed', error: known.facts })
    return ends.end()
  })
  return makeWriter({ ...start, ...ends, ...opened, log })
}

export async function makeWriter(parts: WriterParts): Promise<RunningWriter> {
  const { config, token, store, log, post, end } = parts
  const { db, journal } = store
  const folder = dataFolder(config.dataDir)
  const paths = storePaths(config.dataDir)
  if (store.recovered) log.warn(store.recovered)
  // Before anything reads them; a recovery may have restored old-format rows from the journal.
  upgradeToolEvents(db, asKept)
  const intake = makeIntake({ db, journal, config, token })
  const disk = knowDisk()
  const git = makeGit({ searchPath: searchPath(), place: folder.git })
  const listFailing = makeFailingList(db, folder, { wanted: config.FAILURE_HINTS === 'deny-once' })
  const tell = (text: string) => post({ kind: 'notice', text })

  function trouble(error: unknown): void {
    log.error('the writer stumbled', error)
    post({ kind: 'trouble', message: error instanceof Error ? error.message : 'unknown' })
    // A damaged database is repaired at the next start, which the next hook causes.
    if (isCorruption(error) || (error instanceof MemoryError && error.code === 'corrupt')) end()
  }

  /** Loaded when a model is configured or asked for: most workers never need it, and it is a fifth of the program. */
  let synthesis: Synthesis | undefined
  async function loadSynthesis(): Promise<Synthesis> {
    const { makeSynthesis } = await import('./enrich/synthesis-loop.ts')
    synthesis ??= makeSynthesis({ db, config, log, tell, trouble })
    return synthesis
  }
  if (config.PROVIDER !== 'local') await loadSynthesis()

  /** Loaded by the first workspace that has notes: many workers never see one. */
  let notes: NoteCalls | undefined
  async function loadNotes(): Promise<NoteCalls> {
    const { makeNoteCalls } = await import('./notes/note-calls.ts')
    const reword =
      config.PROVIDER === 'local'
        ? undefined
        : async (facts: readonly string[]) => (await loadSynthesis()).reword(facts)
    notes ??= makeNoteCalls({ db, config, folder, log, tell, reword })
    return notes
  }

  /** A session begins in a folder that may have notes: read them before somebody asks. */
  function noticeWorkspace(cwd: string): void {
    const { root } = resolveProject(cwd)
    if (!mayHaveNotes(root) || isExcluded(config.EXCLUDED_PROJECTS, [root, cwd], config.home)) return
    void loadNotes()
      .then((loaded) => loaded.use({ cwd: root }))
      .catch((error: unknown) => log.warn('notes could not be read', { trouble: MemoryError.from(error).message }))
  }

  const own = noteFiles([paths.database, folder.lock])
  /**
   * The database, the lock or the whole folder was deleted or replaced: nobody reads what we write, and another worker
   * may be using the spool. The next hook starts a worker that restores what is missing.
   */
  function endIfOusted(): void {
    const replaced = findReplaced(own)
    if (replaced === undefined) return
    log.error('a file of this worker is gone or replaced; it ends', new MemoryError('conflict', basename(replaced)))
    end()
  }

  const sessions = makeSessionWork({
    ...{ db, intake, disk, post, onBegin: noticeWorkspace, onDistilled: listFailing },
    synthesis: () => synthesis,
  })
  const spool: SpoolReader = {
    ...{ folder, intake, log, version: VERSION, patience: new Map(), guard: endIfOusted, onTaken: sessions.onTaken },
  }

  /** Does all waiting work now: at the start (what a crash left), at the end, and on request. */
  async function settle(): Promise<number> {
    const taken = await takeSpool(spool)
    await sessions.reconcileAll()
    await sessions.distil(findWaiting(db))
    return taken
  }

  /** One backup at a time. */
  let backups: Promise<unknown> = Promise.resolve()
  function alone<T>(work: () => Promise<T>): Promise<T> {
    const done = backups.then(work)
    backups = done.catch(() => undefined) // the caller that asked for it sees the error
    return done
  }
  const upkeep = () =>
    alone(async () => {
      const { path, cleared } = await dailyUpkeep({ db, journal, paths, config, now: Date.now(), log })
      // In `status` alone: with a limit set it happens every day, and nobody wants to hear of it at every start.
      if (cleared !== undefined) post({ kind: 'notice', text: cleared, quiet: true })
      return { path }
    })
  const erasure = makeErasure({
    ...{ db, journal, paths, folder, alone },
    unusedVectors: indexSettings(config) === undefined ? join(config.dataDir, 'index.sqlite') : undefined,
  })
  const forget = makeForgetting({
    ...{ db, journal, folder, erasure, trouble },
    ...{ settle, takeSpool: () => takeSpool(spool), reconcile: sessions.reconcile },
    async deriveAgain(doomed) {
      await sessions.distil(findWaiting(db).filter(({ session }) => doomed.includes(session)))
      listFailing()
    },
  })
  const checkup = makeCheckup({
    ...{ db, journal, paths, folder, alone },
    takeSpool: () => takeSpool(spool),
    forgetSession: (session) => forget({ wish: { kind: 'session', session }, preview: false }),
  })
  const readTranscripts = (asked: ImportRequest, report: Parameters<typeof importTranscripts>[2]) =>
    importTranscripts({ db, journal, intake, config, disk }, asked, report)
  async function readFile(asked: ImportFileRequest, report: (progress: FileImport) => void): Promise<FileImport> {
    const { importFile } = await import('./import/import-file.ts')
    const save = () => alone(() => backUp({ db, journal, paths, config, now: Date.now() }))
    return importFile({ db, journal, log, backUp: save }, asked, report)
  }

  let lastSweepAt = 0
  /** A recovered database runs for an hour before it becomes a backup and the journal is dropped. */
  let lastBackupTryAt = store.recovered === undefined ? 0 : Date.now()
  let lastErasingTryAt = 0

  async function work(): Promise<void> {
    const now = Date.now()
    endIfOusted()
    // Somebody removed the folders: make them again.
    if (!existsSync(folder.badSpool)) makeFolders(folder)
    loop.keepWatching(() => log.warn('the spool was removed and has been made again'))
    const taken = await takeSpool(spool, { patientAt: now })
    const distilled = await sessions.finishTurns(now)
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
    if (taken === 0 && distilled === 0) await notes?.tick(now)
  }
  const loop = makeLookLoop({ folder: folder.spool, everyMs: LOOK_EVERY_MS, look: work, onTrouble: trouble })

  /** What a crash left, what an older version could not parse, and the current notes. */
  async function catchUp(): Promise<void> {
    const back = retrySetAside(folder, VERSION)
    if (back > 0) log.info('files another version had set aside are tried again', { files: back })
    await finishMerges(db)
    if (store.recovered !== undefined) await readTranscriptsAgain()
    await settle()
    if (listWorkspaces(db).length > 0) void loadNotes().then((loaded) => loaded.catchUp(), trouble)
  }

  /** After a recovery: the transcripts of every known session, and everything that was imported. */
  async function readTranscriptsAgain(): Promise<void> {
    await sessions.reconcileAll({ since: 0 })
    const gone = { transcripts: 0, files: 0 }
    const read = async (what: keyof typeof gone, work: () => Promise<unknown>) => {
      try {
        await work()
      } catch (error) {
        if (!(error instanceof MemoryError)) throw error
        gone[what] += 1 // no file any more, or another
      }
    }
    for (const path of store.transcripts) await read('transcripts', () => readTranscripts({ path }, () => {}))
    for (const asked of store.imports) await read('files', () => readFile(asked, () => {}))
    if (gone.transcripts > 0) tell(`${gone.transcripts} imported transcripts are gone and could not be read again.`)
    if (gone.files > 0) tell(`${gone.files} imported files are gone and could not be read again.`)
  }

  const handlers: WriterHandlers = {
    remember: (ask) => remember({ db, journal, now: Date.now() }, ask),
    edit: (ask) => edit({ db, journal, now: Date.now() }, ask),
    pin: (ask) => setPinned({ db, journal, now: Date.now() }, ask),
    recall: (ask) => setRecalled({ db, journal, now: Date.now() }, ask),
    undo: (ask) => undo({ db, journal, now: Date.now() }, ask),
    review: (ask) => review({ db, now: Date.now() }, ask),
    forget,
    pause: ({ paused }) => setPaused({ db, journal, folder, now: Date.now() }, paused),
    import: (asked, id) =>
      readTranscripts(asked, (progress) => post({ kind: 'progress', id, progress })).finally(listFailing),
    importFile: (asked, id) =>
      readFile(asked, (progress) => post({ kind: 'progress', id, progress })).finally(listFailing),
    importObservations: ({ items }) => importObservations({ db, journal, now: Date.now() }, items),
    renameProject: (ask) => renameProject({ db, journal, now: Date.now() }, ask),
    aliasProject: (ask) => aliasProject({ db, journal, now: Date.now() }, ask),
    mergeProjects: (ask) => mergeProjects({ db, journal, now: Date.now() }, ask),
    vacuum: () => alone(() => giveSpaceBack(db, paths.database)),
    backup: upkeep,
    ...makeRestoring({ paths, journal, restored: parts.restored }),
    checkMemory: checkup.check,
    respool: checkup.respool,
    removeProbes: checkup.removeProbes,
    providerCheck: async () => (await loadSynthesis()).check(),
    providerRetry: async () => (await loadSynthesis()).retry(),
    replay: async (ask) => (await loadSynthesis()).replay(ask),
    indexed: ({ sent }) => {
      settleIndexed(db, sent)
      return {}
    },
    queueAll: () => {
      queueAllForIndex(db)
      return {}
    },
    inject: (ask) => {
      putInjections(db, { ...ask, at: Date.now() })
      return {}
    },
    gate: (ask) => {
      putGatedRead(db, ask, Date.now())
      return {}
    },
    checkBranches: ({ questions }) => checkBranches({ db, git }, questions),
    useNotes: async (ask) => (await loadNotes()).use(ask),
    syncNotes: async (ask) => (await loadNotes()).sync(ask),
    recallNotes: async (ask) => (await loadNotes()).recall(ask),
    dream: async (ask) => (await loadNotes()).dream(ask),
    dreamStatus: async (ask) => (await loadNotes()).dreamStatus(ask),
    addNote: async (ask) => (await loadNotes()).add(ask),
    settle: async () => ({ taken: await settle() }),
    close: async () => {
      await loop.stop()
      await erasure.stop()
      await backups
      await synthesis?.close()
      await notes?.close()
      await takeSpool(spool).catch(trouble) // what cannot be taken now is taken at the next start
      closeStore(db, paths)
      setImmediate(parts.onClosed)
      return {}
    },
  }

  async function answer({ name, ask, id }: Extract<ToWriter, { kind: 'call' }>): Promise<void> {
    endIfOusted()
    try {
      const handle = handlers[name] as (ask: unknown, id: number) => unknown // one handler per name, typed by what it is asked
      const reply = await handle(ask, id)
      if (CHANGES.has(name)) post({ kind: 'changed', what: 'changed', count: 1 })
      post({ kind: 'reply', id, reply })
    } catch (error) {
      if (!(error instanceof MemoryError)) trouble(error)
      const known =
        error instanceof MemoryError ? error : new MemoryError('internal', 'The change could not be stored.')
      post({ kind: 'refused', id, error: known.facts })
    }
  }

  return {
    start() {
      listFailing()
      post({ kind: 'ready', recovered: store.recovered })
      loop.start(catchUp)
    },
    take: async (message) => (message.kind === 'call' ? answer(message) : sessions.delivered(message)),
  }
}
