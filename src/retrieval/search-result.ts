/** What a search returns: the hits, how each got its score, and how the query was understood. */
import type { Note } from '../memory/note.ts'
import type { Observation, Summary } from '../memory/observation.ts'
import type { Passage } from '../memory/passage.ts'
import type { Turn } from '../store/passages.ts'
import type { StoredPrompt } from '../store/prompts.ts'
import type { DateRange } from './dates/date-range.ts'

interface HitParts {
  id: number
  project: string
  projectName: string
  createdAt: number
  /** 0–1, best hit highest; comparable only within one result. */
  score: number
  /** Ids of hits folded into this one: they say the same, or come from the same turn. */
  folded: number[]
  /** The passages of its turn that match the query best. */
  said: Passage[]
  explain?: Explanation
}

/** Every weighted part of the score. They add up to `score` before it is scaled to 0–1. */
export interface Explanation {
  words: number
  meaning: number
  /** For what was said in its turn. */
  said: number
  /** From good hits just before or after it in the same session or, without a session, at about the same time. */
  neighbours: number
  recency: number
  type: number
  project: number
  /** Negative: files it cites have changed or disappeared since. */
  stale: number
  /** For being from the time the query names. */
  time: number
  /** For having every word of the query, when a memory with one word would otherwise rank above it. */
  complete: number
  /** Raw cosine similarity, if meaning was searched and knows this memory. */
  similarity?: number
  /** Share of the query its words cover, 0–1; rare words count more. */
  coverage: number
  /** 0–1: how likely it answers the question; measured only for the first rows. */
  bearing?: number
  /** Query terms found in it. */
  matched: string[]
  missing: string[]
}

export type SearchHit = HitParts &
  (
    | { kind: 'observation'; observation: Observation }
    | { kind: 'summary'; summary: Summary }
    | { kind: 'prompt'; prompt: StoredPrompt }
    /** A turn that left no memory: `id` is the turn's. */
    | { kind: 'passage'; turn: Turn }
    | { kind: 'note'; note: Note }
  )

export interface SearchResult {
  /** `listing`: there were no words to search for. */
  searched: 'hybrid' | 'keywords' | 'listing'
  /** This page. */
  hits: SearchHit[]
  /** There is at least one hit after this page. */
  more: boolean
  /** How dates in words were understood. */
  understood?: { range: DateRange; phrase: string }
  /** Words of the query that no memory has. */
  unknown: string[]
  /** No memory matches the query's operators or phrase, so its words were searched as plain words. */
  loosened: boolean
  /**
   * Do the hits answer the question? `no`: they are only the nearest. A search of one kind lists whatever is nearest.
   */
  bears: Bearing
}

/** Do the hits answer the question: surely, perhaps, or are they only near it? */
export type Bearing = 'surely' | 'perhaps' | 'no'
