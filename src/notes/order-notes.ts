/**
 * Orders found pieces of notes: a dated file fades with age, and pieces that say the same make room for others. Pure:
 * today is an argument. Nothing is dropped for its age: fading only changes the order, and a single match stays.
 * MEMORY.md and files without a date in their name do not fade.
 */

import { tokensOf } from '../retrieval/index-tokens.ts'
import { byMarginalRelevance, jaccard } from '../retrieval/marginal-relevance.ts'

export interface ScoredNote {
  /** Identifies this piece. */
  key: string
  path: string
  /** Local day of a dated file, `YYYY-MM-DD`; absent: undated. */
  day?: string | undefined
  /** 0 or more, higher is better. */
  score: number
  text: string
}

export interface NoteOrder {
  /** Off: age does not count. */
  temporalDecay: boolean
  halfLifeDays: number
  /** Off: ordered by score only. */
  mmr: boolean
  /** 1: relevance only, 0: variety only. */
  mmrLambda: number
  /** Local day, `YYYY-MM-DD`. */
  today: string
}

/** Best first; the score of a dated piece is returned faded. */
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

/** Half after one half-life, a quarter after two. Future dates count as today. */
export function decay(ageDays: number, halfLifeDays: number): number {
  return ageDays <= 0 ? 1 : 0.5 ** (ageDays / halfLifeDays)
}

/** 0 to 1: what remains of a piece of that day; 1 without a day. */
export function freshnessOf(day: string | undefined, by: { today: string; halfLifeDays: number }): number {
  if (day === undefined) return 1
  const ageDays = (Date.parse(by.today) - Date.parse(day)) / DAY_MS
  return Number.isFinite(ageDays) ? decay(ageDays, by.halfLifeDays) : 1
}

/** Both days are read as midnight UTC, so that daylight saving does not shorten a day. */
const DAY_MS = 86_400_000
