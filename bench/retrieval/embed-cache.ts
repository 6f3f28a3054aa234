/**
 * Embeddings of many texts, cached by content hash outside git, so that a bench embeds every text only once. As a
 * program: `node bench/retrieval/embed-cache.ts [docs.jsonl.gz | queries.jsonl …]` fills the cache; without arguments
 * for every corpus and every open query of BENCH_DATA. It can be stopped and restarted at any time.
 *
 * The file is append-only: 16 bytes of SHA-256 of the text, then the vector. A torn last record is ignored.
 */
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { findModelFiles } from '../../src/index/assets.ts'
import { chunkTexts } from '../../src/index/chunk-vectors.ts'
import { chunksOf } from '../../src/index/chunks.ts'
import { questionTexts } from '../../src/index/embed-question.ts'
import { inEnglish } from '../../src/index/english.ts'
import { openMiniLm } from '../../src/index/minilm.ts'

const DIMENSIONS = 384
const RECORD_BYTES = 16 + DIMENSIONS * 4
const PROCESSES = 2
/** Texts per call to a process: a few seconds of work, which is what an interruption loses. */
const BATCH = 64
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export const DEFAULT_CACHE = join(ROOT, 'node_modules/.cache/embeddings/all-minilm-l6-v2-q8.f32')

/** In the order of the texts; equal texts share one vector object. Missing ones are embedded and added to the file. */
export async function embedAll(texts: string[], cacheFile: string = DEFAULT_CACHE): Promise<Float32Array[]> {
  const cache = readCache(cacheFile)
  const missing = [...new Map(texts.map((text) => [hashOf(text), text])).entries()].filter(([hash]) => !cache.has(hash))
  let done = 0
  let shown = 0
  const startedAt = Date.now()
  let next = 0
  const workers = Math.min(PROCESSES, Math.ceil(missing.length / BATCH))
  await Promise.all(
    Array.from({ length: workers }, async () => {
      const worker = startWorker()
      try {
        for (;;) {
          const batch = missing.slice(next, next + BATCH)
          next += batch.length
          if (batch.length === 0) break
          const vectors = await worker.embed(batch.map(([, text]) => text))
          append(
            cacheFile,
            batch.map(([hash], at) => [hash, vectors[at] ?? new Float32Array(DIMENSIONS)]),
          )
          batch.forEach(([hash], at) => {
            cache.set(hash, vectors[at] ?? new Float32Array(DIMENSIONS))
          })
          done += batch.length
          if (Date.now() - shown > 5000 || done === missing.length) {
            shown = Date.now()
            const rate = (done / (shown - startedAt)) * 1000
            process.stderr.write(`embedded ${done}/${missing.length}, ${rate.toFixed(0)}/s\n`)
          }
        }
      } finally {
        worker.end()
      }
    }),
  )
  return texts.map((text) => cache.get(hashOf(text)) ?? new Float32Array(DIMENSIONS))
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest().toString('latin1', 0, 16)
}

/** Read once: it is more than a hundred megabytes. */
const caches = new Map<string, Map<string, Float32Array>>()

function readCache(path: string): Map<string, Float32Array> {
  const known = caches.get(path)
  if (known) return known
  const cache = new Map<string, Float32Array>()
  caches.set(path, cache)
  if (!existsSync(path)) return cache
  const bytes = readFileSync(path)
  const whole = Math.floor(bytes.length / RECORD_BYTES)
  for (let record = 0; record < whole; record++) {
    const at = record * RECORD_BYTES
    const from = bytes.byteOffset + at + 16
    cache.set(bytes.toString('latin1', at, at + 16), new Float32Array(bytes.buffer, from, DIMENSIONS))
  }
  return cache
}

/** In one write, so that two benches at once do not mix their records. */
function append(path: string, records: [string, Float32Array][]): void {
  mkdirSync(dirname(path), { recursive: true })
  if (existsSync(path) && statSync(path).size % RECORD_BYTES !== 0) {
    truncateSync(path, statSync(path).size - (statSync(path).size % RECORD_BYTES))
  }
  appendFileSync(
    path,
    Buffer.concat(
      records.flatMap(([hash, vector]) => [
        Buffer.from(hash, 'latin1'),
        Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
      ]),
    ),
  )
}

/** One process each, because the model blocks its thread. */
function startWorker() {
  const child = fork(fileURLToPath(import.meta.url), ['--embed'], { serialization: 'advanced' })
  let ended: (code: number | null) => void = () => undefined
  child.on('exit', (code) => ended(code))
  return {
    embed: (texts: string[]) =>
      new Promise<Float32Array[]>((resolve, reject) => {
        ended = (code) => reject(new Error(`the embedding process ended with ${code}`))
        child.once('message', (vectors) => resolve(vectors as Float32Array[])) // our own process, started just above
        child.send(texts)
      }),
    end: () => child.disconnect(),
  }
}

interface Line {
  title?: string
  text?: string
  files?: string[]
  query?: string
}

/** A document as the product would index it, a query as it would be asked. */
function textsOf(line: Line): string[] {
  if (line.query !== undefined) return questionTexts(line.query)
  const { title = '', text: narrative = '', files = [] } = line
  return chunkTexts(chunksOf({ title, subtitle: null, narrative, facts: [], files }))
}

function readLines(path: string): Line[] {
  const bytes = readFileSync(path)
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line) // the bench data's documented shape
}

/** Small files first, so that something is ready soon. */
function allFiles(): string[] {
  const data = process.env.BENCH_DATA ?? join(ROOT, '../shared/bench/data')
  return ['open', 'corpus']
    .flatMap((folder) => readdirSync(join(data, folder)).map((name) => join(data, folder, name)))
    .filter((path) => /\.(queries\.jsonl|docs\.jsonl\.gz)$/.test(path))
    .sort((a, b) => statSync(a).size - statSync(b).size)
}

async function main(): Promise<void> {
  if (process.argv[2] === '--embed') {
    const files = findModelFiles()
    if (!files) throw new Error('There is no model: run `node scripts/fetch-model.mjs`.')
    const embedder = openMiniLm(files)
    process.on('message', async (texts) => process.send?.(await embedder.embed(texts as string[], 'document'))) // as sent above
    process.on('disconnect', () => process.exit(0))
    return
  }
  const paths = process.argv.slice(2)
  for (const path of paths.length > 0 ? paths : allFiles()) {
    const texts = readLines(path).flatMap(textsOf).map(inEnglish)
    process.stderr.write(`${path}: ${texts.length} texts\n`)
    await embedAll(texts)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
