/**
 * From host events to stored ones: project, exclusion, privacy, filter, our types, journal, store, in that order, for
 * hooks and transcripts alike. One batch is one transaction, written to the journal first, so nothing committed is
 * lost.
 */
import { createHmac } from 'node:crypto'
import type { CapturedEvent } from '../../../capture/captured-event.ts'
import { cleanEvent, privateTokensOf } from '../../../capture/clean.ts'
import { skipReason } from '../../../capture/filter.ts'
import type { SessionFacts } from '../../../capture/host-event.ts'
import { keptEvent } from '../../../capture/kept-event.ts'
import type { Config } from '../../../config.ts'
import { cleanName } from '../../../memory/clean-name.ts'
import type { MemoryEvent } from '../../../memory/event.ts'
import { stripPrivate } from '../../../memory/privacy.ts'
import type { Project } from '../../../memory/session.ts'
import { makeStands } from '../../../retrieval/session-project.ts'
import { findPrivateTokens, isPausedAt } from '../../../store/cursors.ts'
import type { Database } from '../../../store/database.ts'
import type { EventEntry, Journal } from '../../../store/journal.ts'
import { keepEntry } from '../../../store/keep-event.ts'
import { findSessionNumber, knownAs } from '../../../store/sessions.ts'
import { isExcluded } from '../../../workspace/exclusion.ts'
import { noteFollowUp } from './follow-ups.ts'

export interface Incoming {
  session: SessionFacts
  event: CapturedEvent
}

export interface BatchResult {
  stored: number
  completed: number
  known: number
  skipped: number
  /** Our numbers for the sessions that got something new. */
  sessions: Set<number>
}

export interface Intake {
  put(incoming: readonly Incoming[]): BatchResult
}

interface Prepared {
  event: MemoryEvent
  session: SessionFacts
  project: Project
  /** The other repository in which it was said. */
  moved: Project | undefined
  privateTokens: string[]
}

export function makeIntake(by: { db: Database; journal: Journal; config: Config; token: string }): Intake {
  const { db, journal, config, token } = by
  const standOf = makeStands(db)
  const privateWords = new Map<string, Set<string>>()

  function privateWordsOf(sessionId: string): Set<string> {
    let words = privateWords.get(sessionId)
    if (!words) {
      const session = findSessionNumber(db, sessionId)
      words = session === undefined ? new Set() : findPrivateTokens(db, session)
      if (privateWords.size > 500) privateWords.clear()
      privateWords.set(sessionId, words)
    }
    return words
  }

  function prepare({ session, event: raw }: Incoming): Prepared | undefined {
    const { home: project, moved, paths } = standOf(session)
    if (isExcluded(config.EXCLUDED_PROJECTS, paths, config.home)) return undefined
    const words = privateWordsOf(session.sessionId)
    const fresh = privateTokensOf(raw)
      .map((word) => hashWord(token, word))
      .filter((hash) => !words.has(hash))
    for (const hash of fresh) words.add(hash)
    const isPrivate = words.size === 0 ? () => false : (word: string) => words.has(hashWord(token, word))
    const clean = cleanEvent(raw, isPrivate)
    if (skipReason(clean, { skipTools: config.SKIP_TOOLS, subagents: config.SUBAGENTS })) return undefined
    const event = keptEvent(clean)
    const said = event.kind === 'prompt' || event.kind === 'assistant_text'
    if (!said || !moved) return { event, session, project, moved: undefined, privateTokens: fresh }
    return { event: { ...event, project: moved.id }, session, project, moved, privateTokens: fresh }
  }

  function followUp({ event, session }: Incoming): void {
    noteFollowUp({ db, config }, { event, session, project: knownAs(db, standOf(session).project) })
  }

  return {
    put(incoming) {
      const result: BatchResult = { stored: 0, completed: 0, known: 0, skipped: 0, sessions: new Set() }
      const prepared: Prepared[] = []
      const named = incoming.map(({ session, event }) => ({
        session: { ...session, sessionId: cleanName(session.sessionId) },
        event,
      }))
      for (const one of named) {
        const ready = one.event.origin === 'transcript' && isPausedAt(db, one.event.at) ? undefined : prepare(one)
        if (ready) prepared.push(ready)
        else result.skipped += 1
      }
      const entries = prepared.map(toEntry)
      journal.append(entries.filter(({ event }) => event.origin === 'hook'))
      db.transaction(() => {
        for (const one of named) followUp(one)
        for (const entry of entries) {
          const { session, outcome } = keepEntry(db, entry)
          if (outcome === 'new') result.stored += 1
          else if (outcome === 'completed') result.completed += 1
          else result.known += 1
          if (outcome === 'new' || outcome === 'completed') result.sessions.add(session)
        }
      })
      return result
    },
  }
}

function toEntry({ event, session, project, moved, privateTokens }: Prepared): EventEntry {
  return {
    op: 'event',
    event,
    session: {
      sessionId: session.sessionId,
      project: withCleanNames(project),
      cwd: cleanName(session.cwd),
      entrypoint: cleanName(session.entrypoint),
      ...(isKept(session.transcriptPath) ? { transcriptPath: session.transcriptPath } : {}),
    },
    ...(moved ? { moved: withCleanNames(moved) } : {}),
    ...(privateTokens.length > 0 ? { privateTokens } : {}),
  }
}

/** A path is only useful unchanged, so one that contains private text is not stored. */
function isKept(transcriptPath: string | undefined): transcriptPath is string {
  return transcriptPath !== undefined && stripPrivate(transcriptPath) === transcriptPath
}

/** A folder whose name looks like a secret is stored redacted; its files on disk are then not found. */
function withCleanNames({ id, name, root }: Project): Project {
  return { id: cleanName(id), name: cleanName(name), root: cleanName(root) }
}

/** Keyed, so that the stored hashes of private words cannot be looked up in a table. */
function hashWord(token: string, word: string): string {
  return createHmac('sha256', token).update(word).digest('base64url')
}
