/**
 * Lists the Markdown files in one folder as notes. Links come last, so that a note reached twice is named by its real
 * place; each real folder is entered once, so loops end.
 */
import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs'
import { basename, join } from 'node:path'
import type { NoteFile, NoteSource } from '../memory/note.ts'
import { isMarkdownName, isPassedOver } from '../workspace/markdown-tree.ts'
import { findRealPath, insideRoot } from '../workspace/paths.ts'
import { isClosed } from '../workspace/safe-path.ts'
import { isSecretFile } from '../workspace/secret-file.ts'

export type SkipReason =
  | 'missing'
  | 'unreadable'
  | 'too_large'
  /** A link, or a relative path, that leads out of the notes folders. */
  | 'outside'
  /** `..`, the whole disk, our own data, git's, a place for secrets, a name with control characters. */
  | 'refused'
  | 'not_markdown'
  | 'too_many'

export interface SkippedNote {
  /** As it would be cited; an extra path as the user wrote it. */
  path: string
  reason: SkipReason
}

export interface NoteListing {
  files: NoteFile[]
  skipped: SkippedNote[]
  /** Real paths of files and folders already visited. */
  seen: Set<string>
  folders: number
  closed: string[]
}

export interface NotePlace {
  /** A real path. */
  real: string
  /** How it is cited. */
  path: string
  source: NoteSource
  /** Real paths a link may lead to or into. */
  allowed: string[]
}

/** People read notes; a larger file was made by a program. */
export const MAX_NOTE_BYTES = 2 * 1024 * 1024
/** The index is not built for more. */
const MAX_FILES = 100_000
/** Somebody's whole disk. */
const MAX_FOLDERS = 20_000
/** Dreaming's own diary is not a memory: it would dream of its dreams. */
const DIARY = 'dreams.md'

/** A folder with everything in it, or one file. */
export function addNotes(list: NoteListing, place: NotePlace): void {
  const waiting = [place]
  const links: NotePlace[] = []
  for (let next = waiting.pop() ?? links.shift(); next !== undefined; next = waiting.pop() ?? links.shift()) {
    if (!findKind(next.real)?.isDirectory()) addNote(list, next)
    else if (isEnterable(list, next)) addEntries(list, { folder: next, waiting, links })
  }
}

export function addNote(list: NoteListing, place: NotePlace): void {
  const { real, path, source } = place
  if (list.seen.has(real) || basename(real).toLowerCase() === DIARY) return
  const kind = findKind(real)
  const reason = whyNot(list, place, kind)
  if (kind === undefined || reason !== undefined) {
    skip(list, path, reason ?? 'unreadable')
    return
  }
  list.seen.add(real)
  const day = source === 'memory' ? findDay(basename(path)) : undefined
  const named = { path, realPath: real, source, ...(day === undefined ? {} : { day }) }
  list.files.push({ ...named, sizeBytes: kind.size, mtimeMs: kind.mtimeMs })
}

/** `2026-04-11.md` and `2026-04-11-meeting.md`; not `2026-02-30.md`, which is not a date. */
export function findDay(name: string): string | undefined {
  const day = /^\d{4}-\d\d-\d\d(?!\d)/.exec(name)?.[0]
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${day}`) ? day : undefined
}

function whyNot(list: NoteListing, place: NotePlace, kind: Stats | undefined): SkipReason | undefined {
  if (kind === undefined) return 'unreadable'
  if (!kind.isFile() || !isMarkdownName(basename(place.real))) return 'not_markdown'
  if (isRefused(list, place)) return 'refused'
  if (kind.size > MAX_NOTE_BYTES) return 'too_large'
  return list.files.length >= MAX_FILES ? 'too_many' : undefined
}

function isEnterable(list: NoteListing, folder: NotePlace): boolean {
  if (list.seen.has(folder.real)) return false
  list.seen.add(folder.real)
  const reason = isRefused(list, folder) ? 'refused' : list.folders >= MAX_FOLDERS ? 'too_many' : undefined
  if (reason !== undefined) skip(list, folder.path, reason)
  else list.folders += 1
  return reason === undefined
}

function addEntries(list: NoteListing, at: { folder: NotePlace; waiting: NotePlace[]; links: NotePlace[] }): void {
  const { folder } = at
  for (const entry of readFolder(list, folder)) {
    const { name } = entry
    const path = folder.path.endsWith(':') ? `${folder.path}${name}` : `${folder.path}/${name}`
    const place = { ...folder, real: join(folder.real, name), path }
    if (entry.isDirectory()) {
      if (!isPassedOver(name)) at.waiting.push(place)
    } else if (entry.isFile()) {
      if (isMarkdownName(name)) addNote(list, place)
    } else if (entry.isSymbolicLink() && !isPassedOver(name)) {
      const link = findTarget(list, place)
      if (link !== undefined) at.links.push(link)
    }
  }
}

/** Where a link leads; undefined if it is not followed. */
function findTarget(list: NoteListing, link: NotePlace): NotePlace | undefined {
  const real = findRealPath(link.real)
  if (real === undefined) return undefined // dangling or circular
  const isNote = findKind(real)?.isDirectory() || (isMarkdownName(link.path) && isMarkdownName(real))
  if (!isNote) return undefined
  const isAllowed = link.allowed.some((folder) => folder === real || insideRoot(folder, real) !== undefined)
  // Hidden files stay hidden, whatever a link to them is called.
  if (isAllowed && !isHiddenIn(link.allowed, real)) return { ...link, real }
  skip(list, link.path, 'outside')
  return undefined
}

function isHiddenIn(allowed: string[], real: string): boolean {
  const ways = allowed.map((folder) => (folder === real ? '' : insideRoot(folder, real)))
  return ways.every((way) => way === undefined || way.split('/').some(isPassedOver))
}

function readFolder(list: NoteListing, folder: NotePlace): Dirent[] {
  try {
    return readdirSync(folder.real, { withFileTypes: true })
  } catch {
    skip(list, folder.path, 'unreadable')
    return []
  }
}

function isRefused(list: NoteListing, { real, path }: NotePlace): boolean {
  const names = real.split(/[\\/]/)
  // Names with control characters could inject lines wherever they are shown.
  return isClosed(list.closed, real) || names.includes('.git') || isSecretFile(names.join('/')) || /\p{Cc}/u.test(path)
}

function findKind(real: string): Stats | undefined {
  try {
    return lstatSync(real, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function skip(list: NoteListing, path: string, reason: SkipReason): void {
  if (reason === 'too_many' && list.skipped.at(-1)?.reason === reason) return // reported once, not for each of a million
  list.skipped.push({ path, reason })
}
