/**
 * Vectors in a Chroma server, through its own client: for a team, or for those who run one anyway. The server may go
 * away at any time. Then every call is `unavailable`, the worker's queue keeps what was not confirmed, and when the
 * server is back we check that it still has what it confirmed. A foreign or smaller collection asks for all rows, of
 * which only those missing by id and content hash are embedded again.
 */
import { createHash, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ChromaClient, ChromaNotFoundError, type Collection, type Where } from 'chromadb'
import { MemoryError } from '../../memory/error.ts'
import { putNote, readNote } from '../../store/vector-blocks.ts'
import type { ChromaServer } from '../protocol.ts'
import type { DriverPlace } from '../vector-index.ts'
import { makeBackoff } from './backoff.ts'
import { type LocalChroma, startLocalChroma } from './chroma-server.ts'
import type { VectorDriver, VectorHit } from './driver.ts'

/** Vectors per call; the server's own limit is a few thousand. */
const PER_CALL = 500

/** A call that takes longer counts as an outage. */
const TIMEOUT_MS = 20_000

export async function openChroma(
  place: DriverPlace,
  by: { dataDir: string; server: ChromaServer; now?: () => number },
): Promise<VectorDriver> {
  let local: LocalChroma | undefined
  let collection: Promise<Collection> | undefined
  const name = `claude-mem-${createHash('sha256').update(`${hostname()} ${by.dataDir}`).digest('hex').slice(0, 16)}`

  const connect = async (): Promise<Collection> => {
    const client = clientFor(await address())
    const found = await findCollection(client, name)
    if (found && found.metadata?.identity === place.identity) return found
    if (found) await client.deleteCollection({ name })
    const metadata = { identity: place.identity, nonce: randomUUID() }
    return client.createCollection({
      name,
      metadata,
      embeddingFunction: null,
      configuration: { hnsw: { space: 'cosine' } },
    })
  }
  const address = async (): Promise<string> => {
    if ('url' in by.server) return by.server.url
    if ('missing' in by.server)
      throw new MemoryError('unavailable', 'Chroma is not installed.', {
        hint: 'Set CLAUDE_MEM_CHROMA_URL, or CLAUDE_MEM_VECTORS=builtin.',
      })
    if (!local?.isRunning())
      local = await startLocalChroma({ program: by.server.program, folder: join(by.dataDir, 'chroma') })
    return local.url
  }
  /** Does the server still have what it confirmed? */
  const verify = async (opened: Collection): Promise<void> => {
    const nonce = String(opened.metadata?.nonce)
    const before = readNote(place.db, 'chroma-nonce')
    const vectors = await opened.count()
    if (before !== undefined && before !== nonce) place.onLoss('The Chroma collection is a new one.')
    else if (vectors < Number(readNote(place.db, 'chroma-vectors') ?? 0)) place.onLoss('Chroma lost vectors.')
    putNote(place.db, 'chroma-nonce', nonce)
    putNote(place.db, 'chroma-vectors', String(vectors))
  }
  const backoff = makeBackoff({
    now: by.now ?? Date.now,
    translate: (cause) =>
      cause instanceof MemoryError
        ? cause
        : new MemoryError('unavailable', 'The Chroma server does not answer.', {
            cause,
            hint: 'Words are searched meanwhile. Check CLAUDE_MEM_CHROMA_URL, or start the server.',
          }),
    onReturn: async () => {
      collection = undefined
    },
  })
  const run = <T>(work: (opened: Collection) => Promise<T>): Promise<T> =>
    backoff.run(() =>
      inTime(async () => {
        collection ??= connect().then(async (opened) => {
          await verify(opened)
          return opened
        })
        collection.catch(() => {
          collection = undefined
        })
        return work(await collection)
      }),
    )
  const remove = (opened: Collection, ids: number[]) => opened.delete({ where: { observation: { $in: ids } } })
  const noteSize = async (opened: Collection) => putNote(place.db, 'chroma-vectors', String(await opened.count()))

  return {
    name: 'chroma',
    async findUnchanged(items) {
      if (items.length === 0) return new Set()
      const { metadatas } = await run((opened) =>
        opened.get({ ids: items.map((item) => `${item.id}:0`), include: ['metadatas'] }),
      )
      const hashes = new Map(metadatas.map((one) => [Number(one?.observation), String(one?.hash)]))
      return new Set(items.filter((item) => hashes.get(item.id) === item.hash).map((item) => item.id))
    },
    async upsert(items) {
      if (items.length === 0) return
      const rows = items
        .flatMap(({ id, project, hash, vectors }) =>
          vectors.map((vector, chunk) => ({
            id: `${id}:${chunk}`,
            embedding: Array.from(vector),
            metadata: { observation: id, chunk, project, hash },
          })),
        )
        // Each observation's first vector last: `findUnchanged` relies on it, and the server may fail in between.
        .sort((a, b) => b.metadata.chunk - a.metadata.chunk)
      await run(async (opened) => {
        await remove(
          opened,
          items.map((item) => item.id),
        )
        for (let from = 0; from < rows.length; from += PER_CALL) {
          const batch = rows.slice(from, from + PER_CALL)
          await opened.add({
            ids: batch.map((row) => row.id),
            embeddings: batch.map((row) => row.embedding),
            metadatas: batch.map((row) => row.metadata),
          })
        }
        await noteSize(opened)
      })
    },
    async remove(ids) {
      if (ids.length === 0) return
      await run(async (opened) => {
        await remove(opened, ids)
        await noteSize(opened)
      })
    },
    async search({ vector, projects, limit }) {
      if (limit <= 0 || projects?.length === 0) return []
      const where: Where | undefined = projects && { project: { $in: projects } }
      const result = await run((opened) =>
        opened.query({
          queryEmbeddings: [Array.from(vector)],
          nResults: limit * 3 + 10, // several may belong to one observation
          ...(where ? { where } : {}),
          include: ['distances', 'metadatas'],
        }),
      )
      return bestOfEach(result.metadatas[0] ?? [], result.distances?.[0] ?? []).slice(0, limit)
    },
    count: () =>
      run(async (opened) => {
        const vectors = await opened.count()
        let observations = 0
        for (let page = 1000; page === 1000; observations += page) {
          const { ids } = await opened.get({ where: { chunk: 0 }, include: [], limit: 1000, offset: observations })
          page = ids.length
        }
        return { observations, vectors }
      }),
    clear: () =>
      run(async (opened) => {
        await clientFor(await address()).deleteCollection({ name: opened.name })
        collection = connect()
        putNote(place.db, 'chroma-nonce', String((await collection).metadata?.nonce))
        putNote(place.db, 'chroma-vectors', '0')
      }),
    async close() {
      local?.stop()
    },
  }
}

function clientFor(address: string): ChromaClient {
  const { protocol, hostname: host, port } = new URL(address)
  const ssl = protocol === 'https:'
  return new ChromaClient({ host, port: Number(port) || (ssl ? 443 : 80), ssl })
}

async function findCollection(client: ChromaClient, name: string): Promise<Collection | undefined> {
  try {
    return await client.getCollection({ name, embeddingFunction: undefined as never }) // none: we supply the vectors
  } catch (error) {
    if (error instanceof ChromaNotFoundError) return undefined
    throw error
  }
}

function bestOfEach(metadatas: (Record<string, unknown> | null)[], distances: (number | null)[]): VectorHit[] {
  const best = new Map<number, number>()
  metadatas.forEach((metadata, at) => {
    const id = Number(metadata?.observation)
    const similarity = 1 - (distances[at] ?? 1)
    if (similarity > (best.get(id) ?? Number.NEGATIVE_INFINITY)) best.set(id, similarity)
  })
  return [...best]
    .map(([id, similarity]) => ({ id, similarity }))
    .sort((a, b) => b.similarity - a.similarity || a.id - b.id)
}

async function inTime<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
