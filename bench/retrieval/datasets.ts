/** The bench's documents and open queries, and a temporary database with one set stored as the product would. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { Database } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrations.ts'
import type { ImportedObservation } from '../../src/worker/protocol/import.ts'
import { importObservations } from '../../src/worker/writer/changes/bulk-import.ts'

export const DATA =
  process.env.BENCH_DATA ?? join(fileURLToPath(new URL('../..', import.meta.url)), '../shared/bench/data')

export const SETS = [
  'locomo-session',
  'locomo-turn',
  'locomo-obs',
  'commits-changelog',
  'swebench-issue2commit',
  'fastapi-es-en',
  'xquad-es-en',
  'cranfield',
  'beam-100k',
  'entire-commit2session',
] as const
export type SetName = (typeof SETS)[number]

export interface BenchDoc {
  id: string
  project: string
  type?: string
  title?: string
  text: string
  files?: string[]
  session?: string
  ts: number
}

export interface BenchQuery {
  id: string
  category: string
  project: string
  now?: number
  query: string
  relevant: string[]
}

export function loadSet(name: SetName): { docs: BenchDoc[]; queries: BenchQuery[] } {
  return {
    docs: readLines<BenchDoc>(join(DATA, 'corpus', `${name}.docs.jsonl.gz`)),
    queries: readLines<BenchQuery>(join(DATA, 'open', `${name}.queries.jsonl`)),
  }
}

export interface StoredSet {
  db: Database
  /** The bench's ids for each of ours: equal documents are one memory. */
  benchIds: Map<number, string[]>
  idsOf: Map<string, number>
}

/** In memory. */
export function storeSet(docs: BenchDoc[]): StoredSet {
  const db = new Database(new DatabaseSync(':memory:'))
  migrate(db)
  const { ids } = importObservations({ db, journal: { append: () => {} }, now: Date.now() }, docs.map(toImport))
  const benchIds = new Map<number, string[]>()
  const idsOf = new Map<string, number>()
  ids.forEach((id, at) => {
    const doc = docs[at]
    if (id === null || !doc) return
    benchIds.set(id, [...(benchIds.get(id) ?? []), doc.id])
    idsOf.set(doc.id, id)
  })
  return { db, benchIds, idsOf }
}

export function toImport(doc: BenchDoc): ImportedObservation {
  const { id: _, ...rest } = doc
  return rest
}

function readLines<T>(path: string): T[] {
  const bytes = readFileSync(path)
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T) // the shapes data/README.md documents
}
