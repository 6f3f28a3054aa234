/**
 * One POST of JSON to a model's server. Replies of any status are returned as values, and so are failed connections, as
 * our own errors. Redirects are not followed: they would send the key to another host.
 */

import { FREE, ProviderError } from './provider.ts'
import { type Outcome, type Patience, parseRetryAfter } from './retries.ts'

export interface Reply {
  status: number
  body: string
  streamed: boolean
  retryAfterMs: number | undefined
}

export interface Call {
  url: string
  headers: Record<string, string>
  body: unknown
  signal: AbortSignal
  now: Patience['now']
}

/** 8 MB: a hundred times the longest answer ever asked for. */
const MAX_BODY_BYTES = 8_000_000

export async function postJson(by: Call): Promise<{ reply: Reply } | { failed: Outcome }> {
  if (by.signal.aborted) return { failed: timedOut() }
  try {
    const response = await fetch(by.url, {
      method: 'POST',
      headers: { ...by.headers, 'content-type': 'application/json' },
      body: JSON.stringify(by.body),
      redirect: 'manual',
      signal: by.signal,
    })
    const body = await readBody(response)
    if (body === undefined) return { failed: unusable('The server sent more than an answer can hold.') }
    const streamed = (response.headers.get('content-type') ?? '').includes('text/event-stream')
    return {
      reply: { status: response.status, body, streamed, retryAfterMs: parseRetryAfter(response.headers, by.now()) },
    }
  } catch (cause) {
    return { failed: by.signal.aborted ? timedOut() : connectionFailed(cause) }
  }
}

/** The connection was made and broke off: worth another try. */
export function brokenOff(cause?: unknown): Outcome {
  const error = new ProviderError('no_network', 'The connection to the model’s server broke off.', { cause })
  return { kind: 'failed', error, again: 'later' }
}

export function unusable(message: string, more: ConstructorParameters<typeof ProviderError>[2] = {}): Outcome {
  return { kind: 'failed', error: new ProviderError('bad_answer', message, more), again: 'never' }
}

async function readBody(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BODY_BYTES) return undefined // leaving the loop cancels the rest
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function timedOut(): Outcome {
  return {
    kind: 'failed',
    error: new ProviderError('timeout', 'The model did not answer in time.'),
    again: 'never',
  }
}

function connectionFailed(cause: unknown): Outcome {
  const code = codeOf(cause)
  if (code === 'ERR_INVALID_URL') {
    const error = new ProviderError('bad_request', 'The base URL is not an address.', {
      hint: 'Check the base URL.',
      usage: FREE,
    })
    return { kind: 'failed', error, again: 'never' }
  }
  if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code)) return brokenOff(cause)
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return timedOut()
  const error = new ProviderError('no_network', `The model’s server cannot be reached (${code}).`, {
    cause,
    hint: 'Check the network and the base URL.',
    usage: FREE,
  })
  return { kind: 'failed', error, again: 'never' }
}

/** `fetch failed` says nothing; the reason is in the cause. */
function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code
  }
  return error instanceof Error ? error.name : 'unknown'
}
