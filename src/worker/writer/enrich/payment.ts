/**
 * Pays for one question to a model, attempt by attempt: a reservation before each, the real cost afterwards. If the
 * real cost is unknown, the full reservation stays.
 */

import { localDay } from '../../../memory/local-day.ts'
import { reserveTokens, settleTokens } from '../../../store/budget.ts'
import type { Database } from '../../../store/database.ts'
import { type Attempt, type Provider, ProviderError, type TokenUsage } from '../../../synthesis/providers/provider.ts'
import { CAUTIOUS, costOf, mostTokens, type TokenScale } from '../../../synthesis/spending.ts'

export interface Purse {
  db: Database
  provider: Provider
  budget: number
  now: () => number
  /** Learned from this provider's own counts; without it every reservation is a cautious one. */
  scale?: TokenScale
}

export interface Payment {
  /** Pass this to the provider as `onAttempt`. Throws when the day's budget does not allow the attempt. */
  pay: (attempt?: Attempt) => void
  /** The real cost, if known. `whole`: the model finished its answer, so its count is used for learning. */
  settle: (usage: TokenUsage | undefined, by?: { whole: boolean }) => void
  readonly overBudget: boolean
}

/** `expected`: input tokens by our own count. */
export function openPayment(
  { db, provider, budget, now, scale }: Purse,
  by: { expected: number; maxOutputTokens: number; batch?: number },
): Payment {
  let open: number | undefined
  let overBudget = false
  let carried = 0
  const settle = (usage: TokenUsage | undefined) => {
    if (open !== undefined && usage) settleTokens(db, { reservation: open, tokens: costOf(usage) })
  }
  return {
    get overBudget() {
      return overBudget
    },
    settle(usage, { whole } = { whole: false }) {
      settle(usage)
      if (usage && whole) scale?.learn({ expected: by.expected + carried, usage })
    },
    pay({ carriedTokens = 0, before } = {}) {
      settle(before)
      carried = carriedTokens
      const tokens = mostTokens({ ...by, factor: scale?.factor() ?? CAUTIOUS }) + carriedTokens
      const reservation = { day: localDay(now()), provider: provider.name, batch: by.batch, tokens, budget, at: now() }
      open = reserveTokens(db, reservation)
      overBudget = open === undefined
      if (overBudget) throw new ProviderError('rate_limited', 'The daily token budget does not allow this call.')
    },
  }
}
