/** What a search works with: the store, the clock, and who knows about meaning and about changed files. */
import type { Database } from '../store/database.ts'

/** Similarity 0–1 of the nearest observations, and notes by their negative numbers; undefined when meaning is not available now. */
export type Meaning = (by: {
  text: string
  projects: string[] | undefined
  limit: number
}) => Promise<{ id: number; similarity: number }[] | undefined>

/** 0–1 by observation: how many of the files it cites are no longer what they were. Absent = nothing is known. */
export type Stale = (observations: number[]) => ReadonlyMap<number, number>

export interface SearchParts {
  db: Database
  meaning?: Meaning | undefined
  stale?: Stale | undefined
  now: number
}
