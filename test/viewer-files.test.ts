/** The viewer's files as the worker serves them: what a browser is told, and what only looks like them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionReply } from '../src/worker/protocol/sessions.ts'
import { runCli } from './support/cli.ts'
import { makePlace, removePlace } from './support/place.ts'
import { seedFolder } from './support/seed.ts'
import { startWorker, stopWorker } from './support/worker.ts'

const place = makePlace()
let base = ''
beforeAll(async () => {
  seedFolder(place.data.root, place.project)
  base = `http://127.0.0.1:${(await startWorker(place)).port}`
})
afterAll(async () => {
  await stopWorker(place)
  removePlace(place)
})

describe('the viewer', () => {
  it.each([
    '/',
    '/timeline',
    '/now',
    '/settings',
    '/insights',
    '/notes',
    '/review',
    '/memory/1',
    '/session/2',
    '/?q=discount&type=bugfix',
  ])('is one page at %s, which may load nothing from elsewhere', async (path) => {
    const response = await fetch(base + path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    const page = await response.text()
    const links = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, to]) => to ?? '')
    expect(links.length).toBeGreaterThan(2)
    for (const link of links) {
      const asset = await fetch(base + link)
      expect([asset.status, asset.headers.get('x-content-type-options')], link).toEqual([200, 'nosniff'])
    }
  })

  it.each(['/assets/', '/assets/../token', '/assets/%2e%2e%2ftoken', '/memory/x', '/viewer/app.js', '/index.html'])(
    'has nothing at %s',
    async (path) => {
      expect((await fetch(base + path)).status).toBe(404)
    },
  )

  it('is refused to other names for this machine', async () => {
    const { request } = await import('node:http')
    const status = await new Promise((resolve, reject) =>
      request(base, { headers: { host: 'evil.example' } }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end(),
    )
    expect(status).toBe(403)
  })

  it('needs less than 150 kB for all of it', async () => {
    const sizes = await Promise.all(
      ['/', '/assets/app.js', '/assets/app.css', '/assets/icon.svg'].map(
        async (path) => (await (await fetch(base + path)).arrayBuffer()).byteLength,
      ),
    )
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(150_000)
  })

  it('is opened by `ui`, which prints the address with the token when asked', async () => {
    const { stdout, code } = await runCli(place, ['ui', '--print'])
    expect(code).toBe(0)
    const [, address, token] = /^(http:\/\/127\.0\.0\.1:\d+\/)#token=([\w-]+)\n$/.exec(stdout) ?? []
    expect(address).toBe(`${base}/`)
    const reply = await fetch(`${base}/api/notes/file?path=x&cwd=${place.project}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(reply.status).not.toBe(401)
  })
})

describe('a session', () => {
  it('is told in order, with its memories and its summary', async () => {
    const reply = (await (await fetch(`${base}/api/session?id=S1`)).json()) as SessionReply // the OpenAPI test compares them
    expect(reply).toMatchObject({ number: 1, project: 'shop', summary: { request: expect.any(String) } })
    const times = reply.observations.map((one) => one.created_at_epoch)
    expect(times.length).toBeGreaterThan(1)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })
  it('that is not there is not found', async () => {
    expect((await fetch(`${base}/api/session?id=S999`)).status).toBe(404)
  })
})
