/**
 * What a call cost, from each provider's format to ours. If a server does not count, the cost is estimated, never free.
 */
import * as z from 'zod'
import { estimateTokens } from '../../memory/token-estimate.ts'
import type { ModelRequest, TokenUsage } from './provider.ts'

/** The Messages API, and the Claude Code client, which passes the same object on. */
export const AnthropicUsage = z
  .looseObject({
    input_tokens: z.number(),
    cache_creation_input_tokens: z.number().nullish(),
    cache_read_input_tokens: z.number().nullish(),
    output_tokens: z.number(),
  })
  .transform((raw) => ({
    input: raw.input_tokens,
    cacheWrite: raw.cache_creation_input_tokens ?? 0,
    cacheRead: raw.cache_read_input_tokens ?? 0,
    output: raw.output_tokens,
  }))

/** Chat completions include cached tokens in the prompt's; we count them separately. */
export const OpenAiUsage = z
  .looseObject({
    prompt_tokens: z.number(),
    completion_tokens: z.number(),
    prompt_tokens_details: z.looseObject({ cached_tokens: z.number().nullish() }).nullish(),
  })
  .transform((raw) => {
    const cacheRead = Math.min(raw.prompt_tokens, raw.prompt_tokens_details?.cached_tokens ?? 0)
    return { input: raw.prompt_tokens - cacheRead, cacheWrite: 0, cacheRead, output: raw.completion_tokens }
  })

export function estimateUsage(request: ModelRequest, answer: string): TokenUsage {
  const sent = request.system + request.preamble + request.prompt + JSON.stringify(request.schema)
  return { input: estimateTokens(sent), cacheWrite: 0, cacheRead: 0, output: estimateTokens(answer) }
}

export function totalTokens(usage: TokenUsage): number {
  return usage.input + usage.cacheWrite + usage.cacheRead + usage.output
}
