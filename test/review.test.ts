/** The inbox over HTTP: off until it is switched on, exact about what waits, and the same after a restart. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Changed } from '../src/worker/protocol/changes.ts'
import type { Reviewed, ReviewReply } from '../src/worker/protocol/review.ts'
import { makePlace, removePlace } from './support/place.ts'
import { seedFolder } from './support/seed.ts'
import { waitFor } from './support/wait.ts'
import { call, startWorker, stopWorker } from './support/worker.ts'

const place = makePlace()
beforeAll(async () => {
  seedFolder(place.data.root, place.project)
  await startWorker(place)
})
afterAll(async () => {
  await stopWorker(place)
  removePlace(place)
})

const inbox = () => call<ReviewReply>(place, 'GET', '/api/review')
const decide = (body: object) => call<Reviewed>(place, 'POST', '/api/review', body)
const idsOf = ({ results }: ReviewReply) => results.map(({ id }) => id)

describe('the inbox', () => {
  it('is empty and refuses decisions while it is off', async () => {
    expect(await inbox()).toEqual({ on: false, since: null, memories: 0, results: [], proposals: [] })
    await expect(decide({ kept: [1] })).rejects.toThrow(/409.*switched off/)
  })

  it('begins with the last day when it is switched on, without a restart', async () => {
    await call(place, 'POST', '/api/settings', { changes: { CLAUDE_MEM_REVIEW: 'true' } })
    const { since } = await waitFor('the inbox has begun', async () => {
      const now = await inbox()
      return now.since === null ? undefined : now
    })
    expect(since).toBeLessThan(Date.now() - 23 * 3_600_000)
    expect(JSON.parse(readFileSync(place.data.settings, 'utf8'))).toEqual({ CLAUDE_MEM_REVIEW: 'true' })
  })

  it('holds what was made since its start until somebody decides', async () => {
    const weeks = Date.now() - 21 * 24 * 3_600_000
    expect(await decide({ since: weeks })).toEqual({ since: weeks, memories: 7 })
    const before = idsOf(await inbox())
    expect(before).toHaveLength(7)
    expect(await decide({ kept: [1] })).toMatchObject({ memories: 6 })
    await call<Changed>(place, 'POST', '/api/observations/2/recall', { recall: false })
    const { change } = await call<Changed>(place, 'POST', '/api/observations/3/edit', { title: 'Cents, always' })
    expect(idsOf(await inbox())).toEqual(before.filter((id) => ![1, 2, 3].includes(id)))
    await call(place, 'POST', '/api/changes/undo', { change })
    expect(await decide({ again: [1] })).toMatchObject({ memories: 6 })
    expect(idsOf(await inbox())).toEqual(before.filter((id) => id !== 2))
  })

  it('knows after a restart what was looked at', async () => {
    await decide({ kept: [1, 3] })
    const before = await inbox()
    await stopWorker(place)
    await startWorker(place)
    expect(await inbox()).toEqual(before)
    expect(idsOf(before)).not.toContain(1)
  })

  it('refuses what it does not know, and no time to come hides anything', async () => {
    await expect(decide({ kept: ['1'] })).rejects.toThrow(/400/)
    await expect(decide({ dropped: [1] })).rejects.toThrow(/400/)
    const { since } = await decide({ since: Date.now() + 1e9 })
    expect(since).toBeLessThanOrEqual(Date.now())
  })
})
