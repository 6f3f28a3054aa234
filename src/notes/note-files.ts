/**
 * Which files are a workspace's notes, and how they are cited: Markdown in `memory/`, the root's MEMORY.md, the folders
 * the user named, and the host's own memory folder. Checked by real paths, so that no link leads out of these. Skipped
 * files are reported with a reason; nothing here throws because of what is on the disk.
 */
import { join, parse } from 'node:path'
import type { NoteFile } from '../memory/note.ts'
import { findRealPath, insideRoot } from '../workspace/paths.ts'
import { nameExtraPaths } from './extra-paths.ts'
import { addNote, addNotes, type NoteListing, type SkippedNote, type SkipReason } from './note-listing.ts'

export interface NoteListed {
  files: NoteFile[]
  skipped: SkippedNote[]
}

export interface NoteWorkspace {
  /** Absolute. */
  root: string
  extraPaths: string[]
  home: string
  /** Where the host keeps its own notes about this project. Never written to. */
  hostFolder?: string | undefined
  /** Real paths of folders that never hold notes, whatever the settings say: our own data. */
  closed?: string[] | undefined
}

/** Synchronous: it runs in the writing thread, and 10,000 files in 200 folders take 0.1 s. */
export function listNoteFiles(by: NoteWorkspace): NoteListed {
  const list: NoteListing = { files: [], skipped: [], seen: new Set(), folders: 0, closed: by.closed ?? [] }
  const { entries, refused } = nameExtraPaths(by)
  for (const path of refused) list.skipped.push({ path, reason: 'refused' })
  const root = findRealPath(by.root)
  if (root === undefined) return { files: [], skipped: [...list.skipped, { path: by.root, reason: 'missing' }] }

  const extras = entries.flatMap((extra) => {
    const real = findRealPath(extra.absolute)
    const reason = real === undefined ? 'missing' : whyNotExtra(root, real, extra.isRelative)
    if (real !== undefined && reason === undefined) return [{ ...extra, real }]
    list.skipped.push({ path: extra.written, reason: reason ?? 'missing' })
    return []
  })
  const named = extras.map(({ real }) => real)

  // The first place that lists a file names it: memory, then the user's folders, then the host's.
  const memory = findAllowed(list, join(root, 'memory'), [root, ...named])
  const lasting = findAllowed(list, join(root, 'MEMORY.md'), [root, ...named])
  const allowed = [memory, lasting, ...named].filter((real) => real !== undefined)
  if (memory !== undefined) addNotes(list, { real: memory, path: 'memory', source: 'memory', allowed })
  if (lasting !== undefined) addNote(list, { real: lasting, path: 'MEMORY.md', source: 'memory', allowed })
  for (const { real, name } of extras) addNotes(list, { real, path: `extra:${name}`, source: 'extra', allowed })
  const host = by.hostFolder === undefined ? undefined : findRealPath(by.hostFolder)
  if (host !== undefined) addNotes(list, { real: host, path: 'host:', source: 'host', allowed: [...allowed, host] })
  return { files: list.files.sort(byPath), skipped: list.skipped.sort(byPath) }
}

/** What to watch for changes of these notes, existing or not, and which links to follow there. */
export function notePlaces(by: NoteWorkspace): { roots: string[]; mayFollow: (real: string) => boolean } {
  const extras = nameExtraPaths(by).entries.map(({ absolute }) => absolute)
  const host = by.hostFolder === undefined ? [] : [by.hostFolder]
  const roots = [join(by.root, 'memory'), join(by.root, 'MEMORY.md'), ...extras, ...host].filter(
    (path) => path !== parse(path).root,
  )
  const mayFollow = (real: string) =>
    roots.some((root) => {
      const allowed = findRealPath(root)
      return allowed !== undefined && (allowed === real || insideRoot(allowed, real) !== undefined)
    })
  return { roots, mayFollow }
}

/** A relative path must stay in the workspace; an absolute one is the user's own choice. */
function whyNotExtra(root: string, real: string, isRelative: boolean): SkipReason | undefined {
  if (real === parse(real).root) return 'refused'
  return isRelative && real !== root && insideRoot(root, real) === undefined ? 'outside' : undefined
}

/**
 * `memory` may itself be a link, but only to where notes may be anyway: a repository made by somebody else must not
 * choose one of its user's folders.
 */
function findAllowed(list: NoteListing, path: string, allowed: string[]): string | undefined {
  const real = findRealPath(path)
  if (real === undefined || allowed.some((folder) => insideRoot(folder, real) !== undefined || folder === real))
    return real
  list.skipped.push({ path: path.endsWith('.md') ? 'MEMORY.md' : 'memory', reason: 'outside' })
  return undefined
}

/** By code units: the same order on every machine. */
function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}
