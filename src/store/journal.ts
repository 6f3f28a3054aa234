/**
 * The second copy: events and user changes as JSON lines, appended before they are committed and kept until a verified
 * backup is newer. Replaying a line twice changes nothing, so a line that was never committed is harmless.
 */
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { MemoryEvent } from '../memory/event.ts'
import type { ObservationDraft } from '../memory/observation.ts'
import type { Project } from '../memory/session.ts'
import { keyOf, plainKeys } from './forget.ts'
import { type ForgetEntry, rowsWithout } from './kept-rows.ts'
import type { ProjectEntry } from './projects.ts'
import type { ChangeEntry } from './user-changes.ts'

export type JournalEntry =
  | EventEntry
  | MemoryEntry
  | ChangeEntry
  | ProjectEntry
  /** Files about to be imported; their content is not copied. */
  | { op: 'transcripts'; paths: string[] }
  /** A file about to be imported; the same is true of it. */
  | ImportEntry
  /** Ids given to memories: after a recovery they get the same ones again. */
  | { op: 'ids'; ids: [key: string, id: number][] }
  | ForgetEntry
  | { op: 'pause' | 'resume'; at: number }

export interface ImportEntry {
  op: 'import'
  asked: { path: string; map?: Record<string, string> | undefined; dryRun: boolean }
}

/** A memory without source events. */
export interface MemoryEntry {
  op: 'remember' | 'imported'
  project: Project
  sessionId?: string
  draft: ObservationDraft
}

export interface EventEntry {
  op: 'event'
  session: { sessionId: string; project: Project; cwd: string; transcriptPath?: string; entrypoint: string }
  event: MemoryEvent
  /** The repository that `event.project` names. */
  moved?: Project
  privateTokens?: string[]
}

export class Journal {
  readonly #folder: string
  #file: string
  /** Files that existed when this file was started. By name one of these may look younger, if a clock was wrong. */
  #before: string[] = []

  constructor(folder: string, now: number) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#file = join(folder, fileName(now))
  }

  append(entries: readonly JournalEntry[]): void {
    if (entries.length === 0) return
    // Starts with its own line break: a write cut off by a full disk must not swallow this one.
    const text = batchText(entries.map((entry) => JSON.stringify(entry)))
    try {
      appendFileSync(this.#file, text, { mode: 0o600 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      mkdirSync(this.#folder, { mode: 0o700 }) // the folder was removed; if the data folder itself is gone, this fails too
      appendFileSync(this.#file, text, { mode: 0o600 })
    }
  }

  /** New lines go to a new file. Call it before a backup starts; that backup contains the older files' lines. */
  rotate(now: number): string {
    this.#file = join(this.#folder, fileName(now))
    this.#before = this.#files().filter((file) => file !== this.#file)
    return this.#file
  }

  /** After a backup was verified: it contains everything before `keepFrom`. */
  dropBefore(keepFrom: string): void {
    for (const file of new Set([...this.#files().filter((one) => one < keepFrom), ...this.#before]))
      if (file !== keepFrom) rmSync(file, { force: true })
    this.#before = []
  }

  /** The earliest time of a line that is in no backup. */
  get since(): number {
    const oldest = this.#files()[0] ?? this.#file
    return Number(/(\d+)\.jsonl$/.exec(oldest)?.[1] ?? 0)
  }

  /** Oldest first. A torn last line (the process died while writing) is skipped. */
  *entries(): Generator<JournalEntry> {
    for (const batch of this.batches()) yield* batch
  }

  /** The same, grouped as they were appended. */
  *batches(): Generator<JournalEntry[]> {
    for (const file of this.#files()) {
      for (const lines of readBatches(file)) {
        const entries = lines.flatMap((line) => parseLine(line) ?? [])
        if (entries.length > 0) yield entries
      }
    }
  }

  /** Rewrites the files without what has one of these keys. A file keeps the time of its last line: `status` reads it. */
  forget(keys: readonly string[]): void {
    const gone: Gone = { keys: new Set(keys), plain: plainKeys(keys) }
    for (const file of this.#files()) {
      const batches = readBatches(file)
      const kept = batches.map((lines) => lines.flatMap((line) => without(line, gone)))
      if (isDeepStrictEqual(kept, batches)) continue
      const last = kept.flat().at(-1)
      if (last === undefined) {
        rmSync(file)
        continue
      }
      writeFileSync(`${file}.new`, kept.map(batchText).join(''), { mode: 0o600 })
      const at = timeOf(parseLine(last))
      if (at !== undefined) utimesSync(`${file}.new`, at / 1000, at / 1000)
      renameSync(`${file}.new`, file)
    }
  }

  /** Finishes the rewriting if a worker died between forgetting and rewriting its files. */
  finishForgetting(): void {
    const keys = new Set<string>()
    for (const file of this.#files()) {
      for (const line of readFileSync(file, 'utf8').split('\n')) {
        const entry = line.startsWith('{"op":"forget"') ? parseLine(line) : undefined
        if (entry?.op === 'forget') for (const key of entry.keys) keys.add(key)
      }
    }
    if (keys.size > 0) this.forget([...keys])
  }

  #files(): string[] {
    return readdirSync(this.#folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => join(this.#folder, name))
      .map((path) => {
        chmodSync(path, 0o600)
        return path
      })
  }
}

/** As text these names sort by time for the next 200 years. */
function fileName(now: number): string {
  return `${String(now).padStart(14, '0')}.jsonl`
}

function parseLine(line: string): JournalEntry | undefined {
  if (line === '') return undefined
  try {
    const entry = JSON.parse(line) as JournalEntry | null // only append() writes these files, but a bad disk may damage them
    return entry && isWhole(entry) ? entry : undefined
  } catch {
    return undefined
  }
}

/** Lines, grouped as they were appended. */
function readBatches(file: string): string[][] {
  return readFileSync(file, 'utf8')
    .split('\n\n')
    .map((batch) => batch.split('\n').filter((line) => line !== ''))
}

function batchText(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`
}

/** What is forgotten: as asked for, and the keys of its events and observations. */
interface Gone {
  keys: ReadonlySet<string>
  plain: ReadonlySet<string>
}

/** The line, what is left of it, or nothing. */
function without(line: string, { keys, plain }: Gone): string[] {
  const entry = parseLine(line)
  if (entry?.op === 'event') return plain.has(entry.event.key) ? [] : [line]
  if (entry?.op === 'remember' || entry?.op === 'imported') return plain.has(entry.draft.key) ? [] : [line]
  if (entry?.op === 'forget' && entry.kept !== undefined)
    return [JSON.stringify({ ...entry, kept: rowsWithout(entry.kept, keys) })]
  if (entry?.op !== 'changed') return [line]
  if (plain.has(entry.memory.draft.key)) return []
  return keys.has(keyOf('change', entry.change)) ? [JSON.stringify({ ...entry, before: null })] : [line]
}

function timeOf(entry: JournalEntry | undefined): number | undefined {
  if (entry?.op === 'event') return entry.event.at
  if (entry?.op === 'remember' || entry?.op === 'imported') return entry.draft.at
  return entry && 'at' in entry ? entry.at : undefined
}

/** Has the fields every caller needs; the code that stores it judges the rest. */
function isWhole(entry: JournalEntry): boolean {
  if (entry.op === 'event') return typeof entry.event?.key === 'string' && typeof entry.session?.sessionId === 'string'
  if (entry.op === 'remember' || entry.op === 'imported')
    return typeof entry.draft?.key === 'string' && typeof entry.project?.id === 'string'
  if (entry.op === 'changed')
    return typeof entry.change === 'string' && typeof entry.memory?.draft?.key === 'string' && 'after' in entry
  if (entry.op === 'project') return typeof entry.project?.id === 'string' && typeof entry.what?.do === 'string'
  if (entry.op === 'forget') return Array.isArray(entry.keys) && Array.isArray(entry.kept ?? [])
  if (entry.op === 'transcripts') return Array.isArray(entry.paths)
  if (entry.op === 'import') return typeof entry.asked?.path === 'string'
  if (entry.op === 'ids') return Array.isArray(entry.ids)
  return (entry.op === 'pause' || entry.op === 'resume') && typeof entry.at === 'number'
}
