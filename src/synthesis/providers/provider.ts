/**
 * One question to a model, one answer. Everything a provider does beyond that — its wire, its login, its process — stays
 * behind this interface; what is asked and how the answer is read is the same for all of them.
 */

import { MemoryError } from '../../memory/error.ts'
import type { ModelProviderName } from '../../memory/model-provider.ts'

export interface ModelRequest {
  system: string
  prompt: string
  /** The host session this belongs to. A provider that keeps a conversation opens another one when this changes. */
  conversation: string
  /** What a newly opened conversation has to be told before `prompt`; providers without one always send it. */
  preamble: string
  /** JSON schema of the answer, where the wire can carry one; elsewhere the words of `system` have to do. */
  schema: Record<string, unknown>
  maxOutputTokens: number
}

/** As the wire counts them. */
export interface TokenUsage {
  input: number
  cacheWrite: number
  cacheRead: number
  output: number
}

export interface ModelAnswer {
  text: string
  usage: TokenUsage
  model: string
  /** Cut off at `maxOutputTokens`: what there is may still be readable. */
  truncated: boolean
}

/** What is known before a try. */
export interface Attempt {
  /** What the conversation brings along beside this request; without a cache it is paid for like fresh input. */
  carriedTokens?: number
  /** What the try before this one cost, where that is certain: a refused call cost nothing, a broken one who knows what. */
  before?: TokenUsage | undefined
}

/** Of a call that was refused, or never reached anybody. */
export const FREE: TokenUsage = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 }

/** What a person can do something about. */
export type ProviderTrouble =
  | 'no_login'
  | 'expired_login'
  | 'no_network'
  | 'no_executable'
  | 'model_gone'
  | 'no_credit'
  | 'rate_limited'
  | 'server_error'
  | 'bad_request'
  | 'refused'
  | 'timeout'
  | 'bad_answer'

/** `usage` is what the failed attempt cost nevertheless; undefined when nobody knows, as after a timeout. */
export class ProviderError extends MemoryError {
  readonly trouble: ProviderTrouble
  readonly usage: TokenUsage | undefined

  constructor(
    trouble: ProviderTrouble,
    message: string,
    more: { cause?: unknown; hint?: string; usage?: TokenUsage } = {},
  ) {
    super('unavailable', message, more)
    this.trouble = trouble
    this.usage = more.usage
  }
}

export interface Provider {
  readonly name: ModelProviderName
  readonly model: string
  /** Tokens a model may think before its first word; they count as output, so its limit has to hold them too. */
  readonly thinkingTokens?: number
  /**
   * Rejects with ProviderError; with that of `timeout` when `signal` fires. `onAttempt` is called before every try, retries
   * included, so that each can be paid for; what it throws ends the asking and is thrown on unchanged.
   */
  ask(request: ModelRequest, by: { signal: AbortSignal; onAttempt: (attempt?: Attempt) => void }): Promise<ModelAnswer>
  close(): Promise<void>
}
