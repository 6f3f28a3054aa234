/**
 * search() in this process, over the open half with cached embeddings: the quick way to see what a weight does.
 *   node bench/retrieval/tune.ts [--sets a,b] [--keywords] [--set weight=value …] [--categories]
 */
import '../../scripts/text-imports.mjs'
import { quantile } from '../figures.ts'
import { type Metric, meanOf, type Scores, scoreQuery } from './metrics.ts'

const { loadSet, SETS, storeSet } = await import('./datasets.ts')
const { cachedMeaning } = await import('./meaning.ts')
const { search } = await import('../../src/retrieval/search.ts')
const { WEIGHTS } = await import('../../src/retrieval/weights.ts')

const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}
process.argv.forEach((argument, at) => {
  if (argument !== '--set') return
  const [path = '', value = ''] = (process.argv[at + 1] ?? '').split('=')
  const [first = '', second] = path.split('.')
  const table = WEIGHTS as unknown as Record<string, number | Record<string, number>> // names come from the command line
  const inner = table[first]
  if (second !== undefined && typeof inner === 'object') inner[second] = Number(value)
  else table[first] = Number(value)
})

const wanted = option('sets')?.split(',') ?? [...SETS]
const show: Metric[] = ['recall@5', 'recall@10', 'hit@5', 'hit@10', 'ndcg@10']
console.log(`${'set'.padEnd(24)}${show.map((metric) => metric.padStart(10)).join('')}   p50/p95 ms`)
for (const name of SETS.filter((set) => wanted.some((part) => set.includes(part)))) {
  const { docs, queries } = loadSet(name)
  const { db, benchIds, idsOf } = storeSet(docs)
  const meaning = process.argv.includes('--keywords') ? undefined : await cachedMeaning(docs, queries, idsOf)
  const rows: Scores[] = []
  const times: number[] = []
  const categories = new Map<string, Scores[]>()
  for (const query of queries) {
    const startedAt = performance.now()
    const { hits } = await search(
      { db, meaning, now: query.now ?? Date.now() },
      { text: query.query, projects: [query.project], limit: 20 },
    )
    times.push(performance.now() - startedAt)
    const found = hits.flatMap((hit) => [hit.id, ...hit.folded].flatMap((id) => benchIds.get(id) ?? []))
    const scores = scoreQuery(found, query.relevant)
    rows.push(scores)
    categories.set(query.category, [...(categories.get(query.category) ?? []), scores])
  }
  const line = (label: string, of: Scores[]) => {
    const mean = meanOf(of)
    return `${label.padEnd(24)}${show.map((metric) => (100 * mean[metric]).toFixed(1).padStart(10)).join('')}`
  }
  console.log(`${line(name, rows)}   ${quantile(times, 0.5).toFixed(1)}/${quantile(times, 0.95).toFixed(1)}`)
  if (process.argv.includes('--categories')) {
    for (const [category, of] of [...categories].sort()) console.log(line(`  ${category}`, of))
  }
  db.close()
}
