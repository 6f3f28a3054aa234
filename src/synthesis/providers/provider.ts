/**
 * One question to a model, one answer. A provider's protocol, login and process stay behind this interface; the
 * question and the reading of the answer are the same for all.
 */

import { MemoryError } from '../../memory/error.ts'
import type { ModelProviderName } from '../../memory/model-provider.ts'

export interface ModelRequest {
  system: string
  prompt: string
  /** The host session this belongs to. A provider with conversations opens a new one when this changes. */
  conversation: string
  /** What a new conversation has to be told before `prompt`; providers without conversations always send it. */
  preamble: string
  /** JSON schema of the answer, if the protocol supports one; otherwise the text of `system` has to do. */
  schema: Record<string, unknown>
  maxOutputTokens: number
}

/** As the provider counts them. */
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
  /** Cut off at `maxOutputTokens`: the part received may still be readable. */
  truncated: boolean
}

/** What is known before an attempt. */
export interface Attempt {
  /** Tokens of the open conversation besides this request; without a cache they cost as much as fresh input. */
  carriedTokens?: number
  /** What the previous attempt cost, if certain: a refused call cost nothing, a broken one an unknown amount. */
  before?: TokenUsage | undefined
}

/** For a call that was refused or never reached a server. */
export const FREE: TokenUsage = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 }

/** Troubles a person can do something about. */
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

/** `usage` is what the failed attempt cost anyway; undefined when unknown, as after a timeout. */
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
  /** Tokens a model may think before its first word; they count as output, so the limit must include them. */
  readonly thinkingTokens?: number
  /**
   * Rejects with ProviderError, with `timeout` when `signal` fires. `onAttempt` is called before every attempt,
   * including retries, so that each can be paid for; if it throws, asking ends and the error is passed on unchanged.
   */
  ask(request: ModelRequest, by: { signal: AbortSignal; onAttempt: (attempt?: Attempt) => void }): Promise<ModelAnswer>
  close(): Promise<void>
}
