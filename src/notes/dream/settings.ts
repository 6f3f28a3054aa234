/** What dreaming asks of a fact before it becomes lasting, and how much room it has. Chosen on `npm run bench:dream`; see docs/decisions. */
export interface DreamSettings {
  /** Weighted sum of the six signals and the reinforcement, 0–1.15. */
  minScore: number
  minRecalls: number
  minUniqueQueries: number
  minDays: number
  /** On one day, however many dreams there are. */
  mostPromotions: number
  /** Of all of MEMORY.md. */
  memoryTokens: number
  factTokens: number
  /** A promoted fact that nobody recalled for so long is retired. */
  unusedDays: number
  /** A proposed retirement of a line that dreaming wrote waits so long before it is carried out; one that was contradicted, a day. */
  graceDays: number
}

export const DREAM_DEFAULTS: DreamSettings = {
  minScore: 0.86,
  // Three of each: twice can be an accident, and one question asked three times is one need.
  minRecalls: 3,
  minUniqueQueries: 3,
  minDays: 2,
  mostPromotions: 10,
  // About 28 KB, 75 promoted facts: what an agent reads whole without a second thought.
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
