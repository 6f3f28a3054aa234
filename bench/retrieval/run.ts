/**
 * How well the product finds: `node bench/retrieval/run.ts [--sets a,b] [--keywords] [--check]` asks a real worker over
 * HTTP every open query of ../shared/bench, prints a table against BASELINES.md and writes bench/results/retrieval.json.
 * With --check it exits 1 when a figure is below the reference hybrid, or a set below the best lexical run (p < 0.01).
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import '../../scripts/text-imports.mjs'
import { BASELINES } from './baselines.ts'
import { meanOf, pairedP, quantile, type Scores, scoreQuery } from './metrics.ts'

const { DATA, loadSet, SETS } = await import('./datasets.ts')
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
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

const has = (flag: string) => process.argv.includes(`--${flag}`)
const asked = process.argv[process.argv.indexOf('--sets') + 1]?.split(',') ?? []
const sets = SETS.filter((set) => !has('sets') || asked.some((part) => set.includes(part)))
const options: Record<string, string> = has('keywords') ? { keywords: '1' } : {}

const results = []
const failures: string[] = []
for (const set of sets) {
  const { docs, queries } = loadSet(set)
  const ours = await runOne(makeOurs, options, docs, queries)
  const lexical = await runOne(makeLexical, {}, docs, queries)
  const rows = BASELINES.filter((baseline) => baseline.set === set).map((baseline) => {
    const of = queries.flatMap(({ category }, at) => {
      const scores = ours.scores[at]
      return scores && (baseline.category ?? category) === category ? [scores] : []
    })
    return { ...baseline, measured: round(100 * meanOf(of)[baseline.metric]) }
  })
  const p = pairedP(
    ours.scores.map((one) => one['ndcg@10']),
    lexical.scores.map((one) => one['ndcg@10']),
  )
  const difference = meanOf(ours.scores)['ndcg@10'] - meanOf(lexical.scores)['ndcg@10']
  for (const row of rows) {
    if (row.measured < row.required) failures.push(`${labelOf(row)}: ${row.measured} < ${row.required}`)
  }
  if (difference < 0 && p < 0.01)
    failures.push(`${set}: below the lexical run by ${round(-100 * difference)}, p = ${p}`)
  results.push({
    set,
    adapter: ours.name,
    docs: docs.length,
    queries: queries.length,
    ingestSeconds: ours.ingestSeconds,
    p50Ms: round(quantile(ours.times, 0.5)),
    p95Ms: round(quantile(ours.times, 0.95)),
    againstLexical: { ndcg: round(100 * difference), p },
    rows,
  })
  console.log(
    `\n${set}: ${docs.length} documents, ${queries.length} queries, ${ours.name}, p50 ${round(quantile(ours.times, 0.5))} ms, p95 ${round(quantile(ours.times, 0.95))} ms`,
  )
  console.table(
    Object.fromEntries(
      rows.map((row) => [
        labelOf(row),
        {
          'best lexical': row.lexical,
          'reference hybrid': row.hybrid,
          goal: row.goal,
          measured: row.measured,
          'to goal': round(row.measured - row.goal),
        },
      ]),
    ),
  )
}

mkdirSync(join(ROOT, 'bench/results'), { recursive: true })
const note = 'open half; the BASELINES.md columns are over both halves'
writeFileSync(join(ROOT, 'bench/results/retrieval.json'), `${JSON.stringify({ note, results, failures }, null, 2)}\n`)
for (const failure of failures) console.log(`BELOW: ${failure}`)
if (has('check') && failures.length > 0) process.exitCode = 1

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
    ingestSeconds = round((performance.now() - startedAt) / 1000)
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

function round(value: number): number {
  return Number(value.toFixed(1))
}
