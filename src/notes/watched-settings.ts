/**
 * The settings of notes as they are now. Both files are read at once and again when they change; their folders are
 * watched, not the files, because an editor puts another file in a file's place and a file may appear later. A file that
 * cannot be read as JSON, half written perhaps, leaves what it said before, and that is said once for each such content.
 */
import { type FSWatcher, readFileSync, watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { findRealPath } from '../workspace/paths.ts'
import { type CriticalKey, changedCritical, mergeNoteSettings, type NoteSettings } from './note-settings.ts'

export interface NoteSettingsChange {
  settings: NoteSettings
  /** Those of the critical keys that changed. */
  critical: CriticalKey[]
  /** What the user should know: what a critical key changes, or why a file was not taken. */
  problem?: string | undefined
}

export interface WatchedNoteSettings {
  current(): NoteSettings
  /** One sentence each; empty when every value was taken. */
  problems(): string[]
  close(): void
}

export function watchNoteSettings(by: {
  /** settings.json of the data folder: the notes' part is its key `memory`. */
  globalFile: string
  /** agent-config.json; undefined where there is no workspace. */
  workspaceFile: string | undefined
  /** For `~` in the list of trusted workspaces. */
  home: string
  onChange: (change: NoteSettingsChange) => void
  /** Writing a file is several events. */
  debounceMs?: number
}): WatchedNoteSettings {
  const global = makeSource(by.globalFile)
  const workspace = by.workspaceFile === undefined ? undefined : makeSource(by.workspaceFile)
  const sources = workspace === undefined ? [global] : [global, workspace]
  const root = by.workspaceFile === undefined ? undefined : dirname(by.workspaceFile)
  const isTrusted = (trusted: readonly string[]) =>
    root !== undefined && trusted.some((path) => isSamePlace(resolve(path.replace(/^~(?=$|[\\/])/, by.home)), root))
  const merge = () => mergeNoteSettings(memoryOf(global.value), workspace?.value, isTrusted)
  for (const source of sources) look(source)
  let merged = merge()

  const lookAgain = () => {
    const complaints = sources.flatMap((source) => look(source) ?? [])
    const before = merged
    merged = merge()
    const critical = changedCritical(before.settings, merged.settings)
    const isSame = JSON.stringify(before) === JSON.stringify(merged)
    if (isSame && complaints.length === 0) return
    const sentences = [...complaints, ...critical.map((key) => WHAT_HAPPENS[key])]
    by.onChange({ settings: merged.settings, critical, problem: sentences.join(' ') || undefined })
  }
  let timer: NodeJS.Timeout | undefined
  const wake = () => {
    clearTimeout(timer)
    timer = setTimeout(lookAgain, by.debounceMs ?? 300)
    timer.unref()
  }
  const watchers = sources.flatMap((source) => watchFolderOf(source.file, wake) ?? [])
  return {
    current: () => merged.settings,
    problems: () => [...sources.flatMap(({ complaint }) => complaint ?? []), ...merged.problems],
    close() {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}

/** Also where one of them goes through a link. */
function isSamePlace(a: string, b: string): boolean {
  return a === b || (findRealPath(a) ?? a) === (findRealPath(b) ?? b)
}

const WHAT_HAPPENS: Record<CriticalKey, string> = {
  backend: 'backend changed: the next search asks the other one.',
  extraPaths: 'extraPaths changed: the notes are listed anew.',
}

interface Source {
  file: string
  /** What it said when it was last understood. */
  value: unknown
  /** Why what it holds now was not taken. */
  complaint: string | undefined
  /** The content that was complained of. */
  refused: string | undefined
}

function makeSource(file: string): Source {
  return { file, value: undefined, complaint: undefined, refused: undefined }
}

/** What there is to complain of, if that was not said before. */
function look(source: Source): string | undefined {
  const text = readText(source.file)
  const value = text === undefined ? undefined : parseObject(text)
  if (text !== undefined && value === undefined) {
    if (source.refused === text) return undefined
    source.refused = text
    source.complaint = `${basename(source.file)} is not a JSON object; what it said before stays.`
    return source.complaint
  }
  source.value = value
  source.complaint = undefined
  source.refused = undefined
  return undefined
}

/** undefined: there is no such file, and so it says nothing. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // A file that is there and cannot be read is complained of like one without sense.
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? undefined : ''
  }
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined // the caller says so
  }
}

function memoryOf(settings: unknown): unknown {
  return typeof settings === 'object' && settings !== null && 'memory' in settings ? settings.memory : undefined
}

/** undefined where the folder cannot be watched: its file stays as it was read. */
function watchFolderOf(file: string, changed: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(dirname(file), { persistent: false }, (_event, name) => {
      if (name === null || name === basename(file)) changed()
    })
    watcher.on('error', () => watcher.close()) // the folder is gone
    return watcher
  } catch {
    return undefined
  }
}
