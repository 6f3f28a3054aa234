/**
 * How well the product finds: `node bench/retrieval/run.ts [--sets a,b] [--keywords] [--check]` asks a real worker over
 * HTTP every open query of ../shared/bench and prints a table against BASELINES.md. Required: our last result, and no
 * set below the best lexical run (p < 0.01); with --check a missed one is exit code 1. Goals are printed with the
 * distance to each. A run over all sets, by words and meaning, writes bench/results/retrieval.json.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import '../../scripts/text-imports.mjs'
import { quantile, round } from '../figures.ts'
import { atLeast, CHECK, conclude, type Need } from '../outcome.ts'
import { BASELINES } from './baselines.ts'
import { meanOf, pairedP, type Scores, scoreQuery } from './metrics.ts'

const { DATA, loadSet, SETS } = await import('./datasets.ts')
const K = 20

interface Adapter {
  name: string
  ingest(docs: unknown[]): Promise<void>
  search(query: string, k: number, context: { project: string }): Promise<string[]>
  close(): Promise<void>
}
type MakeAdapter = (options: Record<string, string>) => Promise<Adapter>
const adapter = new URL('./adapter.mjs', import.meta.url).href
const makeOurs = ((await import(adapter)) as { default: MakeAdapter }).default // the harness's documented shape
const bm25 = pathToFileURL(join(DATA, '../harness/adapters/bm25.mjs')).href
const makeLexical = ((await import(bm25)) as { default: MakeAdapter }).default // as above

const { values: asked } = parseArgs({
  options: { ...CHECK, sets: { type: 'string' }, keywords: { type: 'boolean', default: false } },
})
const parts = asked.sets?.split(',') ?? ['']
const sets = SETS.filter((set) => parts.some((part) => set.includes(part)))
const options: Record<string, string> = asked.keywords ? { keywords: '1' } : {}

const results = []
const required: Need[] = []
for (const set of sets) {
  const { docs, queries } = loadSet(set)
  const ours = await runOne(makeOurs, options, docs, queries)
  const lexical = await runOne(makeLexical, {}, docs, queries)
  const rows = BASELINES.filter((baseline) => baseline.set === set).map((baseline) => {
    const of = queries.flatMap(({ category }, at) => {
      const scores = ours.scores[at]
      return scores && (baseline.category ?? category) === category ? [scores] : []
    })
    return { ...baseline, measured: tenths(100 * meanOf(of)[baseline.metric]) }
  })
  const p = pairedP(
    ours.scores.map((one) => one['ndcg@10']),
    lexical.scores.map((one) => one['ndcg@10']),
  )
  const difference = meanOf(ours.scores)['ndcg@10'] - meanOf(lexical.scores)['ndcg@10']
  required.push(
    ...rows.map((row) => atLeast(labelOf(row), row.measured, row.required)),
    atLeast(`${set}, p of being below the lexical run by chance`, difference < 0 ? p : 1, 0.01),
  )
  results.push({
    set,
    adapter: ours.name,
    docs: docs.length,
    queries: queries.length,
    ingestSeconds: ours.ingestSeconds,
    p50Ms: tenths(quantile(ours.times, 0.5)),
    p95Ms: tenths(quantile(ours.times, 0.95)),
    againstLexical: { ndcg: tenths(100 * difference), p },
    rows,
  })
  console.log(
    `\n${set}: ${docs.length} documents, ${queries.length} queries, ${ours.name}, p50 ${tenths(quantile(ours.times, 0.5))} ms, p95 ${tenths(quantile(ours.times, 0.95))} ms`,
  )
  console.table(
    Object.fromEntries(
      rows.map((row) => [
        labelOf(row),
        {
          'best lexical': row.lexical,
          'reference hybrid': row.hybrid ?? '–',
          goal: row.goal,
          measured: row.measured,
          'to goal': tenths(row.measured - row.goal),
        },
      ]),
    ),
  )
}

conclude('retrieval', {
  report: { note: 'open half; the BASELINES.md columns are over both halves', results },
  required,
  whole: asked.sets === undefined && !asked.keywords,
  check: asked.check,
})

async function runOne(
  make: MakeAdapter,
  by: Record<string, string>,
  docs: Parameters<Adapter['ingest']>[0],
  queries: { query: string; project: string; relevant: string[] }[],
) {
  const made = await make(by)
  const times: number[] = []
  const scores: Scores[] = []
  const startedAt = performance.now()
  let ingestSeconds = 0
  try {
    await made.ingest(docs)
    ingestSeconds = tenths((performance.now() - startedAt) / 1000)
    for (const { query, project, relevant } of queries) {
      const askedAt = performance.now()
      const found = await made.search(query, K, { project })
      times.push(performance.now() - askedAt)
      scores.push(scoreQuery(found, relevant))
    }
  } finally {
    await made.close()
  }
  return { name: made.name, times, scores, ingestSeconds }
}

function labelOf(row: { set: string; metric: string; category?: string }): string {
  return [row.set, row.category, row.metric].filter((part) => part !== undefined).join(' ')
}

function tenths(value: number): number {
  return round(value, 1)
}
