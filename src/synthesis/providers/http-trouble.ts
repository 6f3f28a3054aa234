/**
 * Maps an HTTP refusal to our troubles. The server's own sentence is quoted only if it repeats neither the key nor the
 * request, because it goes to logs and to people.
 */
import * as z from 'zod'
import type { Reply } from './http-call.ts'
import { parseOrNothing } from './json.ts'
import { FREE, type ModelRequest, ProviderError, type ProviderTrouble } from './provider.ts'
import type { Outcome } from './retries.ts'

/** `{error: {type, message}}` everywhere; some servers send the message alone. */
const ErrorBody = z.looseObject({
  error: z.union([z.string(), z.looseObject({ type: z.unknown(), code: z.unknown(), message: z.unknown() }).partial()]),
})

export interface Secrets {
  request: ModelRequest
  apiKey: string | undefined
}

export function refusedByServer(reply: Reply, by: Secrets): Outcome {
  const said = serverSays(reply.body)
  const trouble = troubleOf(reply.status, said, by.apiKey !== undefined)
  // Some servers repeat part of the key they refuse.
  const quoted = trouble === 'no_login' || trouble === 'expired_login' ? '' : quote(said, by)
  const message = `${SENTENCES[trouble] ?? 'The server refused the request.'} (${reply.status}${quoted ? `: ${quoted}` : ''})`
  // Behind a 5xx a model may have worked.
  const cost = trouble === 'server_error' ? {} : { usage: FREE }
  const error = new ProviderError(trouble, message, { ...hintFor(trouble), ...cost })
  if (trouble === 'rate_limited' || trouble === 'server_error')
    return { kind: 'failed', error, again: 'later', afterMs: reply.retryAfterMs }
  return { kind: 'failed', error, again: 'never' }
}

/** The server's message with its kind in front; empty when there is none. */
export function serverSays(body: string): string {
  const parsed = ErrorBody.safeParse(parseOrNothing(body))
  if (!parsed.success) return ''
  const { error } = parsed.data
  if (typeof error === 'string') return error
  return [error.type ?? error.code, error.message].filter((part) => typeof part === 'string').join(' ')
}

/** At most 200 characters on one line; empty if it contains a piece of the request. */
export function quote(said: string, by: Secrets): string {
  const line = said.replace(/\s+/g, ' ').trim()
  const sent = `${by.request.system}\n${by.request.preamble}\n${by.request.prompt}`.replace(/\s+/g, ' ')
  if (by.apiKey && line.includes(by.apiKey)) return ''
  // 24 characters: longer than any field name, shorter than any sentence worth keeping secret.
  for (let at = 0; at + 24 <= line.length; at += 1) if (sent.includes(line.slice(at, at + 24))) return ''
  return line.slice(0, 200)
}

function troubleOf(status: number, said: string, hasKey: boolean): ProviderTrouble {
  if (status === 402 || /credit balance|insufficient_quota|insufficient credits|billing/i.test(said)) return 'no_credit'
  if (status === 403 && /moderation|flagged/i.test(said)) return 'refused'
  if (status === 401 || status === 403) return hasKey ? 'expired_login' : 'no_login'
  if (status === 404 && /model/i.test(said)) return 'model_gone'
  if (status === 400 && /model\b.*\b(not found|does ?n[o']t exist|not a valid|invalid)|not a valid model/i.test(said))
    return 'model_gone'
  if (status === 429) return 'rate_limited'
  if (status === 408 || status >= 500) return 'server_error'
  return 'bad_request'
}

const SENTENCES: Partial<Record<ProviderTrouble, string>> = {
  no_credit: 'The account of the key has no credit left.',
  refused: 'The model’s server refused the content.',
  no_login: 'The model’s server wants a key.',
  expired_login: 'The model’s server does not accept the key.',
  model_gone: 'The model does not exist or is not open to this key.',
  rate_limited: 'The model’s server asks us to slow down.',
  server_error: 'The model’s server failed or is overloaded.',
}

function hintFor(trouble: ProviderTrouble): { hint?: string } {
  if (trouble === 'no_login' || trouble === 'expired_login') return { hint: 'Set a valid key and check it again.' }
  if (trouble === 'model_gone') return { hint: 'Choose another model.' }
  if (trouble === 'bad_request') return { hint: 'Check the base URL and the model.' }
  return {}
}
