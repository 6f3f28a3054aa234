/**
 * How fast, how exact and how large is the built-in vector index at 8k, 100k and 1,000,000 vectors? `npm run
 * bench:vectors [-- --sizes 8k] [--check]`: with --check a missed figure is exit code 1. A run over all sizes writes
 * bench/results/vectors.json. Compared in the same run with a bare scan in JavaScript over 32-bit vectors, which also
 * defines "exact" here.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { round, type Spread, spread } from '../figures.ts'
import { atLeast, atMost, CHECK, conclude } from '../outcome.ts'
import { readSizes, sizeName } from '../sizes.ts'
import { loadCorpus, makeVectors } from './corpus.ts'
import type { BuildAsk, Built, MeasureAsk, Measured } from './process.ts'

const { values: asked } = parseArgs({ options: { ...CHECK, sizes: { type: 'string' } } })
const SIZES = readSizes(asked.sizes ?? '8k,100k,1m')
const REQUIRED = { recall: 0.95, rssMb: 1500 }
const FIRST = 20
/** Enough for p95; the exact comparison of a million vectors takes a second per query. */
const QUERIES = 50

interface Result extends Built {
  vectors: number
  searchMs: Spread
  bareJavaScriptMs: Spread
  inOneOfTenProjectsMs: Spread
  withQueryEmbeddingMs: Spread
  oneChangeMs: Spread
  recallAt20: number
  loadMs: number
  rssMb: number
}

const corpus = await loadCorpus()
const queries = corpus.queries.slice(0, QUERIES)
const work = mkdtempSync(join(tmpdir(), 'claude-mem-bench-vectors-'))
const results: Result[] = []
try {
  for (const count of SIZES) {
    const path = join(work, `${count}.sqlite`)
    const built = await ask<BuildAsk, Built>({ name: 'build', path, count, real: corpus.real })
    const questions = corpus.questions.slice(0, QUERIES)
    const measured = await ask<MeasureAsk, Measured>({ name: 'measure', path, queries, questions })
    const exact = scanExactly(count)
    results.push({
      vectors: count,
      searchMs: spread(measured.searchMs),
      bareJavaScriptMs: spread(exact.times),
      inOneOfTenProjectsMs: spread(measured.inOneProjectMs),
      withQueryEmbeddingMs: spread(measured.withQuestionMs),
      oneChangeMs: spread(measured.changeMs),
      recallAt20: round(recall(measured.found, exact.found), 4),
      loadMs: Math.round(measured.loadMs),
      rssMb: Math.round(measured.rssMb),
      ...built,
    })
    console.table(results.map(flat))
    rmSync(path)
  }
} finally {
  rmSync(work, { recursive: true })
}

conclude('vectors', {
  report: {
    corpus: `${corpus.real.length} real embeddings of paragraphs in node_modules, then seeded noisy copies (cosine 0.82)`,
    results,
  },
  required: results.flatMap((one) => [
    atLeast(`recall@20 against the exact scan, ${sizeName(one.vectors)}`, one.recallAt20, REQUIRED.recall),
    atMost(`memory of the process, MB, ${sizeName(one.vectors)}`, one.rssMb, REQUIRED.rssMb),
  ]),
  whole: asked.sizes === undefined,
  check: asked.check,
})

/** In its own process, so that nothing of ours counts in its memory. */
function ask<Ask, Reply>(what: Ask): Promise<Reply> {
  const child = fork(fileURLToPath(new URL('process.ts', import.meta.url)), [], { serialization: 'advanced' })
  return new Promise((resolve, reject) => {
    child.once('message', (reply) => resolve(reply as Reply)) // by process.ts, for this ask
    child.once('exit', (code) => reject(new Error(`the measured process ended with ${code}`)))
    child.send(what as object)
  })
}

function scanExactly(count: number): { found: number[][]; times: number[] } {
  const dimensions = queries[0]?.length ?? 0
  const all = new Float32Array(count * dimensions)
  const vectorAt = makeVectors(corpus.real)
  for (let at = 0; at < count; at++) all.set(vectorAt(at), at * dimensions)
  const times: number[] = []
  const found = queries.map((query) => {
    const startedAt = performance.now()
    const best = nearest(all, query)
    times.push(performance.now() - startedAt)
    return best
  })
  return { found, times }
}

function nearest(all: Float32Array, query: Float32Array): number[] {
  const best: { id: number; score: number }[] = []
  let bar = Number.NEGATIVE_INFINITY
  for (let from = 0, id = 1; from < all.length; from += query.length, id++) {
    let score = 0
    for (let d = 0; d < query.length; d++) score += (all[from + d] as number) * (query[d] as number) // inside both
    if (score <= bar) continue
    best.push({ id, score })
    best.sort((a, b) => b.score - a.score)
    if (best.length > FIRST) best.pop()
    if (best.length === FIRST) bar = best.at(-1)?.score ?? bar
  }
  return best.map((one) => one.id)
}

function recall(found: number[][], exact: number[][]): number {
  const shares = exact.map((ids, at) => ids.filter((id) => found[at]?.includes(id)).length / ids.length)
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

function flat(result: Result): Record<string, unknown> {
  const shown = (value: number | Spread) => (typeof value === 'object' ? `${value.p50} / ${value.p95}` : value)
  return Object.fromEntries(Object.entries(result).map(([key, value]) => [key, shown(value)]))
}
