/** Watches the index being built until it is done, or clearly makes no progress. */

import { memories } from '../../memory/count.ts'
import { MemoryError } from '../../memory/error.ts'
import type { IndexStatus } from '../../worker/protocol/overview.ts'

/** Checks in a row with a problem and no progress: a batch takes about a second. */
const PATIENCE = 10

export async function followRebuild(by: {
  status: () => Promise<IndexStatus>
  pause: () => Promise<void>
  onProgress: (left: number) => void
}): Promise<IndexStatus> {
  let fewest = Number.POSITIVE_INFINITY
  let idleLooks = 0
  for (;;) {
    await by.pause()
    const now = await by.status()
    if (now.state === 'ready') return now
    by.onProgress(now.waiting)
    idleLooks = now.problem === null || now.waiting < fewest ? 0 : idleLooks + 1
    fewest = Math.min(fewest, now.waiting)
    if (now.state === 'unavailable' || idleLooks >= PATIENCE) throw stuck(now)
  }
}

function stuck({ waiting, problem }: IndexStatus): MemoryError {
  return new MemoryError(
    'unavailable',
    `The rebuild has stalled, ${memories(waiting)} to go. ${problem ?? ''}`.trim(),
    {
      hint: 'It continues when that is fixed; `claude-mem index status` shows how far it is.',
    },
  )
}
