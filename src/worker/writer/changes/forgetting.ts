/** The writing thread's part of `forget`: take what still waits, plan, carry out, derive again what is left, erase. */
import type { Database } from '../../../store/database.ts'
import type { Journal } from '../../../store/journal.ts'
import type { ReplacedCopies } from '../../../store/replace-copies.ts'
import type { DataFolder } from '../../process/data-folder.ts'
import { dropSetAside } from '../spool/spool.ts'
import type { ForgetReply, WriterCalls } from '../writer-protocol.ts'
import type { Erasure } from './erasure.ts'
import { carryOutForgetting, countForgetting, namesForgotten, planForgetting } from './forget.ts'

/** Erasing goes on behind a receipt that would come later than this. */
const RECEIPT_WITHIN_MS = 3000

export interface ForgettingParts {
  db: Database
  journal: Journal
  folder: DataFolder
  erasure: Erasure
  /** What hooks and, if wanted, transcripts have and the memory does not yet. */
  takeAll: (by: { alsoTranscripts: boolean }) => Promise<void>
  /** The summaries of these sessions, from what is left of their events. */
  deriveAgain: (sessions: number[]) => Promise<void>
  trouble: (error: unknown) => void
}

export function makeForgetting(parts: ForgettingParts): (ask: WriterCalls['forget']['ask']) => Promise<ForgetReply> {
  const { db, journal, folder, erasure } = parts
  return async ({ wish, preview }) => {
    await parts.takeAll({ alsoTranscripts: wish.kind !== 'memories' })
    const plan = planForgetting(db, wish)
    const { first, left } = plan
    if (preview) return { preview, ...countForgetting(db, plan), first, left, disk: null }
    const gone = await carryOutForgetting({ db, journal, erasure, now: Date.now() }, plan)
    dropSetAside(folder, namesForgotten(wish, plan))
    const copies = await Promise.race([finish(parts, plan.sessions), within(RECEIPT_WITHIN_MS)])
    const dropped = copies ?? { backupsDropped: null, damagedDropped: null }
    return { preview, ...gone, first, left, disk: { erased: copies !== undefined, ...dropped } }
  }
}

/** In this order: the words of a summary that is made anew are erased as well. undefined when it has to be tried again. */
async function finish(parts: ForgettingParts, sessions: number[]): Promise<ReplacedCopies | undefined> {
  try {
    await parts.deriveAgain(sessions)
    return await parts.erasure.run()
  } catch (error) {
    parts.trouble(error) // what was asked for is forgotten all the same
    return undefined
  }
}

function within(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined).unref())
}
