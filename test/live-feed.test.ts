/** The live feed of a real worker: who listens hears at once that something came, and is let go in time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveChange } from '../src/worker/protocol/live.ts'
import { bashUse, prompt, runHook } from './support/hook.ts'
import { makePlace, removePlace } from './support/place.ts'
import { call, startWorker, stopWorker } from './support/worker.ts'

const place = makePlace()
let base = ''
beforeAll(async () => {
  base = `http://127.0.0.1:${(await startWorker(place)).port}`
})
afterAll(async () => {
  await stopWorker(place)
  removePlace(place)
})

/** What is said until the predicate holds or the stream ends. */
async function hear(query: string, act: () => Promise<unknown>, enough: (heard: LiveChange[]) => boolean) {
  const leaving = new AbortController()
  const response = await fetch(`${base}/api/events?${query}`, { signal: leaving.signal })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const heard: LiveChange[] = []
  let begun: Promise<unknown> | undefined
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    begun ??= act()
    const lines = part.split('\n').filter((line) => line.startsWith('data: '))
    heard.push(...lines.map((line) => JSON.parse(line.slice(6)) as LiveChange)) // small pieces of JSON come whole
    if (enough(heard)) break
  }
  await begun
  leaving.abort()
  return heard
}

describe('who listens', () => {
  it('hears of events and of memories kept by hand, and nothing of what they say', async () => {
    const sessionId = 'heard'
    const taken = await hear(
      'seconds=60',
      async () => {
        await runHook(place, {
          event: 'UserPromptSubmit',
          payload: prompt(place, { sessionId, text: 'Mend the tax', promptId: 'p1' }),
        })
        await runHook(place, { event: 'PostToolUse', payload: bashUse(place, { sessionId, id: 'toolu_1' }) })
      },
      (heard) => heard.filter(({ what }) => what === 'taken').reduce((sum, { count }) => sum + count, 0) >= 2,
    )
    expect(new Set(taken.flatMap((change) => Object.keys(change)))).toEqual(new Set(['what', 'count']))
    const changed = await hear(
      'seconds=60',
      () => call(place, 'POST', '/api/remember', { text: 'CI needs Node 22', cwd: place.project }),
      (heard) => heard.some(({ what }) => what === 'changed'),
    )
    expect(changed.at(-1)).toEqual({ what: 'changed', count: 1 })
  })

  it('is let go when the time is over', async () => {
    expect(
      await hear(
        'seconds=1',
        async () => {},
        () => false,
      ),
    ).toEqual([])
  })

  it('is one of at most sixteen', async () => {
    const leaving = new AbortController()
    const all = await Promise.all(
      Array.from({ length: 17 }, () => fetch(`${base}/api/events`, { signal: leaving.signal })),
    )
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(16).fill(200), 503])
    leaving.abort()
  })

  it('is not kept waiting by a worker that ends', async () => {
    const response = await fetch(`${base}/api/events?seconds=300`)
    await call(place, 'POST', '/api/stop')
    expect(await response.text()).toContain(': listening')
  })
})
