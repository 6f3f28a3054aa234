/**
 * The writing thread's part of `forget`: take what is still waiting, plan, carry out, derive again what is left, erase.
 */
import type { Database } from '../../../store/database.ts'
import { findNamedSessions, type Wish } from '../../../store/doomed.ts'
import type { Journal } from '../../../store/journal.ts'
import type { ReplacedCopies } from '../../../store/replace-copies.ts'
import type { DataFolder } from '../../process/data-folder.ts'
import { dropSetAside } from '../spool/spool.ts'
import type { ForgetReply, WriterCalls } from '../writer-protocol.ts'
import type { Erasure } from './erasure.ts'
import { carryOutForgetting, countForgetting, namesForgotten, planForgetting } from './forget.ts'

/** If it takes longer, the receipt is sent and erasing continues. */
const RECEIPT_WITHIN_MS = 3000

export interface ForgettingParts {
  db: Database
  journal: Journal
  folder: DataFolder
  erasure: Erasure
  takeSpool: () => Promise<unknown>
  /** Also reads and distils what is new in the transcripts of the last day. */
  settle: () => Promise<unknown>
  /** Reads what is new in the transcripts of these sessions. */
  reconcile: (sessions: readonly number[]) => Promise<void>
  /** Derives the summaries of these sessions again, from their remaining events. */
  deriveAgain: (sessions: number[]) => Promise<void>
  trouble: (error: unknown) => void
}

export function makeForgetting(parts: ForgettingParts): (ask: WriterCalls['forget']['ask']) => Promise<ForgetReply> {
  const { db, journal, folder, erasure } = parts
  return async ({ wish, preview }) => {
    await takeUnread(parts, wish)
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

/**
 * What hooks and transcripts have and the memory does not yet. For ids only what they belong to is read, and it is not
 * distilled: the memory of an id could become another.
 */
async function takeUnread(parts: ForgettingParts, wish: Wish): Promise<void> {
  await (wish.kind === 'memories' ? parts.takeSpool() : parts.settle())
  await parts.reconcile(findNamedSessions(parts.db, wish))
}

/** In this order, so that words of a summary that is derived again are erased too. undefined: has to be retried. */
async function finish(parts: ForgettingParts, sessions: number[]): Promise<ReplacedCopies | undefined> {
  try {
    await parts.deriveAgain(sessions)
    return await parts.erasure.run()
  } catch (error) {
    parts.trouble(error) // the forgetting itself is already done
    return undefined
  }
}

function within(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined).unref())
}
