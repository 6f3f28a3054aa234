/**
 * The current settings of notes. Both files are read at once and again after each change. Their folders are watched,
 * not the files, because an editor replaces a file and a file may appear later. If a file is not valid JSON, perhaps
 * half written, its previous values stay, and each such content is reported once.
 */
import { type FSWatcher, readFileSync, watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { findRealPath } from '../workspace/paths.ts'
import { type CriticalKey, changedCritical, mergeNoteSettings, type NoteSettings } from './note-settings.ts'

export interface NoteSettingsChange {
  settings: NoteSettings
  /** The critical keys that changed. */
  critical: CriticalKey[]
  /** What the user should know: the effect of a critical key, or why a file was not accepted. */
  problem?: string | undefined
}

export interface WatchedNoteSettings {
  current(): NoteSettings
  /** One sentence each; empty when every value was accepted. */
  problems(): string[]
  close(): void
}

export function watchNoteSettings(by: {
  /** settings.json of the data folder; notes use its key `memory`. */
  globalFile: string
  /** agent-config.json; undefined without a workspace. */
  workspaceFile: string | undefined
  /** For `~` in the list of trusted workspaces. */
  home: string
  onChange: (change: NoteSettingsChange) => void
  /** Writing a file causes several events. */
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

/** Also if one of them goes through a link. */
function isSamePlace(a: string, b: string): boolean {
  return a === b || (findRealPath(a) ?? a) === (findRealPath(b) ?? b)
}

const WHAT_HAPPENS: Record<CriticalKey, string> = {
  backend: 'backend changed: the next search asks the other one.',
  extraPaths: 'extraPaths changed: the notes are listed again.',
}

interface Source {
  file: string
  /** Its last valid content. */
  value: unknown
  /** Why its current content was not accepted. */
  complaint: string | undefined
  /** The content that was reported. */
  refused: string | undefined
}

function makeSource(file: string): Source {
  return { file, value: undefined, complaint: undefined, refused: undefined }
}

/** A complaint that has not been reported yet. */
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

/** undefined: no such file. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // A file that exists but cannot be read is reported like an invalid one.
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

/** undefined if the folder cannot be watched: then its file is not read again. */
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
