/** A name that no project has is said to be wrong, by every route that takes one: nothing found would look like an answer. */
import { expect, it } from 'vitest'
import { putObservation } from '../src/store/observations.ts'
import { draft, memoryDatabase, PROJECT } from '../src/store/store.fixture.ts'
import { asker, quietParts } from './support/http-parts.ts'

const code = { ask: () => Promise.reject(new Error('nobody is asked')), close: async () => undefined }

it.each([
  '/api/search?query=discount',
  '/api/search/observations?query=discount',
  '/api/search/by-file?filePath=src/total.js',
  '/api/search/timeline?anchor=1',
  '/api/search/recent-context?limit=1',
  '/api/observations/by-file?path=src/total.js',
  '/api/code/outline?path=src/total.js',
])('%s', async (path) => {
  const db = memoryDatabase()
  putObservation(db, { draft: draft('k'), session: undefined, project: PROJECT.id, source: 'local' })
  const { status, body } = await asker(quietParts(db, { code }))(`${path}&project=shpo`)
  expect(status).toBe(404)
  expect(body.error).toMatchObject({
    message: 'There is no project `shpo`.',
    hint: expect.stringContaining('/api/stats'),
  })
})
