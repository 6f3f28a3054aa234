/**
 * What dreaming requires of a fact before it becomes lasting, and how much room it has. Chosen with `npm run
 * bench:dream`; see docs/decisions.
 */
export interface DreamSettings {
  /** Weighted sum of the six signals and the reinforcement, 0–1.15. */
  minScore: number
  minRecalls: number
  minUniqueQueries: number
  minDays: number
  /** Per day, however many dreams there are. */
  mostPromotions: number
  /** Of the whole MEMORY.md. */
  memoryTokens: number
  factTokens: number
  /** A promoted fact nobody recalled for this long is retired. */
  unusedDays: number
  /** How long the proposed removal of a line that dreaming wrote waits; one day if the line was contradicted. */
  graceDays: number
}

export const DREAM_DEFAULTS: DreamSettings = {
  minScore: 0.86,
  // Three of each: two can be an accident, and one question asked three times is one need.
  minRecalls: 3,
  minUniqueQueries: 3,
  minDays: 2,
  mostPromotions: 10,
  // About 28 KB, 75 promoted facts: what an agent reads whole without hesitation.
  memoryTokens: 8000,
  factTokens: 160,
  unusedDays: 90,
  graceDays: 7,
}

export const WEIGHTS = {
  frequency: 0.24,
  relevance: 0.3,
  queryDiversity: 0.15,
  recency: 0.15,
  consolidation: 0.1,
  conceptualRichness: 0.06,
} as const
