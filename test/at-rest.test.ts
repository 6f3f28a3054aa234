/** What the worker holds while it waits: Node's HTTP client is 13 MB in each thread, and nothing here needs it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runHook, sessionStart } from './support/hook.ts'
import { makePlace, removePlace } from './support/place.ts'
import { seedFolder } from './support/seed.ts'
import { waitFor } from './support/wait.ts'
import { call, settle, startWorker, stopWorker } from './support/worker.ts'

const CLIENT = 'NativeModule internal/deps/undici/undici'

describe('a worker that has answered hooks and searches', () => {
  const place = makePlace()
  let worker: number
  /** Loaded into every thread of the worker and of its children; tells again and again how often it has looked, and whether the client is there. */
  const witness = `
    import { threadId } from 'node:worker_threads'
    import { renameSync, writeFileSync } from 'node:fs'
    const file = ${JSON.stringify(join(place.root, 'loaded-'))} + process.pid + '-' + threadId
    let looks = 0
    setInterval(() => {
      writeFileSync(file + '.part', ++looks + ' ' + process.moduleLoadList.includes(${JSON.stringify(CLIENT)}))
      renameSync(file + '.part', file)
    }, 20).unref()`

  beforeAll(async () => {
    const file = join(place.root, 'witness.mjs')
    writeFileSync(file, witness)
    seedFolder(place.data.root, place.project)
    const { pid } = await startWorker(place, { NODE_OPTIONS: `--import=${pathToFileURL(file)}` })
    worker = pid
  })
  afterAll(async () => {
    await stopWorker(place)
    removePlace(place)
  })

  it('has loaded no HTTP client in any thread', async () => {
    await runHook(place, { event: 'SessionStart', payload: sessionStart(place, 'at-rest') })
    expect(await call(place, 'GET', '/api/search?query=discount')).toMatchObject({ results: expect.any(Array) })
    await settle(place)
    const threads = readdirSync(place.root).filter(
      (name) => /^loaded-\d+-\d+$/.test(name) && name.startsWith(`loaded-${worker}-`),
    )
    expect(threads.length).toBeGreaterThanOrEqual(2)
    for (const name of threads) {
      const look = () => readFileSync(join(place.root, name), 'utf8').split(' ')
      const before = Number(look()[0])
      const after = await waitFor('one more look', async () => {
        const [looks, loaded] = look()
        return Number(looks) > before ? loaded : undefined
      })
      expect(after, name).toBe('false')
    }
  })
})
