/** How fast finished memories are imported through a worker's bulk import, into a memory of the current size. */
import type { Place } from '../../test/support/place.ts'
import { call } from '../../test/support/worker.ts'
import { makeCorpus, SEED } from './corpus.ts'
import { toImport } from './imported.ts'

const ROWS = 3000
/** About 400 kB, under the worker's limit for a request. */
const BATCH = 400

/** Rows per second, words indexed, over HTTP. The rows are new; they are embedded later. */
export async function measureImport(place: Place): Promise<number> {
  const corpus = makeCorpus(ROWS, { now: Date.now(), seed: SEED + 1 })
  const items = Array.from({ length: corpus.sessions }, (_, at) => {
    const session = corpus.sessionAt(at)
    // other sessions than the stored ones
    return corpus
      .draftsOf(session)
      .map((draft) => ({ ...toImport(session, draft), session: `import-${session.number}` }))
  }).flat()
  const startedAt = performance.now()
  for (let from = 0; from < items.length; from += BATCH) {
    await call(place, 'POST', '/api/import/observations', items.slice(from, from + BATCH))
  }
  return Math.round((items.length / (performance.now() - startedAt)) * 1000)
}
