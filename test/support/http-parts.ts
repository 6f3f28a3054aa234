/** The routes without a worker around them: a database in memory, a writer that refuses. */
import { MemoryError } from '../../src/memory/error.ts'
import type { Database } from '../../src/store/database.ts'
import { memoryDatabase } from '../../src/store/store.fixture.ts'
import { type HttpParts, makeApp } from '../../src/worker/http/listener.ts'

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
    ...more,
  }
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects; a wrong field fails there
  body: any
}

/** Asks the routes in this process, with the token. */
export function asker(parts: HttpParts) {
  const { app } = makeApp(parts)
  return async (path: string, body?: unknown): Promise<Answer> => {
    const response = await app.request(
      path,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers: { host: '127.0.0.1:1', authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      { incoming: { socket: {} } }, // what the guard looks at
    )
    return { status: response.status, body: await response.json() }
  }
}
