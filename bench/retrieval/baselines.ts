/**
 * What a run is compared with, in percent: ../shared/bench/BASELINES.md over both halves, our goals, and our last
 * results.
 */

import type { SetName } from './datasets.ts'
import type { Metric } from './metrics.ts'

export interface Baseline {
  set: SetName
  /** undefined = all queries of the set. */
  category?: string
  metric: Metric
  lexical: number
  /** The two newest sets have no such run. */
  hybrid?: number
  goal: number
  /** Below this a run fails: about our last result on the open half, and never less than the reference hybrid. */
  required: number
}

interface Figures {
  lexical: number
  hybrid?: number
  goal: number
  /**
   * Our last result, or one or two questions below it. Raise it with every gain; lowering it needs a reason in the
   * commit.
   */
  floor: number
  category?: string
}

const row = (set: SetName, metric: Metric, { floor, ...figures }: Figures): Baseline => ({
  set,
  metric,
  ...figures,
  // BASELINES.md asks for "no loss (≥ 99)" where the hybrid has more.
  required: Math.max(floor, Math.min(figures.hybrid ?? 0, figures.goal)),
})

export const BASELINES: Baseline[] = [
  row('locomo-session', 'recall@5', { lexical: 88.4, hybrid: 89.2, goal: 91, floor: 91.4 }),
  row('locomo-session', 'recall@10', { lexical: 93.9, hybrid: 94.6, goal: 97, floor: 95.3 }),
  row('locomo-session', 'ndcg@10', { lexical: 82.9, hybrid: 84.1, goal: 86, floor: 86 }),
  row('locomo-turn', 'recall@5', { lexical: 55.4, hybrid: 57.7, goal: 62, floor: 66 }),
  row('locomo-turn', 'recall@10', { lexical: 62.9, hybrid: 66.1, goal: 77, floor: 74.7 }),
  row('locomo-turn', 'ndcg@10', { lexical: 48.5, hybrid: 49.7, goal: 54, floor: 56.9 }),
  row('locomo-obs', 'recall@5', { lexical: 62.9, hybrid: 66.7, goal: 70, floor: 70.9 }),
  row('locomo-obs', 'recall@10', { lexical: 69.7, hybrid: 75.0, goal: 82, floor: 80.7 }),
  row('locomo-obs', 'ndcg@10', { lexical: 58.1, hybrid: 62.0, goal: 66, floor: 66.2 }),
  row('commits-changelog', 'hit@5', { lexical: 76.5, hybrid: 80.7, goal: 84, floor: 82.3 }),
  row('commits-changelog', 'hit@10', { lexical: 82.7, hybrid: 85.8, goal: 90, floor: 87.6 }),
  row('commits-changelog', 'ndcg@10', { lexical: 63.9, hybrid: 67.5, goal: 71, floor: 69.5 }),
  row('commits-changelog', 'recall@10', {
    ...{ category: 'overlap-low', lexical: 55.5, hybrid: 61.1, goal: 67, floor: 64.9 },
  }),
  row('swebench-issue2commit', 'hit@10', { lexical: 69.5, hybrid: 76.3, goal: 84, floor: 81.9 }),
  row('swebench-issue2commit', 'ndcg@10', { lexical: 54.7, hybrid: 60.6, goal: 66, floor: 66.8 }),
  row('fastapi-es-en', 'hit@10', { lexical: 74.9, hybrid: 79.1, goal: 96, floor: 98 }),
  row('fastapi-es-en', 'ndcg@10', { lexical: 59.2, hybrid: 63.1, goal: 78, floor: 91 }),
  row('xquad-es-en', 'recall@10', { category: 'es>en', lexical: 55, hybrid: 75, goal: 97, floor: 97 }),
  row('xquad-es-en', 'recall@10', { category: 'en>es', lexical: 56, hybrid: 89, goal: 97, floor: 98 }),
  row('xquad-es-en', 'recall@10', { category: 'en>en', lexical: 99.2, hybrid: 99.7, goal: 99, floor: 99.8 }),
  row('xquad-es-en', 'recall@10', { category: 'es>es', lexical: 99.1, hybrid: 99.2, goal: 99, floor: 99.1 }),
  row('cranfield', 'ndcg@10', { lexical: 38.5, hybrid: 42.4, goal: 42, floor: 44.6 }),
  row('beam-100k', 'recall@10', { lexical: 39.8, goal: 48, floor: 50.3 }),
  row('beam-100k', 'ndcg@10', { lexical: 30.3, goal: 35, floor: 37.9 }),
  row('entire-commit2session', 'hit@10', { lexical: 72.3, goal: 82, floor: 74.7 }),
  row('entire-commit2session', 'ndcg@10', { lexical: 56.2, goal: 60, floor: 57.7 }),
]
