/** What the HTTP provider tests share: a stand-in server, and a provider that does not wait between retries. */

import { describeProvider, type SentToModel } from '../../src/synthesis/providers/provider.contract.ts'
import type { ModelRequest, Provider } from '../../src/synthesis/providers/provider.ts'
import type { Patience } from '../../src/synthesis/providers/retries.ts'
import type { ModelServer, Received } from './model-server.ts'

export const REQUEST: ModelRequest = {
  system: 'You observe.',
  prompt: 'Now.',
  conversation: 'one',
  preamble: 'Before.',
  schema: { type: 'object', properties: { ok: { type: 'boolean' } } },
  maxOutputTokens: 50,
}

export const freely = () => ({ signal: new AbortController().signal, onAttempt: () => {} })

type Start = () => Promise<ModelServer>

export function describeHttpProvider(
  name: string,
  by: {
    start: Start
    open: (by: { url: string; patience: Patience }) => Provider
    /** What a request body asks the model. */
    read: (body: Received['body']) => SentToModel
  },
): void {
  describeProvider(name, async ({ nobodyListens }) => {
    const server = await by.start()
    const waits: number[] = []
    const sleep = async (ms: number) => void waits.push(ms)
    if (nobodyListens) await server.close()
    return {
      provider: by.open({ url: server.url, patience: { sleep, random: () => 0, now: Date.now } }),
      waits,
      play: server.play,
      asked: () => server.received.map(({ body }) => by.read(body)),
      close: nobodyListens ? async () => {} : server.close,
    }
  })
}

/** A test with its own server. */
export const serving = (start: Start) => async (run: (server: ModelServer) => Promise<void>) => {
  const server = await start()
  await run(server).finally(server.close)
}
