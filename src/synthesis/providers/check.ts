/** One tiny call that shows whether a provider can be used, for `provider`, `doctor` and `install`. */
import question from './check.md'
import { type ModelRequest, type Provider, ProviderError, type TokenUsage } from './provider.ts'

export interface Working {
  ok: true
  /** As the model's server names it. */
  model: string
  ms: number
  usage: TokenUsage
}

export function checkRequest(provider: Provider): ModelRequest {
  return {
    system: question.trim(),
    prompt: question.trim(),
    conversation: 'check',
    preamble: '',
    schema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false },
    maxOutputTokens: 100 + (provider.thinkingTokens ?? 0),
  }
}

/** 30 s: a local model may have to be loaded first. */
const WITHIN_MS = 30_000

/** The content of the answer does not matter. The provider stays open. */
export async function checkProvider(
  provider: Provider,
  by: { signal?: AbortSignal; now?: () => number; onAttempt?: Parameters<Provider['ask']>[1]['onAttempt'] } = {},
): Promise<Working | ProviderError> {
  const now = by.now ?? performance.now.bind(performance)
  const startedAt = now()
  try {
    const answer = await provider.ask(checkRequest(provider), {
      signal: by.signal ?? AbortSignal.timeout(WITHIN_MS),
      onAttempt: by.onAttempt ?? (() => {}),
    })
    return { ok: true, model: answer.model, ms: Math.round(now() - startedAt), usage: answer.usage }
  } catch (error) {
    if (error instanceof ProviderError) return error
    throw error
  }
}
