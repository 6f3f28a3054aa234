/**
 * Puts the vectors of stored rows into index.sqlite as the pump would, with precomputed vectors in place of a model.
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { chunksOf } from '../../src/index/chunks.ts'
import { LOCAL_ID } from '../../src/index/english.ts'
import { openVectorIndex } from '../../src/index/vector-index.ts'
import { openBuiltin } from '../../src/index/vectors/builtin.ts'
import type { Database } from '../../src/store/database.ts'
import { findTextsToIndex, removeQueuedForIndex } from '../../src/store/index-queue.ts'
import type { Stored } from './fill.ts'
import { makeVectorMaker } from './vectors.ts'

export const DIMENSIONS = 384
export const EXACT_FILE = 'exact.f32'

export interface IndexFiller {
  /** Removes the rows from the queue. */
  add(db: Database, rows: Stored[]): Promise<void>
  close(): Promise<void>
}

export async function openIndexFiller(dataDir: string): Promise<IndexFiller> {
  const maker = await makeVectorMaker()
  /** By chunk text. A chunk's other texts get zeros, which leave its vector as it is: what is stored equals the exact scan's. */
  const made = new Map<string, Float32Array>()
  const index = openVectorIndex({
    dataDir,
    embedderId: LOCAL_ID,
    openEmbedder: async () => ({
      id: LOCAL_ID,
      embed: async (texts) => texts.map((text) => made.get(text) ?? new Float32Array(DIMENSIONS)),
      close: async () => {},
    }),
    driverName: 'builtin',
    openDriver: async ({ db, dimensions }) => openBuiltin(db, dimensions),
  })
  /** 32-bit, for the exact scan: of each vector its observation's id, then its numbers. */
  const exact = openSync(join(dataDir, EXACT_FILE), 'w')
  const keepExact = (rows: { id: number; vectors: Float32Array[] }[]) => {
    const all = rows.flatMap(({ id, vectors }) => vectors.map((vector) => ({ id, vector })))
    const bytes = new Float32Array(all.length * (DIMENSIONS + 1))
    all.forEach(({ id, vector }, at) => {
      bytes[at * (DIMENSIONS + 1)] = id
      bytes.set(vector, at * (DIMENSIONS + 1) + 1)
    })
    writeSync(exact, bytes)
  }
  return {
    async add(db, stored) {
      const memories = new Map(stored.map((one) => [one.id, one]))
      const rows = findTextsToIndex(db, [...memories.keys()])
      const vectors = rows.map((row) => {
        const memory = memories.get(row.id)
        const chunks = chunksOf(row)
        const own = memory ? maker.vectorsOf({ ...memory, chunks }) : []
        chunks.forEach(({ text }, at) => {
          const vector = own[at]
          if (vector && !made.has(text)) made.set(text, vector)
        })
        return { id: row.id, vectors: chunks.flatMap(({ text }) => made.get(text) ?? []) }
      })
      await index.upsert(rows)
      made.clear()
      keepExact(vectors)
      removeQueuedForIndex(db, [...memories.keys()])
    },
    async close() {
      closeSync(exact)
      index.queuedAll()
      await index.close()
    },
  }
}
