/**
 * The transcript is the second source: events that no hook delivered are filled in from it, and delivered ones get
 * their true position. The same code imports months of old sessions.
 */
import { basename } from 'node:path'
import type { HostTranscripts } from '../../../capture/host.ts'
import { findHostOf, hookedHost } from '../../../capture/hosts.ts'
import { findCursor, putCursor } from '../../../store/cursors.ts'
import type { Database } from '../../../store/database.ts'
import { findForkTime } from '../../../store/events.ts'
import { findStat } from '../../../workspace/paths.ts'
import type { Incoming, Intake } from './intake.ts'

const BATCH = 200

export interface Reconciled {
  stored: number
  completed: number
  /** Lines that could not be read. */
  unreadable: number
  sessions: Set<number>
}

/** A session's main file. `finished`: nobody writes to it any more. */
export interface Transcript {
  path: string
  finished: boolean
}

/** Reads what is new in a session's main file and its subagents' files. A missing file is not an error. */
export async function reconcileTranscript(
  by: { db: Database; intake: Intake; now: number },
  transcript: Transcript,
): Promise<Reconciled> {
  const total: Reconciled = { stored: 0, completed: 0, unreadable: 0, sessions: new Set() }
  // A hook may name a file that does not exist yet.
  const { transcripts } = findHostOf(transcript.path) ?? hookedHost
  for (const path of [transcript.path, ...(await transcripts.beside(transcript.path))]) {
    await readFile(by, { ...transcript, path, read: transcripts.read, main: transcript.path }, total)
  }
  return total
}

async function readFile(
  by: { db: Database; intake: Intake; now: number },
  { path, main, finished, read }: Transcript & { main: string; read: HostTranscripts['read'] },
  total: Reconciled,
): Promise<void> {
  const found = findStat(path)
  const from = findCursor(by.db, path)
  // The host names the path: if it is a pipe, opening it would wait for ever.
  if (!found?.isFile() || found.size === from) return
  const forkedAt = findForkTime(by.db, sessionIdOf(main)) ?? 0
  const reading = read(path, from, { finished })
  const batch: Incoming[] = []
  const flush = () => {
    const { stored, completed, sessions } = by.intake.put(batch.splice(0))
    total.stored += stored
    total.completed += completed
    for (const session of sessions) total.sessions.add(session)
    putCursor(by.db, { path, offset: reading.nextOffset, at: by.now })
  }
  for await (const { event, session } of reading) {
    if (event.at < forkedAt) continue
    batch.push({ event, session })
    if (batch.length >= BATCH) flush()
  }
  flush()
  total.unreadable += reading.unreadable
}

/** `<session id>.jsonl` */
function sessionIdOf(transcriptPath: string): string {
  return basename(transcriptPath, '.jsonl')
}
