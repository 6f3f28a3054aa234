/**
 * The local embedder: all-MiniLM-L6-v2, 8-bit weights, on the CPU, offline.
 *
 * One text per run. The model scales its 8-bit numbers by the largest value of the whole run, so in a batch a text's
 * vector would depend on its neighbours; alone, the same text always gives the same vector. It costs little (27 ms
 * against 25 ms in batches of 32, for 600 characters), and a query during bulk indexing waits for one text at most.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate as breathe } from 'node:timers/promises'
import { MemoryError } from '../memory/error.ts'
import type { ModelFiles } from './assets.ts'
import { type Embedder, normalise } from './embedder.ts'
import { makeTokenizer } from './wordpiece.ts'

/** Model, weights, dimensions, pooling, and a number for our own processing. */
export const MINILM_ID = 'all-minilm-l6-v2-q8/384/mean/1'

const DIMENSIONS = 384

/** The model was trained on 128 and reads up to 256 tokens well; ours are chunks of about 200. */
const MAX_TOKENS = 256

export function openMiniLm(files: ModelFiles): Embedder {
  const session = openSession(files)
  const tokenize = makeTokenizer(readFileSync(files.tokenizer, 'utf8'))

  return {
    id: MINILM_ID,
    async embed(texts, kind) {
      const vectors: Float32Array[] = []
      for (const text of texts) {
        if (kind === 'document') await breathe()
        vectors.push(embedOne(session, tokenize(text, MAX_TOKENS)))
      }
      return vectors
    },
    async close() {
      session.dispose()
    },
  }
}

interface Tensor {
  type: 'int64' | 'float32'
  data: BigInt64Array | Float32Array
  cpuData: BigInt64Array | Float32Array
  dims: number[]
  location: 'cpu'
}

/** The part of onnxruntime-node's native session used here, without its JavaScript wrapper. */
interface Session {
  loadModel(path: string, options: Record<string, unknown>): void
  run(feeds: Record<string, Tensor>, fetches: Record<string, null>, options: object): Record<string, Tensor>
  dispose(): void
}

function openSession(files: ModelFiles): Session {
  try {
    const binding = createRequire(import.meta.url)(files.binding) as { InferenceSession: new () => Session } // pinned by its hash
    const session = new binding.InferenceSession()
    // one thread, this one: a backlog lowers its priority
    session.loadModel(files.weights, { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 })
    return session
  } catch (cause) {
    throw new MemoryError('unavailable', 'The embedding model cannot be loaded on this machine.', {
      cause,
      hint: 'Set CLAUDE_MEM_EMBEDDINGS=off to search by words only, or `openai` to use a server.',
    })
  }
}

/** The mean of the last layer over the tokens. */
function embedOne(session: Session, tokens: number[]): Float32Array {
  const feeds = {
    input_ids: tensor(BigInt64Array.from(tokens, BigInt)),
    attention_mask: tensor(new BigInt64Array(tokens.length).fill(1n)),
    token_type_ids: tensor(new BigInt64Array(tokens.length)),
  }
  const states = session.run(feeds, { last_hidden_state: null }, {}).last_hidden_state?.data
  if (!(states instanceof Float32Array)) throw new MemoryError('internal', 'The embedding model gave no vectors.')
  const sum = new Float32Array(DIMENSIONS)
  for (let at = 0; at < states.length; at++) sum[at % DIMENSIONS] = (sum[at % DIMENSIONS] ?? 0) + (states[at] ?? 0)
  return normalise(sum)
}

function tensor(data: BigInt64Array): Tensor {
  return { type: 'int64', data, cpuData: data, dims: [1, data.length], location: 'cpu' }
}
