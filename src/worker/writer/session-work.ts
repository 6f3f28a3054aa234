/**
 * What happens to a session's events once they are taken: the answering thread is told of those a hook may ask about,
 * and when a turn ends, the new part of the transcript is read and the session is distilled.
 */
import type { Session } from '../../memory/session.ts'
import { beginsAnew, losesContext } from '../../memory/session-beginning.ts'
import type { Database } from '../../store/database.ts'
import { findWaiting, type Waiting } from '../../store/events.ts'
import { clearToldFiles } from '../../store/reads.ts'
import {
  findSessionByNumber,
  findSessionNumber,
  findSessionsToReconcile,
  setContextOwed,
} from '../../store/sessions.ts'
import type { KnownDisk } from '../../workspace/file-state.ts'
import { distilSession } from './distil/distil.ts'
import type { Synthesis } from './enrich/synthesis-loop.ts'
import { askedOf } from './spool/asked-call.ts'
import type { Intake } from './spool/intake.ts'
import { reconcileTranscript } from './spool/reconcile.ts'
import type { Taken } from './spool/spool.ts'
import type { FromWriter } from './writer-protocol.ts'

/** A session this quiet is distilled even though its turn did not end. */
const QUIET_MS = 60_000
/** Ended sessions are checked again for this long: a host may write its last lines after SessionEnd. */
const RECONCILE_SINCE_MS = 24 * 60 * 60 * 1000
/** An answered start is taken within seconds; past this many, the remaining files will never be taken. */
const MAX_DELIVERED = 1000

export interface SessionWork {
  onTaken(taken: Taken[]): void
  /** The session-start answer to this spool file reached its hook. */
  delivered(by: { spoolName: string; sessionId: string }): void
  /** Reads and distils sessions whose turn ended or that fell quiet. Returns how many. */
  finishTurns(now: number): Promise<number>
  /** Reads what is new in the transcripts of all sessions with an event since then; by default, of the last day. */
  reconcileAll(by?: { since: number }): Promise<void>
  /** The same of these sessions, however old. */
  reconcile(sessions: readonly number[]): Promise<void>
  distil(sessions: Waiting[]): Promise<void>
}

export function makeSessionWork(by: {
  db: Database
  intake: Intake
  disk: KnownDisk
  post: (message: FromWriter) => void
  /** Called with the folder where a session begins. */
  onBegin: (folder: string) => void
  onDistilled: () => void
  /** undefined while no model is in use. */
  synthesis: () => Pick<Synthesis, 'distilled'> | undefined
}): SessionWork {
  const { db, intake, disk, post } = by
  const startedAt = Date.now()
  /** Session-start answers that reached their hook before the writer got to the file. */
  const delivered = new Set<string>()
  /** Sessions whose turn ended. */
  const finished = new Set<number>()
  /** Sessions about to lose their context: their summary is due even though they continue. */
  const compacting = new Set<number>()

  function onTaken({ name, host }: Taken): void {
    if (host.kind === 'question') post({ kind: 'taken', name, host })
    if (host.kind !== 'event') return
    const { event } = host
    // Posted for every file, stored or not: a hook that asks about it must not wait for a message that never comes.
    if (['session_started', 'prompt', 'reported'].includes(event.kind)) post({ kind: 'taken', name, host })
    const asked = askedOf(host)
    if (asked) post({ kind: 'taken', name, host: asked })
    if (losesContext(event)) clearToldFiles(db, event.sessionId)
    if (event.kind === 'session_started') by.onBegin(host.session.projectDir ?? host.session.cwd)
    const session = findSessionNumber(db, event.sessionId)
    if (session === undefined) return // skipped or excluded: nothing is stored and nobody is told
    if (['stopped', 'compacting', 'session_ended', 'subagent_stopped'].includes(event.kind)) finished.add(session)
    if (event.kind === 'compacting') compacting.add(session)
    if (beginsAnew(event)) setContextOwed(db, { session, owed: !delivered.delete(name) })
  }

  async function readTranscript({ transcriptPath: path, status }: Session): Promise<void> {
    if (path) await reconcileTranscript({ db, intake, now: Date.now() }, { path, finished: status !== 'active' })
  }

  async function reconcile(numbers: readonly number[]): Promise<void> {
    for (const number of numbers) {
      const session = findSessionByNumber(db, number)
      if (session) await readTranscript(session)
    }
  }

  async function distil(sessions: Waiting[]): Promise<void> {
    for (const waiting of sessions) {
      const final = waiting.ended === 1 || compacting.delete(waiting.session)
      // In one transaction: a worker killed between the two would leave rows that no model is ever asked about.
      db.transaction(() => {
        distilSession(db, waiting, { disk, now: Date.now() })
        by.synthesis()?.distilled(waiting, { final })
      })
      await new Promise(setImmediate)
    }
    if (sessions.length === 0) return
    by.onDistilled()
    post({ kind: 'changed', what: 'distilled', count: sessions.length })
  }

  return {
    onTaken(taken) {
      taken.forEach(onTaken)
      post({ kind: 'changed', what: 'taken', count: taken.length })
    },
    delivered({ spoolName, sessionId }) {
      const session = findSessionNumber(db, sessionId)
      if (session !== undefined) setContextOwed(db, { session, owed: false })
      delivered.add(spoolName)
      if (delivered.size > MAX_DELIVERED) delivered.clear()
    },
    async finishTurns(now) {
      await reconcile([...finished])
      const due = findWaiting(db).filter(
        (waiting) => finished.has(waiting.session) || now - Math.max(waiting.lastEventAt, startedAt) > QUIET_MS,
      )
      finished.clear()
      await distil(due)
      return due.length
    },
    async reconcileAll({ since } = { since: Date.now() - RECONCILE_SINCE_MS }) {
      for (const session of findSessionsToReconcile(db, since)) await readTranscript(session)
    },
    reconcile,
    distil,
  }
}
