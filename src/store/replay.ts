/**
 * Replays the journal: finds the lines a database does not have and applies them. Existing rows are left alone, so
 * replaying everything again changes nothing.
 */
import { endPause, isPausedAt, startPause } from './cursors.ts'
import { type Database, isOutsideTrouble } from './database.ts'
import { areBuried, forgetKeys, keyOf } from './forget.ts'
import type { EventEntry, ImportEntry, Journal, JournalEntry, MemoryEntry } from './journal.ts'
import { keepEntry } from './keep-event.ts'
import { bringKept, type ForgetEntry } from './kept-rows.ts'
import { hasObservationKey, putObservation, reserveId } from './observations.ts'
import { hasProjectChange, putProjectChange } from './projects.ts'
import { findSessionNumber, putProject, putSession } from './sessions.ts'
import { isForgotten } from './tombstones.ts'
import { bringChange, hasChange } from './user-changes.ts'

export interface Missing {
  entries: number
  /**
   * All missing lines were written together at the very end: a worker was killed between journal and database, which is
   * normal and loses nothing.
   */
  onlyTheLast: boolean
}

export function missingFrom(db: Database, journal: Journal): Missing {
  let entries = 0
  let inLast = 0
  for (const batch of journal.batches()) {
    inLast = batch.filter((entry) => !isKept(db, entry)).length
    entries += inLast
  }
  return { entries, onlyTheLast: entries === inLast }
}

/** Applies every missing line in order; forgettings first, so that nothing forgotten returns. Returns how many. */
export function replay(db: Database, journal: Journal): number {
  const entries = [...journal.batches()].flat()
  return db.transaction(() => {
    let brought = 0
    for (const entry of forgettings(entries)) brought += bring(db, entry)
    for (const entry of entries) brought += bring(db, entry)
    return brought
  })
}

/** Only what was forgotten, for a copy that is to stay as old as it is otherwise. */
export function replayForgettings(db: Database, journal: Journal): void {
  for (const { kept: _, ...entry } of forgettings([...journal.entries()])) bring(db, entry)
}

function forgettings(entries: readonly JournalEntry[]): ForgetEntry[] {
  return entries.filter((entry) => entry.op === 'forget')
}

/** Paths of imported transcripts: the database that knew them may be gone. */
export function importedTranscripts(journal: Journal): string[] {
  const paths = [...journal.batches()].flat().flatMap((entry) => (entry.op === 'transcripts' ? entry.paths : []))
  return [...new Set(paths)]
}

/** The same for files: exports and databases. */
export function importedFiles(journal: Journal): ImportEntry['asked'][] {
  return [...journal.batches()].flat().flatMap((entry) => (entry.op === 'import' ? [entry.asked] : []))
}

/**
 * Text outside a turn may be stored under the key of an identical one, so only storing it shows whether it is there.
 */
function isBeside({ event }: EventEntry): boolean {
  return event.kind === 'prompt' && event.beside !== undefined
}

function isKept(db: Database, entry: JournalEntry): boolean {
  if (entry.op === 'event') {
    if (isBeside(entry)) return true
    const { key } = entry.event
    return (
      db.get('SELECT 1 FROM observation_queue WHERE event_key = @key', { key }) !== undefined || isForgotten(db, key)
    )
  }
  if (entry.op === 'remember' || entry.op === 'imported')
    return hasObservationKey(db, entry.draft.key) || isForgotten(db, entry.draft.key)
  if (entry.op === 'changed') {
    const names = [entry.memory.draft.key, keyOf('change', entry.undoes ?? entry.change)]
    return hasChange(db, entry) || names.some((name) => isForgotten(db, name))
  }
  if (entry.op === 'project') return hasProjectChange(db, entry)
  if (entry.op === 'forget') return areBuried(db, entry.keys)
  if (entry.op === 'pause') return isPausedAt(db, entry.at)
  if (entry.op === 'resume') return !isPausedAt(db, entry.at)
  return true
}

/** 1 if it was missing. A line damaged by a bad disk does not stop the others. */
function bring(db: Database, entry: JournalEntry): number {
  try {
    return bringEntry(db, entry)
  } catch (error) {
    if (isOutsideTrouble(error)) throw error
    return 0
  }
}

function bringEntry(db: Database, entry: JournalEntry): number {
  if (entry.op === 'ids') for (const [key, id] of entry.ids) reserveId(db, { key, id })
  if (entry.op === 'event' && isBeside(entry)) return keepEntry(db, entry).outcome === 'new' ? 1 : 0
  const kept = isKept(db, entry)
  // Also when its tombstones are there: what leaves none, like a summary, may be back.
  if (entry.op === 'forget') forgetKeys(db, entry)
  if (entry.op === 'forget' && !kept) bringKept(db, entry)
  if (kept) return 0
  if (entry.op === 'event') keepEntry(db, entry)
  else if (entry.op === 'pause') startPause(db, entry.at)
  else if (entry.op === 'resume') endPause(db, entry.at)
  else if (entry.op === 'changed') bringChange(db, entry)
  else if (entry.op === 'project') putProjectChange(db, entry)
  else if (entry.op === 'remember' || entry.op === 'imported') bringMemory(db, entry)
  return 1
}

function bringMemory(db: Database, entry: MemoryEntry): void {
  const { project, sessionId, draft } = entry
  const isImport = entry.op === 'imported'
  const { id: home } = putProject(db, project, draft.at)
  if (isImport && sessionId !== undefined) {
    const unknown = { cwd: '', transcriptPath: undefined, entrypoint: 'import' }
    putSession(db, { sessionId, project: home, ...unknown, at: draft.at })
  }
  const session = sessionId === undefined ? undefined : findSessionNumber(db, sessionId)
  const source = isImport ? 'import' : 'user'
  putObservation(db, { draft, session, project: home, source, pinned: !isImport })
}
