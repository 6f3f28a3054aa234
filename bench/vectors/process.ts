/**
 * A process with nothing but the index, so that its memory can be measured: the model and the vectors, as in the real
 * one. Called over the channel to its parent: `build` fills an index.sqlite, `measure` opens it as a start does.
 */
import { statSync } from 'node:fs'
import { findModelFiles } from '../../src/index/assets.ts'
import { openMiniLm } from '../../src/index/minilm.ts'
import { openBuiltin } from '../../src/index/vectors/builtin.ts'
import { openVectorFile } from '../../src/store/vector-blocks.ts'
import { makeVectors } from './corpus.ts'

const DIMENSIONS = 384
const PROJECTS = 10
/** Rows per call, like the pump's but more: the bench would take hours otherwise. */
const BATCH = 1000

export interface BuildAsk {
  name: 'build'
  path: string
  count: number
  real: Float32Array[]
}
export interface Built {
  perSecond: number
  bytesPerVector: number
}

export interface MeasureAsk {
  name: 'measure'
  path: string
  queries: Float32Array[]
  questions: string[]
}
export interface Measured {
  loadMs: number
  rssMb: number
  /** Of the first 20, for every query. */
  found: number[][]
  searchMs: number[]
  inOneProjectMs: number[]
  withQuestionMs: number[]
  changeMs: number[]
}

if (process.send)
  process.on('message', async (ask: BuildAsk | MeasureAsk) => {
    process.send?.(ask.name === 'build' ? await build(ask) : await measure(ask), () => process.disconnect())
  })

async function build({ path, count, real }: BuildAsk): Promise<Built> {
  const db = openVectorFile(path)
  const driver = openBuiltin(db, DIMENSIONS)
  const vectorAt = makeVectors(real)
  let spentMs = 0
  for (let from = 0; from < count; from += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => ({
      id: from + at + 1,
      project: `project ${(from + at) % PROJECTS}`,
      hash: (from + at).toString(16).padStart(16, '0'),
      vectors: [Float32Array.from(vectorAt(from + at))],
    }))
    const startedAt = performance.now()
    await driver.upsert(items)
    spentMs += performance.now() - startedAt
  }
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
  return { perSecond: Math.round((count / spentMs) * 1000), bytesPerVector: Math.round(statSync(path).size / count) }
}

async function measure({ path, queries, questions }: MeasureAsk): Promise<Measured> {
  const files = findModelFiles()
  if (!files) throw new Error('There is no model: run `node scripts/fetch-model.mjs`.')
  const embedder = openMiniLm(files)
  await embedder.embed(['warm'], 'query')
  const startedAt = performance.now()
  const db = openVectorFile(path)
  const driver = openBuiltin(db, DIMENSIONS)
  const loadMs = performance.now() - startedAt
  const search = (vector: Float32Array, projects?: string[]) => driver.search({ vector, projects, limit: 20 })
  for (const vector of queries.slice(0, 5)) await search(vector)

  const found: number[][] = []
  const searchMs = await timed(queries, async (vector) => found.push((await search(vector)).map((hit) => hit.id)))
  const inOneProjectMs = await timed(queries, (vector) => search(vector, ['project 3']))
  const withQuestionMs = await timed(questions, async (question) => {
    const [vector] = await embedder.embed([question], 'query')
    if (vector) await search(vector)
  })
  const changeMs = await timed(queries.slice(0, 50), (vector, at) =>
    driver.upsert([{ id: at + 1, project: 'project 1', hash: 'f'.repeat(16), vectors: [vector] }]),
  )
  return { loadMs, rssMb: process.memoryUsage.rss() / 1e6, found, searchMs, inOneProjectMs, withQuestionMs, changeMs }
}

async function timed<T>(items: T[], work: (item: T, at: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (const [at, item] of items.entries()) {
    const startedAt = performance.now()
    await work(item, at)
    times.push(performance.now() - startedAt)
  }
  return times
}
