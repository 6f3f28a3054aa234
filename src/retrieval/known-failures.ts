/**
 * Which memory knows this failure? It must be the same error, and either the same command on the same targets or the
 * same file. Anything less is a guess, and a wrong hint costs more than none.
 */
import type { FailureSignature } from '../memory/failure.ts'
import type { Database } from '../store/database.ts'
import { findCompactedAt } from '../store/events.ts'
import { findFailuresByCommand, findFailuresByError, type StoredFailure } from '../store/failures.ts'
import { hasToldFailure } from '../store/ledger.ts'

/** Newest ones of one error; a project that hits an error more often knows it. */
const CANDIDATES = 50

export interface Asker {
  project: string
  sessionId: string
}

export interface FailureMatch {
  failure: StoredFailure
  /** The previous time it failed, when no fix is known. */
  before?: StoredFailure
  /** 1 for each that matches; the score is their sum. */
  parts: { error: number; command: number; file: number }
  score: number
}

/** The best, then the newest; undefined when nothing fits, or the session was already told. */
export function findKnownFailure(db: Database, asked: FailureSignature, by: Asker): FailureMatch | undefined {
  const found = findFailuresByError(db, { project: by.project, error: asked.error, limit: CANDIDATES })
  const matches = news(db, found, by).flatMap((failure) => {
    const parts = { error: 1, command: isSameCommand(asked, failure) ? 1 : 0, file: isSameFile(asked, failure) ? 1 : 0 }
    const score = parts.error + parts.command + parts.file
    return score > 1 ? [{ failure, parts, score }] : []
  })
  return untold(db, matches, by).sort((a, b) => b.score - a.score || b.failure.failedAt - a.failure.failedAt)[0]
}

/**
 * Why a command that is about to run is known to fail as typed: it had to be typed differently, or it failed twice in
 * the same way and never succeeded. The caller judges whether that still holds. Best reason first.
 */
export function findFailingCommand(db: Database, command: string, by: Asker): FailureMatch[] {
  const found = command === '' ? [] : findFailuresByCommand(db, { project: by.project, command, limit: CANDIDATES })
  const lasting = news(db, found, by)
  const remedied = lasting.filter(({ fixedBy }) => fixedBy === 'command')
  const matches = remedied.map((failure) => ({ failure, parts: { error: 0, command: 1, file: 0 }, score: 1 }))
  return untold(db, [...matches, ...repeated(lasting)], by)
}

/** In different sessions: within one, a second failure is just the first one, still there. */
function repeated(lasting: StoredFailure[]): FailureMatch[] {
  const open = lasting.filter(({ fixedBy }) => fixedBy === 'none')
  return open.flatMap((failure, at) => {
    const before = open
      .slice(at + 1)
      .find(({ error, sessionId }) => error === failure.error && sessionId !== failure.sessionId)
    return before ? [{ failure, before, parts: { error: 1, command: 1, file: 0 }, score: 2 }] : []
  })
}

/** A session knows what it did itself, unless that was compacted away. */
function news(db: Database, found: StoredFailure[], { sessionId }: Asker): StoredFailure[] {
  if (!found.some((failure) => failure.sessionId === sessionId)) return found
  const compactedAt = findCompactedAt(db, sessionId)
  return found.filter((failure) => failure.sessionId !== sessionId || failure.createdAt < compactedAt)
}

/** A failure is mentioned once per session, however many memories describe it. */
function untold(db: Database, matches: FailureMatch[], { sessionId }: Asker): FailureMatch[] {
  if (matches.length === 0) return []
  const observations = matches.map(({ failure }) => failure.observation)
  return hasToldFailure(db, { sessionId, observations }) ? [] : matches
}

function isSameCommand(asked: FailureSignature, known: StoredFailure): boolean {
  if (asked.program === '' || asked.program !== known.program) return false
  if (asked.targets.length === 0 || known.targets.length === 0) return true
  return asked.targets.some((target) => known.targets.includes(target))
}

/** One of the two paths may be relative to a folder inside the project. */
function isSameFile({ file }: FailureSignature, known: StoredFailure): boolean {
  if (file === undefined || known.file === null) return false
  return file === known.file || file.endsWith(`/${known.file}`) || known.file.endsWith(`/${file}`)
}
