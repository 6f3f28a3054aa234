/**
 * An embedder behind any OpenAI-compatible `/embeddings` endpoint: OpenAI itself, Ollama (`http://localhost:11434/v1`),
 * and many more. Only the texts to embed leave the machine, and only when a person chose this embedder.
 */
import { MemoryError } from '../memory/error.ts'
import { oneLine } from '../memory/one-line.ts'
import { type Embedder, normalise } from './embedder.ts'

export interface RemoteEmbedderSettings {
  /** Without the final `/embeddings`; empty means OpenAI's. */
  url: string
  model: string
  key: string | undefined
}

const OPENAI = 'https://api.openai.com/v1'

/** Far below every vendor's limit, and a failed call repeats little. */
const TEXTS_PER_CALL = 64

/** A person waits for a query; a batch of documents may take a slow machine a while. */
const TIMEOUT_MS = { query: 10_000, document: 120_000 }

/** No endpoint accepts more, and our chunks are far smaller; a pasted query may not be. */
const MAX_CHARACTERS = 20_000

/** Errors about the texts themselves: too long, too many, unsuitable. All others may be temporary. */
const REFUSED = new Set([400, 413, 422])

/** Of the server's message. */
const REASON_CHARACTERS = 200

export function remoteEmbedderId(model: string): string {
  return `remote/${model}/1`
}

export function makeRemoteEmbedder(settings: RemoteEmbedderSettings): Embedder {
  const endpoint = `${(settings.url || OPENAI).replace(/\/+$/, '')}/embeddings`
  return {
    id: remoteEmbedderId(settings.model),
    async embed(texts, kind) {
      const vectors: Float32Array[] = []
      for (let from = 0; from < texts.length; from += TEXTS_PER_CALL) {
        // some servers refuse an empty text
        const input = texts.slice(from, from + TEXTS_PER_CALL).map((text) => text.slice(0, MAX_CHARACTERS) || ' ')
        vectors.push(
          ...parseVectors(await call(endpoint, settings, { input, timeoutMs: TIMEOUT_MS[kind] }), input.length),
        )
      }
      return vectors
    },
    async close() {},
  }
}

async function call(
  endpoint: string,
  { model, key }: RemoteEmbedderSettings,
  by: { input: string[]; timeoutMs: number },
): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify({ model, input: by.input, encoding_format: 'float' }),
      signal: AbortSignal.timeout(by.timeoutMs),
    })
    if (response.ok) return await response.json()
    if (REFUSED.has(response.status)) throw refused(response.status, await response.text())
    await response.body?.cancel()
  } catch (cause) {
    if (cause instanceof MemoryError) throw cause
    throw unavailable('The embedding server does not answer.', cause)
  }
  throw unavailable(`The embedding server answered ${response.status}.`, undefined)
}

/** In the order of the texts, whatever the order of the reply. */
function parseVectors(answer: unknown, count: number): Float32Array[] {
  const data = (answer as { data?: unknown } | null)?.data
  const vectors: Float32Array[] = new Array(count)
  for (const one of Array.isArray(data) ? data : []) {
    const { index, embedding } = (one ?? {}) as { index?: unknown; embedding?: unknown }
    if (typeof index === 'number' && Array.isArray(embedding)) vectors[index] = normalise(Float32Array.from(embedding))
  }
  const length = vectors[0]?.length ?? 0
  const whole = Array.from(vectors).every((vector) => vector?.length === length && vector.every(Number.isFinite))
  if (length === 0 || !whole || vectors.length !== count)
    throw unavailable('The embedding server’s answer holds no vectors.', undefined)
  return vectors
}

function refused(status: number, body: string): MemoryError {
  const reason = oneLine(reasonIn(body), REASON_CHARACTERS)
  return new MemoryError(
    'bad_input',
    `The embedding server refused the text (${status})${reason ? `: ${reason}` : '.'}`,
  )
}

/** In the format of OpenAI and compatible servers. */
function reasonIn(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: unknown }
    const message = typeof error === 'string' ? error : (error as { message?: unknown } | undefined)?.message
    return typeof message === 'string' ? message : ''
  } catch {
    return '' // not JSON: a proxy's page says nothing about the text
  }
}

function unavailable(message: string, cause: unknown): MemoryError {
  return new MemoryError('unavailable', message, {
    cause,
    hint: 'Check CLAUDE_MEM_EMBEDDINGS_URL, CLAUDE_MEM_EMBEDDINGS_MODEL and the key.',
  })
}
