/**
 * Which memories answer a question, in what order. Words and meaning find candidates, one score orders them, and the
 * same question always gives the same order: every page and every format is cut from it.
 */
import type { Note } from '../memory/note.ts'
import type { Observation, ObservationType, Summary } from '../memory/observation.ts'
import type { Passage } from '../memory/passage.ts'
import type { Database } from '../store/database.ts'
import { notesOf } from '../store/index-queue.ts'
import type { Turn } from '../store/passages.ts'
import type { StoredPrompt } from '../store/prompts.ts'
import type { MemoryKind } from '../store/search.ts'
import type { Bearing } from './bearing.ts'
import { readDates } from './dates.ts'
import { filterOf, narrow } from './filters.ts'
import { listed, type Page, pageOf } from './pages.ts'
import { onlyStopWords, readQuery } from './query-terms.ts'
import { WEIGHTS } from './weights.ts'

export type { MemoryKind } from '../store/search.ts'

/** Ends are inclusive, in milliseconds; an absent end is open. */
export interface DateRange {
  from?: number
  to?: number
}

export interface SearchQuery {
  /** Empty: everything the filters let through, newest first. Dates in words in it become a range. */
  text: string
  /** Default: observations. */
  kinds?: MemoryKind[]
  /** Ids of the projects to look in; undefined = all of them. */
  projects?: string[] | undefined
  /** Ids never shown, unless they stand in `projects` by name: other people's private projects. */
  hidden?: string[] | undefined
  /** The project the asker stands in: it wins between near-equal hits. */
  home?: string | undefined
  types?: ObservationType[] | undefined
  /** All of these concepts. */
  concepts?: string[] | undefined
  /** Any of these: a path, its end (`total.js`, `src/total.js`) or a folder. */
  files?: string[] | undefined
  /** Of notes only those of these workspaces. */
  workspaces?: number[] | undefined
  range?: DateRange | undefined
  /** `date_desc` and `date_asc` order the same hits by time. */
  order?: 'relevance' | 'date_desc' | 'date_asc' | undefined
  limit: number
  offset?: number | undefined
  /** For dates in words, e.g. `Europe/Madrid`. Default: the machine's. */
  timeZone?: string | undefined
  /**
   * `preferred`: a time named in the text never leaves anything out. `off`: its words are words. Default: a short text is about
   * that time.
   */
  dates?: 'preferred' | 'off' | undefined
  /** False: stop words count like all others. */
  stopWords?: boolean | undefined
  /** False: a word is not looked for under its names in the other language. */
  bilingual?: boolean | undefined
  /** Says when nothing found bears on the question. Default: where what was said is searched too. */
  mayBeSilent?: boolean | undefined
  explain?: boolean | undefined
}

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

/** Beyond this a text means too many things; the model reads no more of it either. */
const MEANING_CHARACTERS = 2000

export async function search(parts: SearchParts, query: SearchQuery): Promise<SearchResult> {
  const { fits: _, ...found } = await searchDated(parts, query)
  return found
}

async function searchDated(parts: SearchParts, query: SearchQuery): Promise<Page> {
  const dates = query.dates === 'off' ? undefined : readDates(query.text, { now: parts.now, timeZone: query.timeZone })
  if (!dates?.range) return searchIn(parts, query, undefined)
  const understood = { range: dates.range, phrase: dates.phrase }
  const nothingElse = onlyStopWords(dates.rest)
  const long = readQuery(dates.rest).terms.length > WEIGHTS.fewWords
  const preferred = query.dates === 'preferred' || (!nothingElse && (long || !dates.certain))
  if (preferred) return { ...(await searchIn(parts, query, dates.range)), understood }
  const range = narrow(query.range, dates.range)
  const narrowed = await searchIn(parts, { ...query, text: nothingElse ? '' : dates.rest, range }, undefined)
  if (narrowed.fits) return { ...narrowed, understood }
  // Nothing from that time has one of the words: they are searched everywhere, which hides nothing.
  if (nothingElse) return searchIn(parts, query, undefined)
  return { ...(await searchIn(parts, { ...query, text: dates.rest }, dates.range)), understood }
}

async function searchIn(
  { db, meaning, stale, now }: SearchParts,
  query: SearchQuery,
  wish: DateRange | undefined,
): Promise<Page> {
  const filter = filterOf(query)
  if (query.text.trim() === '') return listed(db, { query, filter })
  const read = readQuery(query.text, { stopWords: query.stopWords ?? true, bilingual: query.bilingual ?? true })
  const near = await meaning?.({
    text: query.text.slice(0, MEANING_CHARACTERS),
    projects: meantIn(query),
    limit: WEIGHTS.meaningPool,
  })
  return pageOf(db, { query, filter, read, near, wish, stale, now })
}

/** Memories and notes of a project are two places for the index. */
function meantIn({ projects, kinds = ['observation'] }: SearchQuery): string[] | undefined {
  const notes = kinds.includes('note')
  const memories = kinds.some((kind) => kind !== 'note')
  return projects?.flatMap((id) => [...(memories ? [id] : []), ...(notes ? [notesOf(id)] : [])])
}
