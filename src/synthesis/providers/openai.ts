/**
 * Chat completions, as used by OpenAI, OpenRouter, Ollama, LM Studio and vLLM. They accept different parameters; one
 * that a server refuses is replaced once, and the provider remembers it.
 */
import { postJson, type Reply, unusable } from './http-call.ts'
import { refusedByServer, serverSays } from './http-trouble.ts'
import { type OpenAiReply, readCompletion, readCompletionStream } from './openai-reply.ts'
import { type ModelRequest, type Provider, ProviderError } from './provider.ts'
import { askWithRetries, type Outcome, PATIENCE, type Patience } from './retries.ts'
import { estimateUsage } from './token-usage.ts'

export interface OpenAiOptions {
  /** Local servers need none. */
  apiKey: string | undefined
  model: string
  /** With the `/v1`, if the server has one. */
  baseUrl: string
  patience?: Patience
}

/**
 * 1,000: reasoning at low effort takes a few hundred; without room for it the answer would be cut off before it begins.
 */
const THINKING_TOKENS = 1000

/** What this server accepts, as far as known. */
interface Dialect {
  schema: boolean
  /** OpenAI's newer models refuse `max_tokens`; local servers know nothing else. */
  limit: 'max_tokens' | 'max_completion_tokens'
  /** Without it a reasoning model can use up the whole limit before its first word. */
  lowEffort: boolean
}

export function openaiProvider(by: OpenAiOptions): Provider {
  const patience = by.patience ?? PATIENCE
  const url = `${by.baseUrl.replace(/\/+$/, '')}/chat/completions`
  const isOpenAi = /^https:\/\/([\w-]+\.)*openai\.com\//.test(url)
  let dialect: Dialect = {
    schema: true,
    limit: isOpenAi ? 'max_completion_tokens' : 'max_tokens',
    lowEffort: isOpenAi && /^(gpt-5|o\d)/.test(by.model),
  }

  async function tryOnce(request: ModelRequest, signal: AbortSignal): Promise<Outcome> {
    const headers: Record<string, string> = by.apiKey === undefined ? {} : { authorization: `Bearer ${by.apiKey}` }
    const body = bodyOf(request, by.model, dialect)
    const sent = await postJson({ url, headers, body, signal, now: patience.now })
    if ('failed' in sent) return sent.failed
    const { reply } = sent
    if (reply.status !== 200) return refused(reply, request)
    const read = reply.streamed ? readCompletionStream(reply.body) : readCompletion(reply.body)
    if ('failed' in read) return read.failed
    // Some gateways send errors with status 200.
    if ('error' in read) return refused({ ...reply, status: read.error.status, body: read.error.body }, request)
    return outcomeOf(read.message, request, by.model)
  }

  function refused(reply: Reply, request: ModelRequest): Outcome {
    const outcome = refusedByServer(reply, { request, apiKey: by.apiKey })
    if (outcome.kind !== 'failed' || (reply.status !== 400 && reply.status !== 422)) return outcome
    const other = putAnotherWay(dialect, serverSays(reply.body))
    if (other === undefined) return outcome
    dialect = other
    return { kind: 'failed', error: outcome.error, again: 'changed' }
  }

  return {
    name: 'openai',
    model: by.model,
    thinkingTokens: THINKING_TOKENS,
    ask: (request, { signal, onAttempt }) =>
      askWithRetries(() => tryOnce(request, signal), { signal, onAttempt, patience }),
    close: async () => {},
  }
}

function bodyOf(request: ModelRequest, model: string, dialect: Dialect) {
  const asked = [request.preamble, request.prompt].filter((text) => text !== '').join('\n\n')
  return {
    model,
    messages: [
      { role: 'system', content: request.system },
      { role: 'user', content: asked },
    ],
    [dialect.limit]: request.maxOutputTokens,
    ...(dialect.schema && {
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: request.schema } },
    }),
    ...(dialect.lowEffort && { reasoning_effort: 'low' }),
  }
}

/** undefined when the refusal is not about a replaceable parameter. */
function putAnotherWay(dialect: Dialect, said: string): Dialect | undefined {
  if (dialect.schema && /response_format|json_schema|structured output|grammar/i.test(said))
    return { ...dialect, schema: false }
  if (dialect.lowEffort && /reasoning_effort|reasoning\.effort/i.test(said)) return { ...dialect, lowEffort: false }
  if (dialect.limit === 'max_tokens' && /max_tokens.*max_completion_tokens/s.test(said))
    return { ...dialect, limit: 'max_completion_tokens' }
  if (dialect.limit === 'max_completion_tokens' && /max_completion_tokens/.test(said))
    return { ...dialect, limit: 'max_tokens' }
  return undefined
}

function outcomeOf(message: OpenAiReply, request: ModelRequest, asked: string): Outcome {
  const { text, finish } = message
  const usage = message.usage ?? estimateUsage(request, text)
  if (message.refused || finish === 'content_filter') {
    const error = new ProviderError('refused', 'The model refused to answer.', { usage })
    return { kind: 'failed', error, again: 'never' }
  }
  if (text === '') return unusable('The model’s answer is empty.', { usage })
  return { kind: 'answered', answer: { text, usage, model: message.model ?? asked, truncated: finish === 'length' } }
}
