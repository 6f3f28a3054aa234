/**
 * claude-mem for the harness of ../shared/bench: a real worker on a temporary folder, used through its HTTP API.
 *   node bench.mjs --dataset all --adapter /path/to/bench/retrieval/adapter.mjs --split open
 * Options: keywords=1 (no meaning), model=1 (embed with the worker's own model instead of the cache, slow), keep=1.
 * Build first (`npm run build`). Plain JavaScript on purpose: the harness may run on an older Node than the worker.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BUNDLED = join(ROOT, 'node_modules/node/bin/node')
const NODE = existsSync(BUNDLED) ? BUNDLED : process.execPath
const QUIET = '--disable-warning=ExperimentalWarning'
/** Below the worker's limit for a request body. */
const BATCH_BYTES = 500_000
const BATCH = 1000

export default async function create(options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'claude-mem-bench-'))
  const embeddings = options.keywords === '1' ? 'off' : options.model === '1' ? 'local' : 'openai'
  const server = embeddings === 'openai' ? await startEmbeddings() : undefined
  const worker = spawn(NODE, [QUIET, join(ROOT, 'dist/worker-main.mjs'), folder], {
    cwd: '/',
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      CLAUDE_MEM_WORKER_PORT: String(20_000 + Math.floor(Math.random() * 20_000)),
      CLAUDE_MEM_EMBEDDINGS: embeddings,
      ...(server
        ? { CLAUDE_MEM_EMBEDDINGS_URL: `http://127.0.0.1:${server.port}/v1`, CLAUDE_MEM_EMBEDDINGS_MODEL: 'bench' }
        : {}),
    },
  })
  const port = await until('the worker to answer', 30_000, async () => {
    const text = existsSync(join(folder, 'port')) ? readFileSync(join(folder, 'port'), 'utf8') : ''
    const number = Number(text.split(' ')[0])
    return number > 0 && (await send(number, 'GET', '/health').catch(() => undefined)) ? number : undefined
  })
  const token = readFileSync(join(folder, 'token'), 'utf8').trim()
  /** The harness's ids for each of ours: equal documents are one memory. */
  const ids = new Map()

  return {
    name: `claude-mem-${embeddings === 'off' ? 'keywords' : 'hybrid'}`,
    async ingest(docs) {
      for (const batch of batchesOf(docs)) {
        const items = batch.map(({ id: _, ...doc }) => doc)
        const reply = await send(port, 'POST', '/api/import/observations', { token, body: items })
        for (const [at, own] of reply.ids.entries()) ids.set(own, [...(ids.get(own) ?? []), batch[at].id])
      }
      if (embeddings === 'off') return
      await until('everything to be indexed', 3 * 60 * 60_000, async () => {
        const { waiting, indexed } = await send(port, 'GET', '/api/index', { token })
        return waiting === 0 && indexed > 0 ? true : undefined
      })
    },
    async search(query, k, { project } = {}) {
      const asked = new URLSearchParams({ query, limit: String(k), format: 'index', ...(project ? { project } : {}) })
      const { results } = await send(port, 'GET', `/api/search/observations?${asked}`, { token })
      return results.flatMap((hit) => [hit.id, ...(hit.folded ?? [])].flatMap((own) => ids.get(own) ?? [])).slice(0, k)
    },
    async close() {
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      await send(port, 'POST', '/api/stop', { token, body: {} }).catch(() => worker.kill())
      await ended
      server?.child.stdin.end()
      if (options.keep !== '1') rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function startEmbeddings() {
  const child = spawn(NODE, [QUIET, join(ROOT, 'bench/retrieval/embed-server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the embedding server ended with ${code}`)))
    child.stdout.once('data', (line) => resolve({ child, port: Number(String(line).trim()) }))
  })
}

function* batchesOf(docs) {
  let batch = []
  let bytes = 0
  for (const doc of docs) {
    const size = Buffer.byteLength(JSON.stringify(doc))
    if (batch.length > 0 && (batch.length >= BATCH || bytes + size > BATCH_BYTES)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(doc)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

function send(port, method, path, { token, body } = {}) {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const asked = request({ host: '127.0.0.1', port, method, path, headers }, (reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (part) => {
        text += part
      })
      reply.on('end', () => {
        if (reply.statusCode === 200) resolve(JSON.parse(text))
        else reject(new Error(`${method} ${path.slice(0, 80)}: ${reply.statusCode} ${text.slice(0, 200)}`))
      })
    })
    asked.on('error', reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

async function until(what, withinMs, look) {
  const deadline = Date.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
