/** Reads a chat completion, whole or streamed, and keeps the few things we need. */
import * as z from 'zod'
import { parseEventStream } from './event-stream.ts'
import { brokenOff, unusable } from './http-call.ts'
import { parseOrNothing } from './json.ts'
import type { TokenUsage } from './provider.ts'
import type { Outcome } from './retries.ts'
import { OpenAiUsage } from './token-usage.ts'

export interface OpenAiReply {
  text: string
  refused: boolean
  finish: string | undefined
  usage: TokenUsage | undefined
  model: string | undefined
}

export type Read = { message: OpenAiReply } | { error: { status: number; body: string } } | { failed: Outcome }

export function readCompletion(body: string): Read {
  const raw = parseOrNothing(body)
  const error = errorIn(raw)
  if (error) return { error }
  const parsed = Completion.safeParse(raw)
  const choice = parsed.data?.choices[0]
  if (!parsed.success || !choice?.message) return { failed: unusable('The server’s reply is not a chat completion.') }
  const { content, refusal } = choice.message
  return {
    message: {
      text: content ?? '',
      refused: Boolean(refusal),
      finish: choice.finish_reason ?? undefined,
      usage: parsed.data.usage ?? undefined,
      model: parsed.data.model,
    },
  }
}

/** Ends with `finish_reason`; the usage may come after it. Without one the stream was cut off. */
export function readCompletionStream(body: string): Read {
  const message: OpenAiReply = { text: '', refused: false, finish: undefined, usage: undefined, model: undefined }
  for (const raw of parseEventStream(body)) {
    const error = errorIn(raw)
    if (error) return { error }
    const parsed = Completion.safeParse(raw)
    if (!parsed.success) continue
    const choice = parsed.data.choices[0]
    message.text += choice?.delta?.content ?? ''
    message.refused ||= Boolean(choice?.delta?.refusal)
    message.finish = choice?.finish_reason ?? message.finish
    message.usage = parsed.data.usage ?? message.usage
    message.model ??= parsed.data.model
  }
  return message.finish === undefined ? { failed: brokenOff() } : { message }
}

const Said = z.looseObject({ content: z.string().nullish(), refusal: z.string().nullish() })

const Completion = z.looseObject({
  choices: z.array(
    z.looseObject({ message: Said.optional(), delta: Said.optional(), finish_reason: z.string().nullish() }),
  ),
  usage: OpenAiUsage.nullish().catch(undefined),
  model: z.string().optional(),
})

const ErrorInstead = z.looseObject({ error: z.looseObject({ code: z.unknown().optional() }) })

/** 502 when the error names no status: the server behind the gateway failed. */
function errorIn(raw: unknown): { status: number; body: string } | undefined {
  const parsed = ErrorInstead.safeParse(raw)
  if (!parsed.success) return undefined
  const status = Number(parsed.data.error.code)
  return { status: status >= 400 && status < 600 ? status : 502, body: JSON.stringify(raw) }
}
