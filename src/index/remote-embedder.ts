/**
 * An embedder behind any OpenAI-compatible `/embeddings` endpoint: OpenAI itself, Ollama (`http://localhost:11434/v1`),
 * and many more. Only the texts to embed leave the machine, and only when a person chose this embedder.
 */
import { MemoryError } from '../memory/error.ts'
import { type Embedder, normalise } from './embedder.ts'

export interface RemoteEmbedderSettings {
  /** Without the final `/embeddings`; empty means OpenAI's. */
  url: string
  model: string
  key: string | undefined
}

const OPENAI = 'https://api.openai.com/v1'

/** Far below every vendor's limit, and one failed call repeats little. */
const TEXTS_PER_CALL = 64

/** A person waits for a query; a batch of documents may take a slow machine a while. */
const TIMEOUT_MS = { query: 10_000, document: 120_000 }

/** No endpoint takes more, and none of our chunks comes near it; a pasted query may. */
const MAX_CHARACTERS = 20_000

export function remoteEmbedderId(model: string): string {
  return `remote/${model}/1`
}

export function makeRemoteEmbedder(settings: RemoteEmbedderSettings): Embedder {
  const endpoint = `${(settings.url || OPENAI).replace(/\/+$/, '')}/embeddings`
  let dimensions: number | undefined
  return {
    id: remoteEmbedderId(settings.model),
    get dimensions() {
      return dimensions
    },
    async embed(texts, kind) {
      const vectors: Float32Array[] = []
      for (let from = 0; from < texts.length; from += TEXTS_PER_CALL) {
        // an empty text is refused by some servers
        const input = texts.slice(from, from + TEXTS_PER_CALL).map((text) => text.slice(0, MAX_CHARACTERS) || ' ')
        vectors.push(
          ...parseVectors(await call(endpoint, settings, { input, timeoutMs: TIMEOUT_MS[kind] }), input.length),
        )
      }
      dimensions = vectors[0]?.length ?? dimensions
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
  let status: number | undefined
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify({ model, input: by.input, encoding_format: 'float' }),
      signal: AbortSignal.timeout(by.timeoutMs),
    })
    status = response.status
    if (response.ok) return await response.json()
    await response.body?.cancel()
  } catch (cause) {
    throw unavailable('The embedding server does not answer.', cause)
  }
  throw unavailable(`The embedding server answered ${status}.`, undefined)
}

/** In the order of the texts, whatever the order of the answer. */
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

function unavailable(message: string, cause: unknown): MemoryError {
  return new MemoryError('unavailable', message, {
    cause,
    hint: 'Check CLAUDE_MEM_EMBEDDINGS_URL, CLAUDE_MEM_EMBEDDINGS_MODEL and the key.',
  })
}
