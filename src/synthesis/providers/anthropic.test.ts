import { describe, expect, it } from 'vitest'
import { startAnthropicStandin } from '../../../test/support/anthropic-standin.ts'
import { describeHttpProvider, freely, REQUEST, serving } from '../../../test/support/http-provider.ts'
import { anthropicProvider } from './anthropic.ts'
import { SECRET_KEY } from './provider.contract.ts'

const MODEL = 'claude-haiku-4-5'

describeHttpProvider('anthropic', {
  start: startAnthropicStandin,
  open: ({ url, patience }) => anthropicProvider({ apiKey: SECRET_KEY, model: MODEL, baseUrl: url, patience }),
  read: (body) => ({
    system: String(body.system),
    text: JSON.stringify(body.messages),
    maxOutputTokens: Number(body.max_tokens),
  }),
})

describe('anthropic', () => {
  const withServer = serving(startAnthropicStandin)
  const open = (baseUrl: string, apiKey: string | undefined = SECRET_KEY) =>
    anthropicProvider({ apiKey, model: MODEL, baseUrl })

  it('sends the schema as the one tool that must be called', () =>
    withServer(async (server) => {
      server.play({ text: '{"ok":true}' })
      await open(`${server.url}/v1/`).ask(REQUEST, freely())
      expect(server.received).toMatchObject([
        {
          path: '/v1/messages',
          headers: { 'x-api-key': SECRET_KEY, 'anthropic-version': '2023-06-01' },
          body: {
            tools: [{ name: 'answer', input_schema: REQUEST.schema }],
            tool_choice: { type: 'tool', name: 'answer' },
          },
        },
      ])
    }))

  it('hands on a tool call that was cut off in mid-stream as far as it came', () =>
    withServer(async (server) => {
      server.play({ text: '{"ok":tr', stop: 'limit', streamed: true })
      const answer = await open(server.url).ask(REQUEST, freely())
      expect(answer).toMatchObject({ text: '{"ok":tr', truncated: true })
    }))

  it('forces no model again that refused to be forced', () =>
    withServer(async (server) => {
      const provider = open(server.url)
      server.play(
        { status: 400, says: 'tool_choice forces tool use' },
        { text: '{"ok":true}' },
        { text: '{"ok":true}' },
      )
      await provider.ask(REQUEST, freely())
      await provider.ask(REQUEST, freely())
      expect(server.received.map(({ body }) => body.tool_choice)).toEqual([
        { type: 'tool', name: 'answer' },
        { type: 'auto' },
        { type: 'auto' },
      ])
    }))

  it('asks nobody without a key', () =>
    withServer(async (server) => {
      const asking = anthropicProvider({ apiKey: undefined, model: MODEL, baseUrl: server.url }).ask(REQUEST, freely())
      await expect(asking).rejects.toMatchObject({ trouble: 'no_login' })
      expect(server.received).toEqual([])
    }))

  it('quotes the server, unless it repeats what was asked', () =>
    withServer(async (server) => {
      const prompt = 'The customer database of Miller & Sons holds 4,211 rows.'
      server.play({ status: 400, says: 'max_tokens: must be positive' }, { status: 400, says: `bad text: ${prompt}` })
      const provider = open(server.url)
      await expect(provider.ask({ ...REQUEST, prompt }, freely())).rejects.toThrow('max_tokens: must be positive')
      await expect(provider.ask({ ...REQUEST, prompt }, freely())).rejects.not.toThrow('Miller')
    }))
})
