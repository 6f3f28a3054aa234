/** A real worker that answers about notes by words only, so that its answers do not depend on a model. */
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { localDay } from '../../src/memory/local-day.ts'
import type { DreamReply, DreamRequest, DreamStatus } from '../../src/worker/protocol/dream.ts'
import type {
  NoteAdded,
  NoteContextReply,
  NoteReadReply,
  NoteSearchReply,
  NoteStatus,
  NoteSynced,
} from '../../src/worker/protocol/notes.ts'
import { makePlace, type Place, PROJECT_ROOT, removePlace } from './place.ts'
import { waitFor } from './wait.ts'
import { call, startWorker, stopWorker } from './worker.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The local day this many days ago, in the form of a log's name. */
export function dayAgo(days: number): string {
  return localDay(Date.now() - days * DAY_MS)
}

export interface NotesPlace {
  place: Place
  start(): Promise<void>
  stop(): Promise<void>
  end(): Promise<void>
  /** Its own folder with only these files. */
  workspace(name: string, files?: Record<string, string>): NotesWorkspace
  /** The notes part of the user's settings. */
  configure(memory: object): void
}

export async function makeNotesPlace(): Promise<NotesPlace> {
  const place = makePlace()
  // Beside the program, as in an installation: the translations.
  symlinkSync(join(PROJECT_ROOT, 'lexicon'), join(place.root, 'lexicon'))
  const start = async () => void (await startWorker(place, { CLAUDE_MEM_EMBEDDINGS: 'off', TZ: process.env.TZ }))
  await start()
  return {
    place,
    start,
    stop: () => stopWorker(place),
    async end() {
      await stopWorker(place)
      removePlace(place)
    },
    workspace(name, files = {}) {
      const root = join(place.root, 'work', name)
      mkdirSync(root, { recursive: true })
      for (const [path, text] of Object.entries(files)) putText(join(root, path), text)
      return openWorkspace(place, root)
    },
    configure: (memory) => putText(place.data.settings, JSON.stringify({ memory })),
  }
}

export type NotesWorkspace = ReturnType<typeof openWorkspace>

/** What can be asked from inside a workspace, over HTTP. */
export function openWorkspace(place: Place, root: string) {
  const get = <T>(path: string, asked: Record<string, string> = {}) =>
    call<T>(place, 'GET', `${path}?${new URLSearchParams({ cwd: root, ...asked })}`)
  const post = <T>(path: string, body: object) => call<T>(place, 'POST', path, { cwd: root, ...body })
  const search = (query: string, more: { maxResults?: number; scope?: string } = {}) =>
    get<NoteSearchReply>('/api/notes/search', {
      ...{ query, scope: more.scope ?? 'notes' },
      ...(more.maxResults === undefined ? {} : { maxResults: String(more.maxResults) }),
    })
  /** The files of what was found, best first. */
  const found = async (query: string, more: { maxResults?: number; scope?: string } = {}) =>
    (await search(query, more)).results.map(({ citation = '' }) => citation.replace(/#.*/, ''))
  return {
    root,
    search,
    found,
    isFound: (query: string, path: string) =>
      waitFor(`${path} is found by ${query}`, async () => (await found(query)).includes(path)),
    isGone: (query: string, path: string) =>
      waitFor(`${path} is no longer found by ${query}`, async () => !(await found(query)).includes(path)),
    context: (message: string) => post<NoteContextReply>('/api/notes/context', { message }),
    read: (path: string, more: Record<string, string> = {}) => get<NoteReadReply>('/api/notes/file', { path, ...more }),
    status: () => get<NoteStatus>('/api/notes/status'),
    add: (text: string, evergreen = false) => post<NoteAdded>('/api/notes/add', { text, evergreen }),
    sync: (all = false) => post<NoteSynced>('/api/notes/sync', { all }),
    dream: (ask: Omit<DreamRequest, 'cwd'> = { action: 'run' }) => post<DreamReply>('/api/dream', ask),
    dreamStatus: () => get<DreamStatus>('/api/dream'),
    put: (path: string, text: string) => putText(join(root, path), text),
    /** As many editors save: a new file beside it, then a rename. */
    save(path: string, text: string) {
      putText(join(root, `${path}.part`), text)
      renameSync(join(root, `${path}.part`), join(root, path))
    },
    file: (path: string) => readFileSync(join(root, path), 'utf8'),
    configure: (memory: object) => putText(join(root, 'agent-config.json'), JSON.stringify({ memory })),
  }
}

export function putText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
