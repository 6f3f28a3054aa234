/** The worker's index status when all is well. */
import type { IndexStatus } from '../../worker/protocol/overview.ts'

export const READY: IndexStatus = {
  state: 'ready',
  driver: 'builtin',
  model: 'minilm',
  dimensions: 384,
  indexed: 40,
  waiting: 0,
  refused: null,
  because: null,
  problem: null,
  hint: null,
}
