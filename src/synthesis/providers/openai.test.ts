import { describe, expect, it } from 'vitest'
import { describeHttpProvider, freely, REQUEST, serving } from '../../../test/support/http-provider.ts'
import type { ModelServer } from '../../../test/support/model-server.ts'
import { startOpenAiStandin } from '../../../test/support/openai-standin.ts'
import { openaiProvider } from './openai.ts'
import { SECRET_KEY } from './provider.contract.ts'

const MODEL = 'qwen3'

describeHttpProvider('openai', {
  start: startOpenAiStandin,
  open: ({ url, patience }) => openaiProvider({ apiKey: SECRET_KEY, model: MODEL, baseUrl: `${url}/v1`, patience }),
  read: (body) => ({
    system: JSON.stringify((body.messages as unknown[])[0]), // as our provider wrote it
    text: JSON.stringify((body.messages as unknown[])[1]),
    maxOutputTokens: Number(body.max_tokens),
  }),
})

describe('openai', () => {
  const withServer = serving(startOpenAiStandin)
  const open = (server: ModelServer, apiKey: string | undefined) =>
    openaiProvider({ apiKey, model: MODEL, baseUrl: `${server.url}/v1/` })

  it('sends the schema, and a key only if there is one', () =>
    withServer(async (server) => {
      server.play({ text: '{}' }, { text: '{}' })
      await open(server, undefined).ask(REQUEST, freely())
      await open(server, SECRET_KEY).ask(REQUEST, freely())
      const [without, withKey] = server.received
      expect(without).toMatchObject({
        path: '/v1/chat/completions',
        body: { response_format: { type: 'json_schema', json_schema: { schema: REQUEST.schema } } },
      })
      expect(without?.headers.authorization).toBeUndefined()
      expect(withKey?.headers.authorization).toBe(`Bearer ${SECRET_KEY}`)
    }))

  it('asks in plain words, from then on, where the server refuses a schema', () =>
    withServer(async (server) => {
      const provider = open(server, undefined)
      const says = "'response_format.type' must be 'text'"
      server.play({ status: 400, says }, { text: '{}' }, { text: '{}' })
      await provider.ask(REQUEST, freely())
      await provider.ask(REQUEST, freely())
      expect(server.received.map(({ body }) => 'response_format' in body)).toEqual([true, false, false])
    }))

  it('names the limit as the server wants it', () =>
    withServer(async (server) => {
      const says = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
      server.play({ status: 400, says }, { text: '{}' })
      await open(server, undefined).ask(REQUEST, freely())
      expect(server.received[1]?.body).toMatchObject({ max_completion_tokens: 50 })
      expect(server.received[1]?.body).not.toHaveProperty('max_tokens')
    }))

  it('says that a key is missing where the server wants one', () =>
    withServer(async (server) => {
      server.play({ status: 401, says: 'No auth credentials found' })
      await expect(open(server, undefined).ask(REQUEST, freely())).rejects.toMatchObject({ trouble: 'no_login' })
    }))

  it('does not try again when the quota is used up', () =>
    withServer(async (server) => {
      server.play({ status: 429, says: 'insufficient_quota: check your plan and billing details' })
      await expect(open(server, SECRET_KEY).ask(REQUEST, freely())).rejects.toMatchObject({ trouble: 'no_credit' })
      expect(server.received).toHaveLength(1)
    }))

  it('points at the base URL when there is no such path', () =>
    withServer(async (server) => {
      server.play({ status: 404, says: 'page not found' })
      const asking = open(server, undefined).ask(REQUEST, freely())
      await expect(asking).rejects.toMatchObject({ trouble: 'bad_request', hint: 'Check the base URL and the model.' })
    }))
})
