/**
 * Reads a note, or some of its lines, for an agent (`memory_get`). Only listed files are read: a path is compared with
 * the names in the list, never opened just because somebody asked. The file is opened by its real path and must still
 * be there, so a link that was moved since leads nowhere. What does not fit is left out, and the answer says so;
 * private parts and secrets are left out too, and every line keeps its number.
 */

import { isAbsolute } from 'node:path'
import { countOf } from '../memory/count.ts'
import { beginningOf } from '../memory/cut-text.ts'
import { MemoryError } from '../memory/error.ts'
import type { NoteFile } from '../memory/note.ts'
import { findRealPath } from '../workspace/paths.ts'
import { checkPathName, shown } from '../workspace/safe-path.ts'
import { readInside } from '../workspace/safe-read.ts'
import { isSecretFile } from '../workspace/secret-file.ts'
import { cleanNote } from './clean-note.ts'
import { MAX_NOTE_BYTES } from './note-listing.ts'

export interface NoteToRead {
  /** As cited (`memory/MEMORY.md`, `extra:notes/a.md#L3-L9`), without `memory/`, or the real path. */
  path: string
  /** The first line, from 1. */
  from?: number | undefined
  lines?: number | undefined
}

export interface NoteText {
  path: string
  /** From 1, both included. Both 0 for an empty file. */
  from: number
  to: number
  totalLines: number
  text: string
  /** What is missing from the answer, and how to ask for it. */
  left?: string
}

/** With `from` but without `lines`: the surroundings of a hit. */
const LINES_AROUND = 50
const MAX_LINES = 400
/** About 7,000 tokens: nobody reads more at once. */
const MAX_CHARACTERS = 24_000
/** An editor that is saving may replace the file we just opened. */
const MAX_TRIES = 5

export function readNote(files: NoteFile[], question: NoteToRead): NoteText {
  const asked = parseCitation(question)
  const file = findNote(files, asked.path)
  const lines = linesOf(cleanNote(readListed(file)))
  if (lines.length === 0) return { path: file.path, from: 0, to: 0, totalLines: 0, text: '' }
  if (asked.from > lines.length) {
    throw new MemoryError(
      'bad_input',
      `${shown(file.path)} has ${countOf(lines.length, 'line')}; there is no line ${asked.from}.`,
    )
  }
  const end = Math.min(lines.length, asked.from + asked.lines - 1)
  const { text, to, cut } = takeLines(lines, asked.from, Math.min(end, asked.from + MAX_LINES - 1))
  const left = cut ?? (to < end || (!asked.isExact && to < lines.length) ? whatIsLeft(to + 1, lines.length) : undefined)
  const answer = { path: file.path, from: asked.from, to, totalLines: lines.length, text }
  return left === undefined ? answer : { ...answer, left }
}

/** `isExact`: this many lines were asked for, so the rest of the file is not missing. */
function parseCitation(by: NoteToRead) {
  checkPathName(by.path)
  for (const number of [by.from, by.lines])
    if (number !== undefined && (!Number.isSafeInteger(number) || number < 1))
      throw new MemoryError('bad_input', '`from` and `lines` are whole numbers from 1.')
  const [, path = by.path, first, last] = /^(.+)#L(\d{1,9})(?:-L?(\d{1,9}))?$/.exec(by.path) ?? []
  const from = by.from ?? (first === undefined ? undefined : Math.max(1, Number(first)))
  const cited = first === undefined || by.from !== undefined ? undefined : Number(last ?? first) - Number(first) + 1
  const lines = by.lines ?? (cited === undefined ? undefined : Math.max(1, cited))
  return {
    path,
    from: from ?? 1,
    lines: lines ?? (from === undefined ? Number.MAX_SAFE_INTEGER : LINES_AROUND),
    isExact: lines !== undefined,
  }
}

function findNote(files: NoteFile[], path: string): NoteFile {
  const byName = (name: string) => files.find((file) => file.path === name)
  const file = isAbsolute(path)
    ? files.find(({ realPath }) => realPath === path)
    : (byName(path) ?? byName(`memory/${path}`))
  if (file !== undefined) return file
  // The same message whether or not the file exists.
  const names = path.split(/[\\/]/)
  const isElsewhere = isAbsolute(path) || /^[~\\]/.test(path) || names.some((name) => name.startsWith('.'))
  if (isElsewhere || isSecretFile(names.join('/'))) {
    throw new MemoryError('forbidden', `${shown(path)} is not a note.`, {
      subject: 'note',
      hint: 'Only the Markdown files that memory_search finds are read here, by the paths it gives.',
    })
  }
  throw new MemoryError('not_found', `There is no note ${shown(path)}.`, {
    subject: 'note',
    hint: 'Use a path as memory_search gives it, such as memory/MEMORY.md.',
  })
}

function readListed(file: NoteFile): string {
  for (let tries = 1; ; tries++) {
    try {
      return readInside({ real: file.realPath, path: file.path }, MAX_NOTE_BYTES)
    } catch (error) {
      const isReplaced = error instanceof MemoryError && ['forbidden', 'not_found'].includes(error.code)
      if (!isReplaced) throw error
      if (tries < MAX_TRIES && findRealPath(file.realPath) === file.realPath) continue
      throw new MemoryError(error.code, `${shown(file.path)} is not where it was.`, {
        cause: error,
        hint: 'It was moved, deleted or made a link; search again.',
      })
    }
  }
}

function linesOf(text: string): string[] {
  if (text === '') return []
  return text.replace(/\r?\n$/, '').split(/\r?\n/)
}

/** `cut`: a single line was too long. */
function takeLines(lines: string[], from: number, end: number): { text: string; to: number; cut?: string } {
  let to = from - 1
  let size = 0
  while (to < end && size + (lines[to]?.length ?? 0) + 1 <= MAX_CHARACTERS) {
    size += (lines[to]?.length ?? 0) + 1
    to += 1
  }
  if (to >= from) return { text: lines.slice(from - 1, to).join('\n'), to }
  const line = lines[from - 1] ?? ''
  const more = from < lines.length ? ` ${whatIsLeft(from + 1, lines.length)}` : ''
  return {
    text: beginningOf(line, MAX_CHARACTERS),
    to: from,
    cut: `Line ${from} has ${line.length} characters; the first ${MAX_CHARACTERS} are shown.${more}`,
  }
}

function whatIsLeft(from: number, last: number): string {
  return from === last
    ? `Line ${from} is left out; ask for it with from: ${from}.`
    : `Lines ${from} to ${last} are left out; ask for them with from: ${from}.`
}
