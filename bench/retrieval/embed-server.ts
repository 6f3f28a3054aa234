/**
 * An OpenAI-compatible /v1/embeddings that answers from the bench's cache, and embeds (and caches) missing texts with
 * the product's own model, including its translation of Spanish. It lets a real worker index in seconds a corpus that
 * would take the model an hour.
 *   node bench/retrieval/embed-server.ts [cache file]      prints its port; ends with its parent
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { findModelFiles } from '../../src/index/assets.ts'
import type { Embedder } from '../../src/index/embedder.ts'
import { inEnglish } from '../../src/index/english.ts'
import { openMiniLm } from '../../src/index/minilm.ts'
import { DEFAULT_CACHE } from './embed-cache.ts'

const DIMENSIONS = 384
const RECORD_BYTES = 16 + DIMENSIONS * 4

const file = process.argv[2] ?? DEFAULT_CACHE
const cache = new Map<string, Float32Array>()
if (existsSync(file)) {
  const bytes = readFileSync(file)
  for (let at = 0; at + RECORD_BYTES <= bytes.length; at += RECORD_BYTES) {
    const vector = new Float32Array(bytes.buffer, bytes.byteOffset + at + 16, DIMENSIONS)
    cache.set(bytes.toString('latin1', at, at + 16), vector)
  }
}

let embedder: Embedder | undefined

async function embed(text: string): Promise<Float32Array> {
  const hash = createHash('sha256').update(text).digest().toString('latin1', 0, 16)
  const known = cache.get(hash)
  if (known) return known
  const files = findModelFiles()
  if (!files) throw new Error('There is no model: run `node scripts/fetch-model.mjs`.')
  embedder ??= openMiniLm(files)
  const [vector = new Float32Array(DIMENSIONS)] = await embedder.embed([text], 'document')
  cache.set(hash, vector)
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(
    file,
    Buffer.concat([Buffer.from(hash, 'latin1'), Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)]),
  )
  return vector
}

const server = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer) // a request without an encoding yields buffers
  const { input } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { input: string[] } // our own worker asks
  const data: { index: number; embedding: number[] }[] = []
  for (const [index, text] of input.entries()) data.push({ index, embedding: [...(await embed(inEnglish(text)))] })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ data }))
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port)) // listening on a port
process.stdin.on('end', () => process.exit(0)).resume()
