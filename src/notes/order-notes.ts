/**
 * What comes after the search, for pieces of notes: a dated file fades with its age, and pieces that say the same make
 * room for others. Pure: today is an argument. Nothing is dropped for being old: fading changes the order, and the only
 * match stays the only match. MEMORY.md and files without a date in their name do not fade.
 */

import { tokensOf } from '../retrieval/index-tokens.ts'
import { byMarginalRelevance, jaccard } from '../retrieval/marginal-relevance.ts'

export interface ScoredNote {
  /** What tells this piece from every other. */
  key: string
  path: string
  /** Local day of a dated file, `YYYY-MM-DD`; absent: the file is of no day. */
  day?: string | undefined
  /** 0 or more, higher is better. */
  score: number
  text: string
}

export interface NoteOrder {
  /** Off: age does not count. */
  temporalDecay: boolean
  halfLifeDays: number
  /** Off: the order is by score alone. */
  mmr: boolean
  /** 1: relevance alone, 0: variety alone. */
  mmrLambda: number
  /** Local day, `YYYY-MM-DD`. */
  today: string
}

/** Best first; the score of a dated piece comes back faded. */
export function orderNotes<T extends ScoredNote>(hits: readonly T[], by: NoteOrder): T[] {
  const faded = by.temporalDecay ? hits.map((hit) => ({ ...hit, score: hit.score * freshnessOf(hit.day, by) })) : hits
  const sorted = [...faded].sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
  if (!by.mmr) return sorted
  const best = Math.max(Number.MIN_VALUE, ...sorted.map(({ score }) => score))
  const worded = sorted.map((hit) => ({ hit, words: new Set(tokensOf(hit.text).map(({ word }) => word)) }))
  return byMarginalRelevance(worded, {
    lambda: by.mmrLambda,
    relevance: ({ hit }) => hit.score / best,
    similarity: (one, other) => jaccard(one.words, other.words),
  }).map(({ hit }) => hit)
}

/** Half after one half-life, a quarter after two. The future is today. */
export function decay(ageDays: number, halfLifeDays: number): number {
  return ageDays <= 0 ? 1 : 0.5 ** (ageDays / halfLifeDays)
}

/** From 0 to 1: what is left of a piece of that day; 1 without one. */
export function freshnessOf(day: string | undefined, by: { today: string; halfLifeDays: number }): number {
  if (day === undefined) return 1
  const ageDays = (Date.parse(by.today) - Date.parse(day)) / DAY_MS
  return Number.isFinite(ageDays) ? decay(ageDays, by.halfLifeDays) : 1
}

/** Both days are read as midnight UTC, so that no change of the clocks makes a day shorter. */
const DAY_MS = 86_400_000
