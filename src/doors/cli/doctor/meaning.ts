/** Search by meaning: does the index work, and does it follow. */
import { memories } from '../../../memory/count.ts'
import { askWorker, type DataFolder } from '../../../worker/client.ts'
import type { IndexStatus } from '../../../worker/protocol/overview.ts'
import { defineCheck } from './check.ts'

export const meaningCheck = defineCheck({
  name: 'meaning',
  asks: 'search by meaning works and has every memory',
  needsWorker: true,
  faults: {
    'index-fails': {
      what: 'Search by meaning does not work.',
      why: 'Searches use words alone and miss what was said in other words.',
      fix: 'claude-mem index status',
    },
    'index-behind': {
      what: 'Memories wait to be indexed and none is being added.',
      why: 'They are found by their words alone.',
      fix: 'claude-mem index rebuild',
    },
    'index-refuses': {
      what: 'The embedding server does not take some memories.',
      why: 'They are found by their words alone.',
      fix: 'claude-mem index status',
    },
  },
  async run({ config, folder, say }) {
    if (config.EMBEDDINGS === 'off') return { ok: 'switched off: searches use words' }
    say('Asking the index …')
    // The model is loaded by a search, not by asking how it is.
    await askWorker(folder, 'GET /api/search/observations', { query: { query: 'memory', limit: 1, format: 'index' } })
    const index = await askWorker(folder, 'GET /api/index')
    const { problem, hint, refused, waiting, indexed } = index
    if (problem !== null)
      return { found: [{ fault: 'index-fails', what: problem, ...(hint === null ? {} : { fix: hint }) }] }
    if (refused !== null) {
      const what = `The embedding server does not take ${memories(refused.count)}: ${refused.reason}`
      return { found: [{ fault: 'index-refuses', what }] }
    }
    if (waiting > 0 && index.because === null && !(await isMoving(folder, index, say))) {
      return {
        found: [{ fault: 'index-behind', what: `${memories(waiting)} wait to be indexed and none is being added.` }],
      }
    }
    const why = index.because === null || waiting === 0 ? '' : `, being built again: ${index.because}`
    return { ok: `${memories(indexed)}${waiting > 0 ? `, ${waiting} to go` : ''}${why}` }
  },
})

/** The index is given work every 15 s, when nothing else is going on. */
const MOVES_WITHIN_MS = 20_000
const LOOK_EVERY_MS = 250

async function isMoving(folder: DataFolder, before: IndexStatus, say: (text: string) => void): Promise<boolean> {
  say(`${memories(before.waiting)} wait to be indexed; looking whether that changes …`)
  const deadline = Date.now() + MOVES_WITHIN_MS
  while (Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    const { waiting, indexed } = await askWorker(folder, 'GET /api/index')
    if (waiting < before.waiting || indexed > before.indexed) return true
  }
  return false
}
