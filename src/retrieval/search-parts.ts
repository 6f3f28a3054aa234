/** What a search depends on: the store, the clock, and optional sources for meaning and for changed files. */
import type { Database } from '../store/database.ts'

/**
 * Similarity 0–1 of the nearest observations, and of notes by their negated ids; undefined when meaning is unavailable
 * now.
 */
export type Meaning = (by: {
  text: string
  projects: string[] | undefined
  limit: number
}) => Promise<{ id: number; similarity: number }[] | undefined>

/** 0–1 per observation: how many of its cited files have changed. Absent = nothing known. */
export type Stale = (observations: number[]) => ReadonlyMap<number, number>

export interface SearchParts {
  db: Database
  meaning?: Meaning | undefined
  stale?: Stale | undefined
  now: number
}
