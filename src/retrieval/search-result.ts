/** What a search answers: the hits, how each came by its score, and what was made of the question. */
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
  /** 0–1, the best hit highest; only to be compared within one answer. */
  score: number
  /** Ids of hits that say the same, or were made of the same turn, and were folded into this one. */
  folded: number[]
  /** What was said in its turn, the passages that fit the query best. */
  said: Passage[]
  explain?: Explanation
}

/** Every part of the score, after its weight. They add up to `score` before it is scaled to 0–1. */
export interface Explanation {
  words: number
  meaning: number
  /** For what was said in its turn. */
  said: number
  /** From good hits just before or after it in the same session, or without one at about the same time. */
  neighbours: number
  recency: number
  type: number
  project: number
  /** Negative: files it cites have changed or gone since. */
  stale: number
  /** For being from the time the query named. */
  time: number
  /** For having every word of the query, where a memory with one of them would stand above it. */
  complete: number
  /** Raw cosine similarity, if meaning was asked and knew this memory. */
  similarity?: number
  /** Share of the query its words cover, 0–1, a rare word counting more. */
  coverage: number
  /** 0–1: how likely it answers the question; only the first rows are measured. */
  bearing?: number
  /** Query terms found in it, of those that were looked for. */
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
  /** `listing`: there were no words to search by. */
  searched: 'hybrid' | 'keywords' | 'listing'
  /** This page. */
  hits: SearchHit[]
  /** There is at least one hit after this page. */
  more: boolean
  /** What the dates in words of the text were taken to mean. */
  understood?: { range: DateRange; phrase: string }
  /** Words of the query that no memory has. */
  unknown: string[]
  /** No memory fits the query's operators or phrase: its words were searched as words. */
  loosened: boolean
  /** Whether the hits answer the question; `no`: they are only near it. Of one kind alone whatever is nearest is listed. */
  bears: Bearing
}

/** Whether what was found answers the question: surely, perhaps, or it is only near. */
export type Bearing = 'surely' | 'perhaps' | 'no'
