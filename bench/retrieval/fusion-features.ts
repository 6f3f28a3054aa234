/**
 * What a ranking sees of every candidate of every open query, without any fusion weight: from the product's own pool
 * and word scores, saved in a file, so that a model over them is trained and tested in seconds.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { findCandidates, type Pool } from '../../src/retrieval/candidates.ts'
import { readDates } from '../../src/retrieval/dates/read-dates.ts'
import { filterOf } from '../../src/retrieval/filters.ts'
import { scoreText } from '../../src/retrieval/long-text.ts'
import { readQuery } from '../../src/retrieval/query-terms.ts'
import type { Meaning } from '../../src/retrieval/search-parts.ts'
import type { SearchQuery } from '../../src/retrieval/search-query.ts'
import { coverageOf, type ReadMemory, readMemory, scoreWords, wantedOf } from '../../src/retrieval/word-score.ts'
import type { Database } from '../../src/store/database.ts'
import type { Candidate } from '../../src/store/search.ts'

/** One candidate of one query. */
export interface Row {
  kind: Candidate['kind']
  id: number
  turn: number | null
  session: number | null
  project: string
  createdAt: number
  type: Candidate['type']
  /** The raw word score, before scaling to the best of the pool. */
  words: number
  /** Share of the query, 0–1, and how many of its words are missing. */
  coverage: number
  missing: number
  /** Cosine; absent if it has no vector. */
  similarity?: number
  /** How many of the wanted documents it represents. */
  relevant: number
}

export interface Case {
  rows: Row[]
  /** Wanted in all, found or not. */
  wanted: number
  /** Words of the query that count in full. */
  count: number
  now: number
  wish?: { from?: number; to?: number }
  /** Asked of the search over everything: one row per turn, with what was said in it. */
  turns?: boolean
}

export interface Asked {
  query: SearchQuery
  now: number
  /** How many of the wanted ones this candidate is. */
  relevant: (candidate: Candidate) => number
  wanted: number
}

const CACHE = join(fileURLToPath(new URL('../..', import.meta.url)), 'node_modules/.cache/fusion')

/** From the file if it exists. */
export async function casesOf(name: string, make: () => Promise<Case[]>): Promise<Case[]> {
  const path = join(CACHE, `${name}.json.gz`)
  if (existsSync(path)) return JSON.parse(gunzipSync(readFileSync(path)).toString('utf8')) as Case[] // written below
  const cases = await make()
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, gzipSync(JSON.stringify(cases), { level: 1 }))
  return cases
}

export function makeReader(db: Database, meaning: Meaning | undefined) {
  return async ({ query, now, relevant, wanted }: Asked): Promise<Case> => {
    const { range: wish } = readDates(query.text, { now, timeZone: query.timeZone })
    const words = readQuery(query.text)
    const near = await meaning?.({ text: query.text.slice(0, 2000), projects: query.projects, limit: 150 })
    const kinds = query.kinds ?? ['observation']
    const pool = findCandidates(db, { read: words, filter: filterOf(query), kinds, near, wish })
    const sought = wantedOf(pool.terms)
    return {
      rows: [...pool.candidates, ...pool.said].map((one) =>
        rowOf(one, { pool, memory: readMemory(one, sought), relevant: relevant(one) }),
      ),
      wanted,
      count: pool.terms.filter(({ weight }) => weight === 1).length,
      now,
      ...(wish ? { wish } : {}),
      ...(kinds.includes('passage') ? { turns: true } : {}),
    }
  }
}

function rowOf(candidate: Candidate, by: { pool: Pool; memory: ReadMemory; relevant: number }): Row {
  const { pool, memory, relevant } = by
  const { kind, id, turn, session, project, createdAt, type } = candidate
  const { terms, corpus } = pool
  const { score, matched } =
    kind === 'passage'
      ? scoreWords(memory, { terms, typicalLength: corpus.length.passage })
      : scoreText(memory, { terms, typicalLength: corpus.length.observation })
  const { coverage, missing } = coverageOf(matched, terms)
  const similarity = kind === 'observation' ? pool.similarity?.get(id) : undefined
  return {
    ...{ kind, id, turn, session, project, createdAt, type },
    ...{ words: score, coverage, missing: missing.length, relevant },
    ...(similarity === undefined ? {} : { similarity }),
  }
}
