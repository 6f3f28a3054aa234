/** A small share of `npm run test:fuzz`, always the same: the kept inputs and a few made ones, through every real door. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DOORS, fuzz } from './fuzz/fuzz.ts'
import { makePlace, removePlace } from './support/place.ts'
import { seedFolder } from './support/seed.ts'
import { startWorker, stopWorker } from './support/worker.ts'

const place = makePlace()
let workerPid = 0
beforeAll(async () => {
  seedFolder(place.data.root, place.project)
  // The whole run has the model as well; here it would take most of the time.
  workerPid = (await startWorker(place, { CLAUDE_MEM_EMBEDDINGS: 'off' })).pid
}, 30_000)
afterAll(async () => {
  await stopWorker(place)
  removePlace(place)
})

describe('odd inputs', () => {
  it.each(Object.entries(DOORS))('through %s break nothing', { timeout: 60_000 }, async (name, open) => {
    const door = await open(place)
    try {
      const { inputs, failure } = await fuzz(name, door, { count: 15, seed: 20_261_118, workerPid })
      expect(failure).toBeUndefined()
      expect(inputs).toBeGreaterThan(15)
    } finally {
      door.close()
    }
  })
})
