/**
 * Keeps the stored notes in step with their files, for every workspace in use. Runs in the writing thread. The first
 * session or request from a workspace opens it: from then on its settings and folders are watched. When too many are
 * open, the one unused for longest is closed; its rows stay and are brought up to date at the next use.
 */
import { join } from 'node:path'
import type { Config } from '../../../config.ts'
import { MemoryError } from '../../../memory/error.ts'
import type { Project } from '../../../memory/session.ts'
import { listNoteFiles, type NoteListed, type NoteWorkspace, notePlaces } from '../../../notes/note-files.ts'
import type { NoteSettings } from '../../../notes/note-settings.ts'
import { type Synced, syncNotes } from '../../../notes/sync-notes.ts'
import { type WatchedNoteSettings, watchNoteSettings } from '../../../notes/watched-settings.ts'
import type { Database } from '../../../store/database.ts'
import { countNotes, findWorkspace, type NoteCounts, putWorkspace, type Workspace } from '../../../store/notes.ts'
import { putProject } from '../../../store/sessions.ts'
import { isExcluded } from '../../../workspace/exclusion.ts'
import { type FolderWatch, watchFolders } from '../../../workspace/watch-folders.ts'
import type { Log } from '../../process/log.ts'

export interface NoteKeeper {
  /** Resolves when its rows match the files. */
  use(project: Project): Promise<UsedNotes>
  sync(project: Project, by: { all: boolean }): Promise<Synced & Pick<NoteListed, 'skipped'>>
  /** We wrote a file there ourselves. */
  changed(root: string): void
  /** The workspaces in use, with their settings. */
  open(): { root: string; settings: NoteSettings }[]
  close(): Promise<void>
}

export interface UsedNotes {
  workspace: Workspace
  settings: NoteSettings
  /** What is wrong in the settings. */
  problems: string[]
  listed: NoteListed
  counts: NoteCounts
  watched: boolean
}

export interface NoteKeeperParts {
  db: Database
  config: Config
  log: Log
  settingsFile: string
  /** The folder where the host keeps its own notes about this project, if it does. */
  hostFolder: (project: Project) => string | undefined
  /** Folders that never hold notes, whatever the settings say. */
  closed: string[]
  tell: (text: string) => void
  now?: () => number
}

/** More at once is a script walking the disk, not a person working. */
const MAX_OPEN = 8
/** A small workspace is listed again instead of trusting the watch: listing 500 files takes five milliseconds. */
const SMALL_FILES = 500
const FRESH_MS = 1000

interface Open {
  project: Project
  workspace: Workspace
  settings: WatchedNoteSettings
  watch: FolderWatch
  listed: NoteListed
  /** Something changed since the last listing began. */
  dirty: boolean
  lost: boolean
  syncedAt: number
  usedAt: number
  running: Promise<Synced> | undefined
}

export function makeNoteKeeper(parts: NoteKeeperParts): NoteKeeper {
  const now = parts.now ?? Date.now
  const open = new Map<string, Open>()
  let closing = false

  const placeOf = (one: Pick<Open, 'project' | 'settings'>): NoteWorkspace => ({
    root: one.project.root,
    extraPaths: one.settings.current().extraPaths,
    home: parts.config.home,
    hostFolder: parts.hostFolder(one.project),
    closed: parts.closed,
  })

  /** Stored under the project it belongs to now. */
  const store = ({ project, usedAt }: Pick<Open, 'project' | 'usedAt'>): Workspace =>
    parts.db.transaction(() => {
      const { id } = putProject(parts.db, project, now())
      return putWorkspace(parts.db, { root: project.root, project: id, at: usedAt })
    })

  /** One at a time; a request during a run waits for the next one. */
  const bringUpToDate = async (one: Open, all = false): Promise<Synced> => {
    while (one.running) await one.running.catch(() => undefined)
    one.dirty = false
    one.running = (async () => {
      one.listed = listNoteFiles(placeOf(one))
      if (one.listed.files.length > 0) one.workspace = store(one)
      const { workspace } = one
      if (workspace.id === UNSTORED) return NOTHING_SYNCED
      return syncNotes(parts.db, { workspace, files: one.listed.files, all, mayGoOn: () => !closing })
    })()
    try {
      const done = await one.running
      one.syncedAt = now()
      if (done.changed + done.removed > 0) parts.log.info('notes were read', { ...done })
      return done
    } catch (error) {
      one.dirty = true
      throw error
    } finally {
      one.running = undefined
    }
  }
  const wake = (one: Open) => {
    one.dirty = true
    if (!closing) void bringUpToDate(one).catch((error: unknown) => parts.log.error('notes could not be read', error))
  }

  const openOne = (project: Project): Open => {
    const root = project.root
    const settings = watchNoteSettings({
      globalFile: parts.settingsFile,
      workspaceFile: join(root, 'agent-config.json'),
      home: parts.config.home,
      onChange: ({ critical, problem }) => {
        if (problem) parts.tell(`Notes of ${project.name}: ${problem}`)
        const known = open.get(root)
        if (known && critical.includes('extraPaths')) {
          known.watch.close()
          known.watch = watch(known)
          wake(known)
        }
      },
    })
    const unstored = { id: UNSTORED, root, project: project.id, usedAt: 0 }
    const workspace = findWorkspace(parts.db, root) ?? unstored
    const one: Open = {
      ...{ project, workspace, settings, listed: { files: [], skipped: [] } },
      ...{ dirty: true, lost: false, syncedAt: 0, usedAt: now(), running: undefined },
      watch: NO_WATCH,
    }
    one.watch = watch(one)
    open.set(root, one)
    return one
  }

  const watch = (one: Open): FolderWatch => {
    const made = watchFolders({
      ...notePlaces(placeOf(one)),
      onChange: () => wake(one),
      onLost: (why) => {
        one.lost = true
        parts.log.warn('not every folder of notes can be watched', { why: why.message })
      },
    })
    // Files written after the first listing and before the watches started were reported by neither.
    void made.ready.then(() => {
      if (one.watch === made && open.get(one.project.root) === one) wake(one)
    })
    return made
  }

  const closeOne = (one: Open) => {
    one.watch.close()
    one.settings.close()
    open.delete(one.project.root)
  }

  const get = (project: Project): Open => {
    const { config } = parts
    if (isExcluded(config.EXCLUDED_PROJECTS, [project.root], config.home)) {
      throw new MemoryError('forbidden', 'This project is excluded: its notes are not read.', {
        hint: 'CLAUDE_MEM_EXCLUDED_PROJECTS says which projects are left alone.',
      })
    }
    const known = open.get(project.root) ?? openOne(project)
    known.usedAt = now()
    const longest = [...open.values()].sort((a, b) => a.usedAt - b.usedAt)[0]
    if (open.size > MAX_OPEN && longest) closeOne(longest)
    return known
  }

  return {
    async use(project) {
      const one = get(project)
      const mayBeOld = one.listed.files.length <= SMALL_FILES && now() - one.syncedAt > FRESH_MS
      if (one.dirty || mayBeOld) await bringUpToDate(one)
      else await one.running
      if (one.workspace.id !== UNSTORED && one.usedAt - one.workspace.usedAt > FRESH_MS) one.workspace = store(one)
      return {
        workspace: one.workspace,
        settings: one.settings.current(),
        problems: one.settings.problems(),
        listed: one.listed,
        counts: countNotes(parts.db, one.workspace.id),
        watched: !one.lost,
      }
    },
    async sync(project, { all }) {
      const one = get(project)
      const done = await bringUpToDate(one, all)
      return { ...done, skipped: one.listed.skipped }
    },
    changed(root) {
      const one = open.get(root)
      if (one) wake(one)
    },
    open: () =>
      [...open.values()].map(({ project, settings }) => ({ root: project.root, settings: settings.current() })),
    async close() {
      closing = true
      for (const one of [...open.values()]) {
        closeOne(one)
        await one.running?.catch(() => undefined)
      }
    },
  }
}

/** A folder without notes is not stored, even if somebody asks about it. */
const UNSTORED = 0
const NOTHING_SYNCED: Synced = { files: 0, changed: 0, removed: 0, pieces: 0 }

const NO_WATCH: FolderWatch = { ready: Promise.resolve(), watches: () => 0, close: () => undefined }
