/** The routes without a worker: an in-memory database, a writer that refuses everything. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { MemoryError } from '../../src/memory/error.ts'
import type { Database } from '../../src/store/database.ts'
import { memoryDatabase } from '../../src/store/store.fixture.ts'
import { type HttpParts, makeListener } from '../../src/worker/http/listener.ts'
import { makeServer } from '../../src/worker/http/node-server.ts'

export const TOKEN = 'test-token'

export function quietParts(db: Database = memoryDatabase(), more: Partial<HttpParts> = {}): HttpParts {
  const refuse = () => Promise.reject(new MemoryError('unavailable', 'There is no writer here.'))
  return {
    db,
    writer: {
      call: refuse,
      delivered: () => {},
      taken: async () => undefined,
      onTaken: () => {},
      onChanged: () => {},
      recovered: undefined,
    },
    token: TOKEN,
    nonce: 'nonce',
    requireToken: false,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    port: () => 1,
    health: () => ({ ok: true, protocol: 1, version: '0', pid: 1 }),
    status: () => {
      throw new MemoryError('unavailable', 'There is no worker here.')
    },
    answerHook: async () => undefined,
    onActivity: () => {},
    stop: () => {},
    restart: () => {},
    ...more,
  }
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects; a wrong field fails there
  body: any
}

/** Calls the routes over a real socket, with the token. The server ends with the process. */
export function asker(parts: HttpParts) {
  const server = makeServer().on('request', makeListener(parts)).unref()
  const listening = once(server.listen(0, '127.0.0.1'), 'listening')
  return async (path: string, body?: unknown): Promise<Answer> => {
    await listening
    const { port } = server.address() as AddressInfo // it listens on TCP
    const call = request({
      port,
      path,
      method: body === undefined ? 'GET' : 'POST',
      agent: false,
      headers: { host: `127.0.0.1:${parts.port()}`, authorization: `Bearer ${TOKEN}` },
    })
    call.end(body === undefined ? undefined : JSON.stringify(body))
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    return { status: response.statusCode ?? 0, body: JSON.parse(await text(response)) }
  }
}
