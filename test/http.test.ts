/** The HTTP server over real sockets: methods, headers of any length, and who is turned away first. */
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryDatabase } from '../src/store/store.fixture.ts'
import { makeListener } from '../src/worker/http/listener.ts'
import { makeServer } from '../src/worker/http/node-server.ts'
import { quietParts, TOKEN } from './support/http-parts.ts'
import { seed } from './support/seed.ts'

const db = memoryDatabase()
seed(db, '/home/me/code/shop')
let port = 0
const server = makeServer()

beforeAll(async () => {
  server.on('request', makeListener(quietParts(db, { port: () => port })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port // it listens on TCP
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)
const withToken = { authorization: `Bearer ${TOKEN}` }

describe('a long query', () => {
  it('of 100,000 characters is answered', async () => {
    const query = new URLSearchParams({ query: 'discount '.repeat(11_500), format: 'index', limit: '1' })
    const response = await ask(`/api/search?${query}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ results: [{ id: expect.any(Number) }] })
  })

  it('that is too long for the server is refused in the shape of every other error', async () => {
    const { status, body } = await raw(`GET /api/search?query=${'x'.repeat(600_000)} HTTP/1.1\r\nHost: a\r\n\r\n`)
    expect([status, body.error.code]).toEqual([431, 'too_large'])
    expect(body.error.hint).toBeTruthy()
  })

  it('is refused like bytes that are not HTTP: both errors have the same shape', async () => {
    const { status, body } = await raw('hello there\r\n\r\n')
    expect([status, body.error.code]).toEqual([400, 'bad_input'])
  })
})

describe('a Host header', () => {
  const hosts = [
    '',
    'Host:',
    'Host: a b',
    'Host: [::1',
    'Host: 127.0.0.1:99999999',
    'Host: user@127.0.0.1',
    'Host: \u00ff',
  ]
  const odd = [...hosts, 'Host: evil.example', 'Host: 127.0.0.1/../x', 'Host: ?', 'Host: a\r\nHost: b']

  it.each(odd)('of %j is refused in the shape of every other error', async (host) => {
    for (const version of ['1.1', '1.0']) {
      const { status, body } = await raw(`GET /health HTTP/${version}\r\n${host === '' ? '' : `${host}\r\n`}\r\n`)
      expect([400, 403]).toContain(status)
      expect(body.error.code).toMatch(/^(?:forbidden|bad_input)$/)
    }
  })

  it('that is ours and stands there twice is refused too', async () => {
    const ours = `Host: 127.0.0.1:${port}\r\n`
    expect((await raw(`GET /health HTTP/1.1\r\n${ours}${ours}\r\n`)).status).toBe(403)
  })

  it.each(['//', 'http://[', '*', 'http://evil.example/health', '/%'])(
    'that is ours does not make %s an address',
    async (to) => {
      const { status, body } = await raw(`GET ${to} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(body.error.code).toBeTruthy()
    },
  )
})

describe('an expectation', () => {
  it('we do not know is refused in the shape of every other error', async () => {
    const { status, body } = await raw(`GET /health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nExpect: more\r\n\r\n`)
    expect([status, body.error.code]).toEqual([417, 'bad_input'])
  })
})

describe('a method', () => {
  it('HEAD is answered like GET, without a body', async () => {
    for (const path of ['/health', '/api/search?query=discount', '/api/observations/1', '/api/observations/999']) {
      const [head, get] = [await ask(path, { method: 'HEAD' }), await ask(path)]
      expect([head.status, head.headers.get('content-type'), await head.text()], path).toEqual([
        get.status,
        get.headers.get('content-type'),
        '',
      ])
    }
  })

  it('HEAD needs the token where GET does', async () => {
    expect((await ask('/api/code/outline?path=a.js', { method: 'HEAD' })).status).toBe(401)
  })

  it.each([
    ['POST', '/api/search', 'GET, HEAD'],
    ['DELETE', '/api/observations/1', 'GET, HEAD'],
    ['OPTIONS', '/api/search/observations', 'GET, HEAD'],
    ['PUT', '/health', 'GET, HEAD'],
    ['GET', '/api/observations/batch', 'POST'],
    ['HEAD', '/api/forget', 'POST'],
    ['GET', '/api/forget', 'POST'],
    ['OPTIONS', '/api/stop', 'POST'],
  ])('%s %s is refused with what is allowed, with and without a token', async (method, path, allow) => {
    for (const headers of [{}, withToken]) {
      const response = await ask(path, { method, headers })
      expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
      if (method !== 'HEAD') {
        const { error } = (await response.json()) as { error: { code: string; hint: string } }
        expect([error.code, error.hint]).toEqual(['bad_input', expect.stringContaining(allow.split(',')[0] ?? '')])
      }
    }
  })

  it('is looked at only when the caller is no other web page', async () => {
    const foreign = await ask('/api/search', { method: 'OPTIONS', headers: { origin: 'http://evil.example' } })
    expect([foreign.status, foreign.headers.get('allow')]).toEqual([403, null])
    const rebound = await raw(`POST /api/search HTTP/1.1\r\nHost: evil.example:${port}\r\nContent-Length: 0\r\n\r\n`)
    expect(rebound.status).toBe(403)
  })

  it('on a path that does not exist is not found', async () => {
    expect((await ask('/api/nowhere')).status).toBe(404)
    expect((await ask('/api/nowhere', { method: 'POST', headers: withToken })).status).toBe(404)
  })
})

/** Bytes as they are, because a client would not send them. The answer ends with the connection. */
function raw(text: string): Promise<{ status: number; body: { error: { code: string; hint?: string } } }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      answer += chunk
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN)
      if (Buffer.byteLength(body) < length || Number.isNaN(length)) return
      socket.destroy()
      resolve({ status: Number(head.split(' ')[1]), body: JSON.parse(body) })
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`closed after ${JSON.stringify(answer.slice(0, 200))}`)))
  })
}
