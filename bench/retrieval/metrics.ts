/** The harness's metrics (../shared/bench/harness/lib/metrics.mjs), for runs inside this repository. */

export const METRICS = ['recall@5', 'recall@10', 'hit@5', 'hit@10', 'ndcg@10'] as const
export type Metric = (typeof METRICS)[number]
export type Scores = Record<Metric, number>

export function scoreQuery(found: string[], relevant: string[]): Scores {
  const wanted = new Set(relevant)
  const ranked = [...new Set(found)]
  const hits = (k: number) => ranked.slice(0, k).filter((id) => wanted.has(id)).length
  const gain = (ids: boolean[]) => ids.reduce((sum, hit, at) => sum + (hit ? 1 / Math.log2(at + 2) : 0), 0)
  const ideal = gain(Array.from({ length: Math.min(10, wanted.size) }, () => true))
  return {
    'recall@5': hits(5) / wanted.size,
    'recall@10': hits(10) / wanted.size,
    'hit@5': hits(5) > 0 ? 1 : 0,
    'hit@10': hits(10) > 0 ? 1 : 0,
    'ndcg@10': gain(ranked.slice(0, 10).map((id) => wanted.has(id))) / ideal,
  }
}

export function meanOf(rows: Scores[]): Scores {
  const mean = (metric: Metric) => rows.reduce((sum, row) => sum + row[metric], 0) / Math.max(1, rows.length)
  return Object.fromEntries(METRICS.map((metric) => [metric, mean(metric)])) as Scores // one entry per metric
}

/** Paired sign-flip randomisation test, as in the harness: how often chance alone would differ this much. */
export function pairedP(a: number[], b: number[], repeats = 5000): number {
  const differences = a.map((value, at) => value - (b[at] ?? 0))
  const observed = Math.abs(differences.reduce((sum, value) => sum + value, 0))
  let state = 11
  const flip = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 31 === 0
  }
  let asFar = 0
  for (let repeat = 0; repeat < repeats; repeat++) {
    let sum = 0
    for (const value of differences) sum += flip() ? value : -value
    if (Math.abs(sum) >= observed - 1e-9) asFar += 1
  }
  return (asFar + 1) / (repeats + 1)
}
