/** Requests over a real socket to a real worker: every route with odd values, and bytes that are no request. */
import { connect } from 'node:net'
import fc from 'fast-check'
import * as z from 'zod'
import { findWorker, readText } from '../../../src/worker/client.ts'
import type { RouteSpec } from '../../../src/worker/protocol/route-spec.ts'
import { ROUTES } from '../../../src/worker/protocol/routes.ts'
import type { Place } from '../../support/place.ts'
import { type Door, demand, inPlace } from '../door.ts'
import { changedBytes, oddJson, oddText } from '../inputs.ts'
import { watchHealth } from '../worker-health.ts'

/** The whole request, byte for byte; `@host@` and `@token@` are filled in. */
interface HttpRequest {
  bytes: string
  /** Whether all of it is there. Of half a request the rest would be waited for, so there we say that no more comes. */
  whole: boolean
}

/** They do what they are asked: afterwards another worker runs or nothing is captured, or the answer lasts a minute. */
const NOT_ASKED = ['/api/stop', '/api/restart', '/api/pause', '/api/events']

const routes = Object.entries<RouteSpec>(ROUTES)
  .map(([name, { query, body }]) => {
    const [method = '', path = ''] = name.split(' ')
    return { method, path, query, body }
  })
  .filter(({ path }) => !NOT_ASKED.includes(path))

/** Values most parameters understand, so that a request gets further than its parsing. */
const plausible = fc.constantFrom<unknown>(
  '@project@',
  '1',
  1,
  '5',
  'discount',
  'index',
  'bugfix',
  'true',
  [1, 2],
  '2026-11-01',
  'src/total.js',
  'run',
)
const value = fc.oneof({ weight: 3, arbitrary: plausible }, { weight: 2, arbitrary: oddJson })
const headers: fc.Arbitrary<[string, string][]> = fc.array(
  fc.tuple(
    fc.constantFrom('origin', 'x-odd', 'content-type', 'accept', 'cookie', 'range', 'if-match', 'upgrade'),
    oddText,
  ),
  { maxLength: 2 },
)

const routed = fc
  .constantFrom(...routes)
  .chain((route) =>
    fc.record({
      method: fc.oneof(
        { weight: 12, arbitrary: fc.constant(route.method) },
        { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'DELETE', 'POST', 'GET') },
      ),
      path: fc
        .oneof({ weight: 1, arbitrary: oddText }, { weight: 2, arbitrary: fc.integer({ min: 0, max: 9 }).map(String) })
        .map((part) => route.path.replace(/:\w+/g, encode(part))),
      query: given(route.query),
      body: fc.option(fc.oneof({ weight: 4, arbitrary: given(route.body) }, { weight: 1, arbitrary: oddJson }), {
        nil: undefined,
        freq: route.body ? 12 : 2,
      }),
      headers: fc.oneof(
        { weight: 4, arbitrary: fc.constant<[string, string][]>([]) },
        { weight: 1, arbitrary: headers },
      ),
      token: fc.oneof({ weight: 12, arbitrary: fc.constant('@token@') }, { weight: 1, arbitrary: oddText }),
    }),
  )
  .map(printRequest)

function given(schema: RouteSpec['query']): fc.Arbitrary<Record<string, unknown>> {
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const known = fc.record(Object.fromEntries(fields.map((name) => [name, value])), {
    requiredKeys: fields.filter((name) => ['cwd', 'query', 'path', 'text', 'id'].includes(name)),
  })
  return fc.oneof(
    { weight: 5, arbitrary: known },
    { weight: 1, arbitrary: fc.dictionary(oddText, oddJson, { maxKeys: 3 }) },
  )
}

function printRequest(by: {
  method: string
  path: string
  query: Record<string, unknown>
  body: unknown
  headers: [string, string][]
  token: string
}): string {
  const parameters = Object.entries(by.query).map(
    ([name, one]) => `${encode(name)}=${encode(typeof one === 'string' ? one : JSON.stringify(one))}`,
  )
  const body = by.body === undefined ? '' : JSON.stringify(by.body)
  const lines = [
    `${by.method} ${by.path}${parameters.length > 0 ? '?' : ''}${parameters.join('&')} HTTP/1.1`,
    'host: @host@',
    `authorization: Bearer ${asHeader(by.token)}`,
    ...by.headers.map(([name, text]) => `${name}: ${asHeader(text)}`),
    ...(body === '' ? [] : ['content-type: application/json', 'content-length: @length@']),
    'connection: close',
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`).toString('latin1')
}

/** The words for our folders stay as they are; they are filled in later. */
function encode(text: string): string {
  return text
    .split(/(@project@)/)
    .map((part) => (part === '@project@' ? part : encodeURIComponent(part.toWellFormed())))
    .join('')
}

function asHeader(text: string): string {
  return text.replace(/[\r\n]/g, ' ')
}

const GOOD = [
  'GET /health HTTP/1.1\r\nhost: @host@\r\nexpect: 100-continue\r\n\r\n',
  'GET /api/search?query=discount&limit=2 HTTP/1.1\r\nhost: @host@\r\nauthorization: Bearer @token@\r\n\r\n',
  'POST /api/remember HTTP/1.1\r\nhost: @host@\r\nauthorization: Bearer @token@\r\ncontent-type: application/json\r\ncontent-length: 44\r\n\r\n{"text":"in whole cents","cwd":"/tmp/fuzzed"}',
  'POST /api/remember HTTP/1.1\r\nhost: @host@\r\nauthorization: Bearer @token@\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"tex\r\n0\r\n\r\n',
]

const inputs: fc.Arbitrary<HttpRequest> = fc.oneof(
  { weight: 5, arbitrary: routed.map((bytes) => ({ bytes, whole: true })) },
  { weight: 1, arbitrary: changedBytes(GOOD).map((bytes) => ({ bytes, whole: false })) },
)

export async function openHttp(place: Place): Promise<Door<HttpRequest>> {
  const lookAround = watchHealth(place)
  const worker = findWorker(place.data)
  demand(worker !== undefined, 'no worker is running')
  const token = readText(place.data.token)?.trim() ?? ''
  return {
    inputs,
    async knock({ bytes, whole }) {
      const filled = inPlace(bytes, place).replaceAll('@host@', `127.0.0.1:${worker.port}`).replaceAll('@token@', token)
      const body = filled.slice(filled.indexOf('\r\n\r\n') + 4)
      const { answer, cut } = await exchange(worker.port, {
        request: filled.replace('@length@', String(body.length)),
        whole,
      })
      if (answer === '') demand(cut || !whole, 'no answer')
      else checkAnswer(answer, { hasBody: !cut && !filled.startsWith('HEAD ') })
      demand(!answer.includes(token), 'the answer has the token in it')
    },
    lookAround,
    close: () => {},
  }
}

/** As long as bytes come, an answer is not over. */
const QUIET_MS = 100

/** Sends everything and reads until the other side ends. `cut`: it closed before it had read all, which can cost its answer the end. */
function exchange(
  port: number,
  { request, whole }: { request: string; whole: boolean },
): Promise<{ answer: string; cut: boolean }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const parts: Buffer[] = []
    socket.setTimeout(20_000, () => socket.destroy(new Error('no end of the answer')))
    const quiet = setTimeout(() => !whole && socket.end(), QUIET_MS)
    socket.on('close', () => clearTimeout(quiet))
    socket.on('data', (part) => {
      parts.push(part)
      quiet.refresh()
    })
    const done = (cut: boolean) => resolve({ answer: Buffer.concat(parts).toString('utf8'), cut })
    socket.on('end', () => done(false))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') done(true)
      else reject(error)
    })
    socket.write(Buffer.from(request, 'latin1'))
  })
}

function checkAnswer(answer: string, { hasBody }: { hasBody: boolean }): void {
  const [head = '', ...rest] = answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1])
  demand(status >= 200 && status < 500, `${head.split('\r\n')[0]} ${rest.join('').slice(0, 300)}`)
  if (!hasBody) return
  const text = /^transfer-encoding: chunked/im.test(head) ? unchunk(rest.join('\r\n\r\n')) : rest.join('\r\n\r\n')
  const type = /^content-type: ([\w/.+-]+)/im.exec(head)?.[1]
  if (type === 'application/x-ndjson') for (const line of text.trim().split('\n')) JSON.parse(line)
  else if (type === 'application/json') {
    const body = JSON.parse(firstBody(text, head))
    if (status >= 400)
      demand(/^[a-z_]+$/.test(body.error.code) && body.error.message !== '', `no code: ${text.slice(0, 200)}`)
  } else demand(status === 200, `${status} is no JSON but ${type}`)
}

/** Several requests in one stream have several answers; the first is looked at. */
function firstBody(text: string, head: string): string {
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN)
  return Number.isNaN(length) ? text : Buffer.from(text).subarray(0, length).toString('utf8')
}

function unchunk(text: string): string {
  let rest = Buffer.from(text)
  const parts: Buffer[] = []
  for (;;) {
    const lineEnd = rest.indexOf('\r\n')
    const length = Number.parseInt(rest.toString('latin1', 0, Math.max(0, lineEnd)), 16)
    if (lineEnd < 0 || !(length > 0)) return Buffer.concat(parts).toString('utf8')
    parts.push(rest.subarray(lineEnd + 2, lineEnd + 2 + length))
    rest = rest.subarray(lineEnd + 4 + length)
  }
}
