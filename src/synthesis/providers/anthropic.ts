/**
 * The Messages API. The answer's schema is sent as the one tool the model has to call, which every version of the API
 * and every gateway understands. We ask for a plain reply but can also read a streamed one.
 */
import { MODEL_PROVIDERS } from '../../memory/model-provider.ts'
import { type AnthropicReply, readMessage, readStream } from './anthropic-reply.ts'
import { postJson, unusable } from './http-call.ts'
import { refusedByServer, serverSays } from './http-trouble.ts'
import { type ModelRequest, type Provider, ProviderError } from './provider.ts'
import { askWithRetries, type Outcome, PATIENCE, type Patience } from './retries.ts'
import { estimateUsage } from './token-usage.ts'

export interface AnthropicOptions {
  apiKey: string | undefined
  model: string
  baseUrl: string
  patience?: Patience
}

const API_VERSION = '2023-06-01'
const TOOL = 'answer'

export function anthropicProvider(by: AnthropicOptions): Provider {
  const patience = by.patience ?? PATIENCE
  const url = `${by.baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1/messages`
  /** Models that always think refuse a forced tool call; learned from the first such refusal. */
  let forced = true

  async function tryOnce(request: ModelRequest, signal: AbortSignal): Promise<Outcome> {
    const headers = { 'anthropic-version': API_VERSION, 'x-api-key': by.apiKey ?? '' }
    const body = bodyOf(request, { model: by.model, forced })
    const sent = await postJson({ url, headers, body, signal, now: patience.now })
    if ('failed' in sent) return sent.failed
    const { reply } = sent
    if (reply.status !== 200) {
      const outcome = refusedByServer(reply, { request, apiKey: by.apiKey })
      if (outcome.kind !== 'failed' || reply.status !== 400 || !forced) return outcome
      if (!/tool_choice/.test(serverSays(reply.body))) return outcome
      forced = false
      return { kind: 'failed', error: outcome.error, again: 'changed' }
    }
    const read = reply.streamed ? readStream(reply.body) : readMessage(reply.body)
    return 'failed' in read ? read.failed : outcomeOf(read.message, request, by.model)
  }

  return {
    name: 'anthropic',
    model: by.model,
    async ask(request, { signal, onAttempt }) {
      if (by.apiKey === undefined)
        throw new ProviderError('no_login', 'There is no key for the Messages API.', {
          hint: MODEL_PROVIDERS.anthropic.withoutKey,
        })
      return askWithRetries(() => tryOnce(request, signal), { signal, onAttempt, patience })
    },
    close: async () => {},
  }
}

function bodyOf(request: ModelRequest, by: { model: string; forced: boolean }) {
  const texts = [request.preamble, request.prompt].filter((text) => text !== '')
  return {
    model: by.model,
    max_tokens: request.maxOutputTokens,
    system: request.system,
    messages: [{ role: 'user', content: texts.map((text) => ({ type: 'text', text })) }],
    tools: [{ name: TOOL, description: 'Hand in the answer.', input_schema: request.schema }],
    tool_choice: by.forced ? { type: 'tool', name: TOOL } : { type: 'auto' },
  }
}

function outcomeOf(message: AnthropicReply, request: ModelRequest, asked: string): Outcome {
  const { text } = message
  const usage = message.usage ?? estimateUsage(request, text)
  if (message.stopReason === 'refusal') {
    const error = new ProviderError('refused', 'The model refused to answer.', { usage })
    return { kind: 'failed', error, again: 'never' }
  }
  if (text === '') return unusable('The model’s answer is empty.', { usage })
  const truncated = message.stopReason === 'max_tokens'
  return { kind: 'answered', answer: { text, usage, model: message.model ?? asked, truncated } }
}
