/** The settings the index process gets; undefined when the index is off. */
import { type Config, embeddingsKey, findProgram } from '../../config.ts'
import type { IndexSettings } from '../../index/protocol.ts'

export function indexSettings(config: Config): IndexSettings | undefined {
  if (config.EMBEDDINGS === 'off') return undefined
  return {
    dataDir: config.dataDir,
    embeddings:
      config.EMBEDDINGS === 'local'
        ? { kind: 'local' }
        : { kind: 'openai', url: config.EMBEDDINGS_URL, model: config.EMBEDDINGS_MODEL, key: embeddingsKey(config) },
    vectors: config.VECTORS === 'builtin' ? { kind: 'builtin' } : { kind: 'chroma', server: chromaServer(config) },
  }
}

function chromaServer(config: Config) {
  if (config.CHROMA_URL) return { url: config.CHROMA_URL }
  const program = findProgram('chroma')
  return program === undefined ? { missing: true as const } : { program }
}
