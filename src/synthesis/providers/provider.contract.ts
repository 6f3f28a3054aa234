/**
 * What every provider promises, whatever its protocol: one suite, run by each provider's test against a stand-in server
 * or client. A stand-in plays replies in order and decides how they look on the wire.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ModelRequest, type Provider, ProviderError, type TokenUsage } from './provider.ts'

/** What the model, its server or the network does with the next request. */
export type Play =
  | {
      text: string
      usage?: TokenUsage
      stop?: 'end' | 'limit' | 'refusal'
      /** As events instead of one body. */
      streamed?: boolean
      /** As text instead of through the schema. */
      written?: boolean
      delayMs?: number
    }
  | { status: number; says?: string; retryAfter?: string }
  | { broken: 'hang' | 'reset' | 'cut' | 'no_json' | 'wrong_shape' }

/** What reached the model. */
export interface SentToModel {
  system: string
  text: string
  maxOutputTokens: number
}

export interface Harness {
  provider: Provider
  play: (...plays: Play[]) => void
  asked: () => SentToModel[]
  /** The pauses before retries; undefined for a client that retries by itself. */
  waits: number[] | undefined
  close: () => Promise<void>
}

export interface Circumstances {
  nobodyListens?: boolean
}

export const SECRET_KEY = 'sk-test-3f9a1c77e0'

const ANSWER = '{"observations":[{"title":"Totals are rounded"}]}'
const USAGE: TokenUsage = { input: 70, cacheWrite: 20, cacheRead: 10, output: 30 }

export function describeProvider(name: string, makeHarness: (by: Circumstances) => Promise<Harness>): void {
  describe(`${name}, as every provider`, () => {
    let harness: Harness
    let attempts = 0
    const open = async (by: Circumstances = {}) => {
      harness = await makeHarness(by)
      attempts = 0
      return harness
    }
    const ask = (more: Partial<ModelRequest> = {}, by: { signal?: AbortSignal } = {}) =>
      harness.provider.ask(request(more), {
        signal: by.signal ?? new AbortController().signal,
        onAttempt: () => {
          attempts += 1
        },
      })
    const failure = async (asking: Promise<unknown>) => {
      const error = await asking.then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      if (!(error instanceof ProviderError)) throw new Error(`expected a ProviderError, got ${error}`)
      const { message, hint, cause } = error
      expect(`${message} ${hint} ${cause} ${JSON.stringify(cause)} ${error.stack}`).not.toContain(SECRET_KEY)
      return error
    }

    beforeEach(() => open())
    afterEach(() => harness.close())

    it('hands on what the model said, which model it was and what it cost', async () => {
      harness.play({ text: ANSWER, usage: USAGE })
      const answer = await ask()
      expect(JSON.parse(answer.text)).toEqual(JSON.parse(ANSWER))
      expect(answer).toMatchObject({ usage: { output: 30, cacheRead: 10 }, truncated: false })
      expect(answer.usage.input + answer.usage.cacheWrite).toBe(90)
      expect(answer.model).toBe(harness.provider.model)
      expect(attempts).toBe(1)
    })

    it('reads a streamed reply like a whole one', async () => {
      harness.play({ text: ANSWER, usage: USAGE, streamed: true })
      const answer = await ask()
      expect(JSON.parse(answer.text)).toEqual(JSON.parse(ANSWER))
      expect(answer).toMatchObject({ usage: { output: 30, cacheRead: 10 }, truncated: false })
      expect(answer.model).toBe(harness.provider.model)
    })

    it.each([false, true])('takes an answer that came as plain text (streamed: %s)', async (streamed) => {
      harness.play({ text: `Here you are: ${ANSWER}`, written: true, streamed })
      expect((await ask()).text).toBe(`Here you are: ${ANSWER}`)
    })

    it('hands on an answer of another shape as it is: reading it is not its business', async () => {
      harness.play({ text: '{"something":"else"}' })
      expect(JSON.parse((await ask()).text)).toEqual({ something: 'else' })
    })

    it.each([false, true])('marks an answer that was cut off at the limit (streamed: %s)', async (streamed) => {
      harness.play({ text: '{"observations":[{"title":"Tot', stop: 'limit', written: true, streamed })
      const answer = await ask()
      expect(answer).toMatchObject({ text: '{"observations":[{"title":"Tot', truncated: true })
      expect(answer.usage.output).toBeGreaterThan(0)
    })

    it('sends the system prompt, the preamble, the prompt and the limit', async () => {
      harness.play({ text: ANSWER })
      await ask({ preamble: 'What happened before.', prompt: 'What happened now.' })
      const [asked] = harness.asked()
      expect(asked?.system).toContain('You observe.')
      expect(asked?.text).toMatch(/What happened before\.[\s\S]*What happened now\./)
      expect(asked?.maxOutputTokens).toBe(700)
    })

    it('waits for a slow model', async () => {
      harness.play({ text: ANSWER, delayMs: 50 })
      expect((await ask()).truncated).toBe(false)
    })

    it('counts what a refusal cost', async () => {
      harness.play({ text: 'I will not.', stop: 'refusal', written: true })
      const error = await failure(ask())
      expect(error.trouble).toBe('refused')
      expect(error.usage?.input).toBeGreaterThan(0)
    })

    it('counts what an empty answer cost', async () => {
      harness.play({ text: '', written: true })
      const error = await failure(ask())
      expect(error.trouble).toBe('bad_answer')
      expect(error.usage?.input).toBeGreaterThan(0)
    })

    it.each([
      [400, 'invalid_request_error: prompt is too long', 'bad_request'],
      [400, 'Your credit balance is too low', 'no_credit'],
      [401, `invalid x-api-key ${SECRET_KEY}`, 'expired_login'],
      [403, 'OAuth token has been revoked', 'expired_login'],
      [404, 'model: claude-nowhere', 'model_gone'],
    ])('tells %i (%s) as %s, at the first try', async (status, says, trouble) => {
      harness.play({ status, says })
      expect((await failure(ask())).trouble).toBe(trouble)
      expect(attempts).toBe(1)
    })

    it('waits as long as a 429 says, tries again, and lets each try be paid for', async () => {
      harness.play({ status: 429, retryAfter: '7' }, { text: ANSWER })
      expect(JSON.parse((await ask()).text)).toEqual(JSON.parse(ANSWER))
      expect(attempts).toBe(2)
      if (harness.waits) expect(harness.waits).toEqual([7000])
    })

    it.each([500, 502, 529])('tries again after %i', async (status) => {
      harness.play({ status }, { text: ANSWER })
      expect(JSON.parse((await ask()).text)).toEqual(JSON.parse(ANSWER))
      expect(attempts).toBe(2)
    })

    it.each([
      [429, 'rate_limited'],
      [500, 'server_error'],
      [529, 'server_error'],
    ])('gives up after three more tries with %i', async (status, trouble) => {
      harness.play({ status }, { status }, { status }, { status }, { text: ANSWER })
      expect((await failure(ask())).trouble).toBe(trouble)
      expect(attempts).toBe(4)
    })

    it.each(['reset', 'cut'] as const)('tries again when the connection is %s', async (broken) => {
      harness.play({ broken }, { text: ANSWER })
      expect(JSON.parse((await ask()).text)).toEqual(JSON.parse(ANSWER))
      expect(attempts).toBe(2)
    })

    it('says that there is no network when nobody listens', async () => {
      await harness.close()
      await open({ nobodyListens: true })
      expect((await failure(ask())).trouble).toBe('no_network')
    })

    it.each(['no_json', 'wrong_shape'] as const)('calls a reply that is %s a bad answer', async (broken) => {
      harness.play({ broken })
      expect((await failure(ask())).trouble).toBe('bad_answer')
    })

    it('gives up when the time is up, and answers the next question', async () => {
      harness.play({ broken: 'hang' }, { text: ANSWER })
      const deadline = new AbortController()
      const asking = ask({}, { signal: deadline.signal })
      await vi.waitFor(() => expect(harness.asked()).toHaveLength(1), { timeout: 10_000, interval: 10 })
      deadline.abort()
      expect((await failure(asking)).trouble).toBe('timeout')
      expect(JSON.parse((await ask()).text)).toEqual(JSON.parse(ANSWER))
    })

    it('asks nobody when the time was up before', async () => {
      harness.play({ text: ANSWER })
      expect((await failure(ask({}, { signal: AbortSignal.abort() }))).trouble).toBe('timeout')
      expect(harness.asked()).toEqual([])
    })

    it('stops when a try cannot be paid for', async () => {
      harness.play({ status: 529 }, { text: ANSWER })
      const broke = new Error('over budget')
      let tries = 0
      const onAttempt = () => {
        tries += 1
        if (tries === 2) throw broke
      }
      const asking = harness.provider.ask(request(), { signal: new AbortController().signal, onAttempt })
      await expect(asking).rejects.toBe(broke)
    })

    it('can be closed twice', async () => {
      await harness.provider.close()
      await harness.provider.close()
    })
  })
}

function request(more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    system: 'You observe. Answer with JSON.',
    prompt: 'The user changed src/price.js.',
    conversation: 'session-1',
    preamble: '',
    schema: { type: 'object', properties: { observations: { type: 'array' } } },
    maxOutputTokens: 700,
    ...more,
  }
}
