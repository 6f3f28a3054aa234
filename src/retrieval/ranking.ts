/**
 * One order for a pool of candidates: words and meaning scaled to 0–1 and added, plus good neighbours in the same
 * session or at the same time, plus tiny preferences that only separate near-equal hits. Pure.
 */

import { nearId, type Pool } from './candidates.ts'
import type { DateRange } from './dates/date-range.ts'
import { scoreText } from './long-text.ts'
import { byScore, type Ranked } from './ranked.ts'
import { typeScore } from './relevance.ts'
import { oneRowPerTurn, withSaid } from './said.ts'
import type { Stale } from './search-parts.ts'
import type { Explanation } from './search-result.ts'
import { WEIGHTS } from './weights.ts'
import { coverageOf, type RareTerm, readMemory, scoreWords, wantedOf } from './word-score.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** The seeds' window: recent memories are preferred, older ones never hidden. */
const RECENT_DAYS = 90
/** A memory loses half of its (tiny) recency bonus in this time. */
const HALF_LIFE_DAYS = 30

export interface RankedFor {
  now: number
  home: string | undefined
  wish: DateRange | undefined
  stale?: Stale | undefined
}

/** `turns`: include turns that left no memory, and show one row for all memories of a turn. */
export function rank(pool: Pool, by: RankedFor & { turns?: boolean }): Ranked[] {
  const { terms, similarity } = pool
  const wanted = wantedOf(terms)
  const read = [...pool.candidates, ...pool.said].map((candidate) => {
    const memory = readMemory(candidate, wanted)
    const { length } = pool.corpus
    // A passage is already a part, and so is a piece of a note.
    if (candidate.kind === 'passage' || candidate.kind === 'note')
      return { candidate, memory, words: scoreWords(memory, { terms, typicalLength: length[candidate.kind] }) }
    return { candidate, memory, words: scoreText(memory, { terms, typicalLength: length.observation }) }
  })
  const bestWords = Math.max(Number.MIN_VALUE, ...read.map(({ words }) => words.score))
  const scale = scaleOf(similarity)
  const scored = read.map(({ candidate, memory, words }): Ranked => {
    const near = similarity?.get(nearId(candidate) ?? Number.NaN)
    const parts: Explanation = {
      words: WEIGHTS.words * (words.score / bestWords) ** WEIGHTS.sharpness,
      meaning: near === undefined ? 0 : WEIGHTS.meaning * scale(near),
      said: 0,
      neighbours: 0,
      recency: preferRecent(candidate.createdAt, by.now),
      type: candidate.type === null ? 0 : WEIGHTS.type * typeScore(candidate.type),
      project: candidate.project === by.home ? WEIGHTS.home : 0,
      stale: 0,
      time: by.wish ? WEIGHTS.wish * wishedFor(candidate.createdAt, by.wish) : 0,
      complete: 0,
      ...(near === undefined ? {} : { similarity: near }),
      ...coverageOf(words.matched, terms),
    }
    const score = parts.words + parts.meaning + parts.time
    return { candidate, memory, score, matched: words.matched, parts, said: [], folded: [] }
  })
  const ranked = withSaid(scored, terms, by.turns === true)
  addNeighbours(ranked)
  addSameTime(ranked)
  raiseComplete(ranked, terms)
  for (const one of ranked) one.score += one.parts.recency + one.parts.type + one.parts.project
  ranked.sort(byScore)
  const ordered = by.stale ? lowerStale(ranked, by.stale) : ranked
  return by.turns ? oneRowPerTurn(ordered) : ordered
}

/** How far a memory stands out among those near the query: the mean gives 0, four standard deviations give 1. */
function scaleOf(similarity: Map<number, number> | undefined): (value: number) => number {
  const values = [...(similarity?.values() ?? [])]
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length)
  const deviation = Math.sqrt(variance)
  // One candidate, or all alike: none stands out, and none should lose by it.
  if (deviation < 1e-6) return () => 0.5
  return (value) => Math.min(MAX_STANDING_OUT, Math.max(0, (value - mean) / deviation / 4))
}

const MAX_STANDING_OUT = 1.5

/** Full within that time, less the longer after it: people tell things in the days after they happened. */
function wishedFor(at: number, { from = at, to = at }: DateRange): number {
  if (at < from) return 0
  return 0.5 ** (Math.max(0, at - to) / DAY_MS / WEIGHTS.wishDays)
}

function preferRecent(createdAt: number, now: number): number {
  const ageDays = Math.max(0, now - createdAt) / DAY_MS
  return WEIGHTS.recency * 0.5 ** (ageDays / HALF_LIFE_DAYS) + (ageDays <= RECENT_DAYS ? WEIGHTS.recent : 0)
}

/** What was noted just before or after a good hit in the same session is often the other half of the answer. */
function addNeighbours(ranked: Ranked[]): void {
  const own = new Map(ranked.map((one) => [`${one.candidate.kind} ${one.candidate.id}`, one]))
  const before = new Map(ranked.map((one) => [one, one.score]))
  for (const one of ranked) {
    const { kind, id, session } = one.candidate
    if (session === null || kind !== 'observation') continue
    for (let distance = 1; distance <= WEIGHTS.neighbours; distance++) {
      for (const other of [own.get(`${kind} ${id - distance}`), own.get(`${kind} ${id + distance}`)]) {
        if (other?.candidate.session !== session) continue
        one.parts.neighbours += (WEIGHTS.neighbour / distance) * (before.get(other) ?? 0)
      }
    }
    one.score += one.parts.neighbours
  }
}

/**
 * Without a session, memories from about the same time belong together: a change and its merge, a thought and the next.
 */
function addSameTime(ranked: Ranked[]): void {
  // All pieces of a notes file have the same time.
  const lone = ranked.filter(({ candidate }) => candidate.session === null && candidate.kind !== 'note')
  const earlierFirst = lone.toSorted((a, b) => a.candidate.createdAt - b.candidate.createdAt)
  const before = new Map(lone.map((one) => [one, one.score]))
  for (const inOrder of [earlierFirst, earlierFirst.toReversed()]) {
    const best = new Map<string, { score: number; at: number }>()
    for (const one of inOrder) {
      const { project, createdAt } = one.candidate
      const own = before.get(one) ?? 0
      const last = best.get(project)
      const faded = last ? last.score * 0.5 ** (Math.abs(createdAt - last.at) / HOUR_MS / WEIGHTS.sameTimeHours) : 0
      one.parts.neighbours = Math.max(one.parts.neighbours, WEIGHTS.sameTime * faded)
      best.set(project, { score: Math.max(own, faded), at: createdAt })
    }
  }
  for (const one of lone) one.score += one.parts.neighbours
}

/** Checking the disk for every candidate costs too much: only the first ones are checked. */
const LOOKED_AT = 50

function lowerStale(ranked: Ranked[], stale: Stale): Ranked[] {
  const first = ranked.slice(0, LOOKED_AT).filter(({ candidate }) => candidate.kind === 'observation')
  const shares = stale(first.map(({ candidate }) => candidate.id))
  for (const one of first) {
    one.parts.stale = -WEIGHTS.stale * (shares.get(one.candidate.id) ?? 0)
    one.score += one.parts.stale
  }
  return ranked.sort(byScore)
}

/** A memory with every word of the query never ranks below one with a single word of it. */
function raiseComplete(ranked: Ranked[], terms: RareTerm[]): void {
  const count = terms.filter((term) => term.weight === 1).length
  if (count < 2) return
  const isComplete = (one: Ranked) => one.parts.missing.length === 0
  const bestSingle = Math.max(
    0,
    ...ranked.filter((one) => one.parts.missing.length >= count - 1).map((one) => one.score),
  )
  // Their tiny preferences are added later: leave room for them.
  const floor = bestSingle + WEIGHTS.recent + WEIGHTS.recency + WEIGHTS.type + WEIGHTS.home + WEIGHTS.stale
  for (const one of ranked) {
    if (!isComplete(one) || one.score > floor) continue
    one.parts.complete = floor + one.score * 1e-6 - one.score
    one.score += one.parts.complete
  }
}
