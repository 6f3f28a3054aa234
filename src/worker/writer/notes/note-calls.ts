/** The writing thread's part of notes: loaded by the first workspace that has any. */
import { realpathSync } from 'node:fs'
import { findHostOf, hookedHost } from '../../../capture/hosts.ts'
import type { Config } from '../../../config.ts'
import { MemoryError } from '../../../memory/error.ts'
import { localDay, localTime } from '../../../memory/local-day.ts'
import { stripPrivate } from '../../../memory/privacy.ts'
import { redactSecrets } from '../../../memory/redaction.ts'
import { appendNote } from '../../../notes/append-note.ts'
import type { Database } from '../../../store/database.ts'
import { listWorkspaces } from '../../../store/notes.ts'
import { findLastTranscripts } from '../../../store/sessions.ts'
import { resolveProject } from '../../../workspace/project.ts'
import type { DataFolder } from '../../process/data-folder.ts'
import type { Log } from '../../process/log.ts'
import type { WriterCalls } from '../writer-protocol.ts'
import { answerDream, type Dreamer, dreamStatus, isDreamDue, noteRecall } from './dream-calls.ts'
import { makeNoteKeeper } from './note-keeper.ts'

type Call<Name extends keyof WriterCalls> = (ask: WriterCalls[Name]['ask']) => Promise<WriterCalls[Name]['reply']>

export interface NoteCalls {
  use: Call<'useNotes'>
  sync: Call<'syncNotes'>
  add: Call<'addNote'>
  recall: Call<'recallNotes'>
  dream: Call<'dream'>
  dreamStatus: Call<'dreamStatus'>
  /** Dreams where it is due. Cheap when it is not. */
  tick(now: number): Promise<void>
  /** Picks up changes made while no worker was running, in the workspaces of the last days. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Not every host keeps notes. 50: some weeks of work in a project, and each one costs opening a file. */
const RECENT_TRANSCRIPTS = 50
/** Older workspaces are read again when somebody works there. */
const CATCH_UP_DAYS = 7

export function makeNoteCalls(parts: {
  db: Database
  config: Config
  folder: DataFolder
  log: Log
  tell: (text: string) => void
  /** Absent: no model is configured. */
  reword?: Dreamer['reword']
}): NoteCalls {
  const { db, config, folder, log } = parts
  const keeper = makeNoteKeeper({
    ...{ db, config, log, tell: parts.tell },
    settingsFile: folder.settings,
    hostFolder: ({ id }) => {
      for (const path of findLastTranscripts(db, { project: id, limit: RECENT_TRANSCRIPTS })) {
        const folder = (findHostOf(path) ?? hookedHost).transcripts.notesFolder?.(path)
        if (folder !== undefined) return folder
      }
      return undefined
    },
    closed: [realpathSync(folder.root)],
  })

  const dreamerAt = async (cwd: string): Promise<Dreamer> => {
    const project = resolveProject(cwd)
    const { workspace, settings } = await keeper.use(project)
    return { workspace, settings, projectName: project.name, reword: parts.reword }
  }
  /** The local day of the last dream that was due, by root. */
  const dreamtOn = new Map<string, string>()
  const dreaming = new Map<string, Promise<unknown>>()
  /** A dream asked for while another runs waits for it. */
  const one = <T>(root: string, work: () => Promise<T>): Promise<T> => {
    const done = (dreaming.get(root) ?? Promise.resolve()).catch(() => undefined).then(work)
    dreaming.set(root, done)
    return done
  }

  return {
    async use({ cwd }) {
      const project = resolveProject(cwd)
      const { listed, ...used } = await keeper.use(project)
      return { ...used, projectName: project.name, skipped: listed.skipped }
    },
    async sync({ cwd, all }) {
      return keeper.sync(resolveProject(cwd), { all })
    },
    async add({ cwd, text: given, evergreen }) {
      const text = redactSecrets(stripPrivate(given)).trim()
      if (text === '') throw new MemoryError('bad_input', 'There is nothing to write outside <private>.')
      const project = resolveProject(cwd)
      const now = Date.now()
      const { path, line } = await appendNote({
        ...{ root: project.root, text, evergreen, day: localDay(now) },
        ...(evergreen ? {} : { at: localTime(now) }),
      })
      await keeper.use(project)
      keeper.changed(project.root)
      return { path, line, project: project.name }
    },
    async recall(ask) {
      await noteRecall({ ...ask, now: Date.now() })
      return {}
    },
    async dream({ cwd, ...ask }) {
      const dreamer = await dreamerAt(cwd)
      const done = await one(dreamer.workspace.root, () => answerDream(db, { ...dreamer, ask, now: Date.now() }))
      if (ask.action !== 'dry-run') keeper.changed(dreamer.workspace.root)
      return done
    },
    dreamStatus: async ({ cwd }) => dreamStatus(await dreamerAt(cwd)),
    async tick(now) {
      for (const { root, settings } of keeper.open()) {
        if (!isDreamDue({ settings, lastDay: dreamtOn.get(root), now })) continue
        dreamtOn.set(root, localDay(now)) // a failed dream is not tried again before tomorrow
        const dreamer = await dreamerAt(root)
        const { lastDreamAt, keepsNotes } = dreamStatus(dreamer)
        if (!keepsNotes || (lastDreamAt !== null && localDay(Date.parse(lastDreamAt)) === localDay(now))) continue
        const { outcome, promotions } = await one(root, () =>
          answerDream(db, { ...dreamer, ask: { action: 'run' }, now }),
        )
        log.info('dreamt', { outcome, promoted: promotions.length })
        keeper.changed(root)
      }
    },
    async catchUp() {
      const since = Date.now() - CATCH_UP_DAYS * DAY_MS
      for (const { root, usedAt } of listWorkspaces(db)) {
        if (usedAt < since) break
        await keeper
          .use(resolveProject(root))
          .catch((error: unknown) => log.warn('notes could not be read', { trouble: MemoryError.from(error).message }))
      }
    },
    close: () => keeper.close(),
  }
}
