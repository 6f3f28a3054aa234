/**
 * Adds one entry to today's log or MEMORY.md, in one write, under the notes lock. An editor that read the file earlier
 * may save over it a moment later, so shortly afterwards we check that the entry is still there and write it again if
 * not. Only shortly: what a person deletes later stays deleted.
 */
import { closeSync, constants, fsyncSync, lstatSync, openSync, readFileSync, realpathSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { MemoryError } from '../memory/error.ts'
import { insideRoot } from '../workspace/paths.ts'
import { memoryFolder } from './memory-folder.ts'
import { findEntry, renderEntry } from './note-entry.ts'
import { findDay } from './note-listing.ts'
import { withNotesLock } from './notes-lock.ts'
import { syncFolder } from './replace-note.ts'

export interface NoteToAppend {
  /** Of the workspace; absolute. */
  root: string
  text: string
  /** `YYYY-MM-DD` in the user's calendar. */
  day: string
  /** Into MEMORY.md instead of the day's log. */
  evergreen: boolean
  /** `HH:MM`, written before the text in a log. */
  at?: string | undefined
}

export interface AppendedNote {
  /** As it is cited. */
  path: string
  /** Where the entry begins, from 1. */
  line: number
  /** Settles when no editor is likely to save over it any more; about a second. Never rejects. */
  settled: Promise<SettledNote>
}

/** `deleted`: the file is gone. `given_up`: the entry was removed again and again, or can no longer be written. */
export type SettledNote = { kind: 'kept' | 'deleted' | 'given_up'; writtenAgain: number }

const MAX_CHARACTERS = 16_000
/** After the write. An editor's save takes milliseconds; a manual one that began before is over after a second. */
const LOOK_AGAIN_MS = [100, 1000]
/** An editor that writes in place empties the file first, so a missing entry is checked twice. */
const LOOK_TWICE_MS = 50
/** Against something that saves all the time. A person deletes an entry once or twice, and wins. */
const MAX_AGAIN = 8
/** In a row, under the lock. */
const MAX_WRITES = 5

export async function appendNote(by: NoteToAppend): Promise<AppendedNote> {
  const { path, heading, entry } = parseNote(by)
  const target = { root: by.root, path, heading, entry }
  const { line, file } = await withNotesLock(by.root, () => write(target))
  return { path, line, settled: settle(target, file).catch(() => ({ kind: 'given_up', writtenAgain: 0 })) }
}

interface Target {
  root: string
  path: string
  /** For a newly created file. */
  heading: string
  entry: string
}

function parseNote({ text, day, evergreen, at }: NoteToAppend) {
  if (!/[^\s\p{Cc}]/u.test(text)) throw new MemoryError('bad_input', 'There is nothing to note.')
  if (text.length > MAX_CHARACTERS) {
    throw new MemoryError('too_large', `A note has at most ${MAX_CHARACTERS} characters.`, {
      hint: 'Write long texts into a file of their own in memory/.',
    })
  }
  if (findDay(day) !== day) throw new MemoryError('bad_input', 'A day is written YYYY-MM-DD.')
  if (at !== undefined && !/^([01]\d|2[0-3]):[0-5]\d$/.test(at)) {
    throw new MemoryError('bad_input', 'A time is written HH:MM.')
  }
  return evergreen
    ? { path: 'memory/MEMORY.md', heading: '# Memory', entry: renderEntry(text) }
    : { path: `memory/${day}.md`, heading: `# ${day}`, entry: renderEntry(text, at) }
}

/** The line it is at, and the file's real path. */
function write(target: Target): { line: number; file: string } {
  const file = realFile(target)
  for (let writes = 0; writes < MAX_WRITES; writes++) {
    appendOnce(file, target)
    const line = findEntry(findContent(file) ?? '', target.entry)
    if (line !== undefined) return { line, file }
  }
  throw new MemoryError('conflict', `Something else keeps writing ${target.path}.`, { hint: 'Try again in a moment.' })
}

/** A link may lead to another file of the workspace, such as a MEMORY.md in its root; not out of it. */
function realFile({ root, path }: Target): string {
  const file = join(memoryFolder(root), path.slice('memory/'.length))
  const kind = lstatSync(file, { throwIfNoEntry: false })
  if (kind === undefined || kind.isFile()) return file
  const real = kind.isSymbolicLink() ? findInside(root, file) : undefined
  if (real === undefined) throw new MemoryError('forbidden', `${path} is not a file of the workspace.`)
  return real
}

function findInside(root: string, link: string): string | undefined {
  try {
    const real = realpathSync(link)
    const isNote = insideRoot(realpathSync(root), real) !== undefined && /\.md$/i.test(real)
    return isNote && lstatSync(real).isFile() ? real : undefined
  } catch {
    return undefined // a dangling link
  }
}

function appendOnce(file: string, { heading, entry, path }: Target): void {
  const content = findContent(file)
  const isNew = content === undefined || content.trim() === ''
  const text = isNew ? `${heading}\n\n${entry}\n` : `${gapAfter(content)}${entry}\n`
  const bytes = Buffer.from(content?.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text)
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
  try {
    const opened = openSync(file, flags, 0o644)
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(opened, bytes, at) // usually one write, except on a full disk
      fsyncSync(opened)
    } finally {
      closeSync(opened)
    }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException // what fs throws
    throw new MemoryError(
      code === 'ENOSPC' || code === 'EDQUOT' ? 'unavailable' : 'forbidden',
      `${path} cannot be written (${code}).`,
      { cause },
    )
  }
  if (content === undefined) syncFolder(dirname(file))
}

/** Ends an unfinished last line; puts an empty line between a list and anything else. */
function gapAfter(content: string): string {
  const end = content.endsWith('\n') ? '' : '\n'
  const last =
    content
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
      .at(-1) ?? ''
  return /^(\s*$|\s*[-*+]\s|\s{2,}\S)/.test(last) ? end : `${end}\n`
}

async function settle(target: Target, file: string): Promise<SettledNote> {
  for (let writtenAgain = 0; ; writtenAgain++) {
    const found = await lookAgain(file, target.entry)
    if (found !== 'missing') return { kind: found, writtenAgain }
    if (writtenAgain === MAX_AGAIN) return { kind: 'given_up', writtenAgain }
    await withNotesLock(target.root, () => stateOf(file, target.entry) === 'missing' && write(target))
  }
}

async function lookAgain(file: string, entry: string): Promise<'kept' | 'deleted' | 'missing'> {
  let waited = 0
  for (const afterMs of LOOK_AGAIN_MS) {
    await wait(afterMs - waited)
    waited = afterMs
    if (stateOf(file, entry) === 'kept') continue
    await wait(LOOK_TWICE_MS)
    const state = stateOf(file, entry)
    if (state !== 'kept') return state
  }
  return 'kept'
}

function stateOf(file: string, entry: string): 'kept' | 'deleted' | 'missing' {
  const content = findContent(file)
  if (content === undefined) return 'deleted'
  return findEntry(content, entry) === undefined ? 'missing' : 'kept'
}

/** undefined: there is no such file. */
function findContent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException // what readFile throws
    if (code === 'ENOENT') return undefined
    throw new MemoryError('forbidden', `${file} cannot be read (${code}).`, { cause })
  }
}
