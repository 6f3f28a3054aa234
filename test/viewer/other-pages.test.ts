/** A page of somebody else in the same browser, which knows the worker's port: it learns nothing and changes nothing. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Status } from '../../src/worker/protocol.ts'
import { call } from '../support/worker.ts'
import { openStage, REBOUND, type Stage } from './stage.ts'

let stage: Stage
let stranger: Server
let strange = ''
beforeAll(async () => {
  stage = await openStage()
  stranger = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><p>hello'),
  )
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  strange = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`
}, 60_000)
afterAll(async () => {
  stranger?.close()
  await stage?.close()
})

/** What a script on the page at `from` gets to know by `fetch`. */
async function tries(from: string, url: string, init: object = {}): Promise<unknown> {
  const page = await stage.browser.newPage()
  await page.goto(from)
  const learned = await page.evaluate(
    `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then(
      async (response) => ({ status: response.status, type: response.type, text: await response.text() }),
      (error) => error.name)`,
  )
  await page.close()
  return learned
}

describe('a page of another origin', () => {
  it.each(['/', '/api/search?query=', '/api/status', '/api/observations/1', '/api/settings', '/api/insights'])(
    'cannot read %s',
    async (path) => {
      expect(await tries(strange, stage.base + path)).toBe('TypeError')
      const opaque = { status: 0, type: 'opaque', text: '' }
      expect([opaque, 'TypeError']).toContainEqual(await tries(strange, stage.base + path, { mode: 'no-cors' }))
    },
  )

  it('cannot forget anything, whatever it sends', async () => {
    const body = JSON.stringify({ ids: [1] })
    for (const mode of ['cors', 'no-cors']) {
      await tries(strange, `${stage.base}/api/forget`, { method: 'POST', mode, body })
    }
    expect(await call(stage.place, 'GET', '/api/observations/1')).toMatchObject({ id: 1 })
  })

  it.each([
    ['/api/settings', { changes: { CLAUDE_MEM_REQUIRE_TOKEN: 'false', CLAUDE_MEM_BASE_URL: 'http://evil.example' } }],
    ['/api/restart', {}],
  ])('cannot change anything with %s, whatever it sends', async (path, what) => {
    const settings = await call(stage.place, 'GET', '/api/settings')
    const { pid } = await call<Status>(stage.place, 'GET', '/api/status')
    for (const mode of ['cors', 'no-cors']) {
      await tries(strange, `${stage.base}${path}`, { method: 'POST', mode, body: JSON.stringify(what) })
    }
    expect(await call(stage.place, 'GET', '/api/settings')).toEqual(settings)
    expect(await call(stage.place, 'GET', '/api/status')).toMatchObject({ pid })
  })

  it('cannot show the viewer in a frame', async () => {
    const page = await stage.browser.newPage()
    await page.goto(strange)
    const blocked = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('iframe'), { src: '${stage.base}/' }))`,
    )
    await blocked
    await page.close()
  })
})

describe('a name that was bound anew to this machine', () => {
  it('gets no page and no answer', async () => {
    const { port } = new URL(stage.base)
    const rebound = `http://${REBOUND}:${port}`
    const page = await stage.browser.newPage()
    const response = await page.goto(rebound)
    expect(response?.status()).toBe(403)
    await page.close()
    expect(await tries(rebound, '/api/search?query=')).toMatchObject({
      status: 403,
      text: expect.stringContaining('Host'),
    })
  })
})
