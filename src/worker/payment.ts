/**
 * Paying for one question to a model, try by try: a reservation before each, what it really cost afterwards. A try whose
 * cost nobody knows stays paid in full.
 */
import { reserveTokens, settleTokens } from '../store/budget.ts'
import type { Database } from '../store/database.ts'
import { type Attempt, type Provider, ProviderError, type TokenUsage } from '../synthesis/providers/provider.ts'
import { costOf, localDay } from '../synthesis/spending.ts'

export interface Purse {
  db: Database
  provider: Provider
  budget: number
  now: () => number
}

export interface Payment {
  /** Hand it to the provider as `onAttempt`. Throws when the day's budget does not allow the try. */
  pay: (attempt?: Attempt) => void
  settle: (usage: TokenUsage | undefined) => void
  readonly overBudget: boolean
}

export function openPayment({ db, provider, budget, now }: Purse, by: { tokens: number; batch?: number }): Payment {
  let open: number | undefined
  let overBudget = false
  const settle = (usage: TokenUsage | undefined) => {
    if (open !== undefined && usage) settleTokens(db, { reservation: open, tokens: costOf(usage) })
  }
  return {
    get overBudget() {
      return overBudget
    },
    settle,
    pay({ carriedTokens = 0, before } = {}) {
      settle(before)
      open = reserveTokens(db, {
        day: localDay(now()),
        provider: provider.name,
        batch: by.batch,
        tokens: by.tokens + carriedTokens,
        budget,
        at: now(),
      })
      if (open !== undefined) return
      overBudget = true
      throw new ProviderError('rate_limited', 'The daily token budget does not allow this call.')
    },
  }
}
