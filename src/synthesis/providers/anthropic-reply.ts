/** Reads a reply of the Messages API, whole or streamed, and keeps the few things we need. */
import * as z from 'zod'
import { parseEventStream } from './event-stream.ts'
import { brokenOff, unusable } from './http-call.ts'
import { parseOrNothing } from './json.ts'
import { ProviderError, type TokenUsage } from './provider.ts'
import type { Outcome } from './retries.ts'
import { AnthropicUsage } from './token-usage.ts'

export interface AnthropicReply {
  /** The arguments of the tool call, as JSON; without a call, what the model wrote. */
  text: string
  stopReason: string | undefined
  usage: TokenUsage | undefined
  model: string | undefined
}

export type Read = { message: AnthropicReply } | { failed: Outcome }

export function readMessage(body: string): Read {
  const parsed = Message.safeParse(parseOrNothing(body))
  if (!parsed.success) return { failed: unusable('The server’s reply is not one of the Messages API.') }
  const { content, stop_reason, usage, model } = parsed.data
  const call = content.find((block) => block.type === 'tool_use')
  const text = call ? JSON.stringify(call.input ?? {}) : content.map((block) => block.text ?? '').join('')
  return { message: { text, stopReason: stop_reason ?? undefined, usage, model } }
}

/** A stream without its last event was cut off on the way, which is not the model's fault. */
export function readStream(body: string): Read {
  const said = { text: '', call: '' }
  const message: AnthropicReply = { text: '', stopReason: undefined, usage: undefined, model: undefined }
  for (const raw of parseEventStream(body)) {
    const parsed = StreamEvent.safeParse(raw)
    if (!parsed.success) continue
    const event = parsed.data
    if (event.type === 'error') return { failed: streamedError(event.error?.type) }
    message.model ??= event.message?.model
    message.usage = addUp(message.usage, event.message?.usage ?? event.usage)
    said.text += event.delta?.text ?? ''
    said.call += event.delta?.partial_json ?? ''
    message.stopReason = event.delta?.stop_reason ?? message.stopReason
    if (event.type !== 'message_stop') continue
    return { message: { ...message, text: said.call || said.text } }
  }
  return { failed: brokenOff() }
}

const Block = z.looseObject({ type: z.string(), text: z.string().optional(), input: z.unknown().optional() })

const Message = z.looseObject({
  content: z.array(Block),
  stop_reason: z.string().nullish(),
  usage: AnthropicUsage.optional().catch(undefined),
  model: z.string().optional(),
})

/** The first event has the input counts; the last one repeats some and adds the output. */
const StreamUsage = z
  .looseObject({
    input_tokens: z.number().nullish(),
    cache_creation_input_tokens: z.number().nullish(),
    cache_read_input_tokens: z.number().nullish(),
    output_tokens: z.number().nullish(),
  })
  .optional()

const StreamEvent = z.looseObject({
  type: z.string(),
  message: z.looseObject({ model: z.string().optional(), usage: StreamUsage }).optional(),
  usage: StreamUsage,
  delta: z
    .looseObject({
      text: z.string().optional(),
      partial_json: z.string().optional(),
      stop_reason: z.string().nullish(),
    })
    .optional(),
  error: z.looseObject({ type: z.string() }).optional(),
})

function addUp(before: TokenUsage | undefined, now: z.infer<typeof StreamUsage>): TokenUsage | undefined {
  if (!now) return before
  return {
    input: now.input_tokens ?? before?.input ?? 0,
    cacheWrite: now.cache_creation_input_tokens ?? before?.cacheWrite ?? 0,
    cacheRead: now.cache_read_input_tokens ?? before?.cacheRead ?? 0,
    output: now.output_tokens ?? before?.output ?? 0,
  }
}

/** If a 200 status was already sent, a failure arrives as an event. */
function streamedError(type = 'unknown'): Outcome {
  const limited = type === 'rate_limit_error'
  const error = limited
    ? new ProviderError('rate_limited', 'The model’s server asks us to slow down.')
    : new ProviderError('server_error', 'The model’s server failed in the middle of its answer.')
  return { kind: 'failed', error, again: 'later' }
}
