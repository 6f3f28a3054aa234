import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MemoryError } from '../memory/error.ts'
import type { IndexRow } from './chunks.ts'
import { type Embedder, normalise } from './embedder.ts'
import { type IndexParts, openVectorIndex, type VectorIndex } from './vector-index.ts'
import { openBuiltin } from './vectors/builtin.ts'

let dataDir = ''
let embedded: string[] = []
const open: VectorIndex[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'claude-mem-index-'))
  embedded = []
})
afterEach(async () => {
  for (const index of open.splice(0)) await index.close()
  rmSync(dataDir, { recursive: true })
})

/** Words as directions: texts with common words are near each other. */
function wordEmbedder(dimensions: number): Embedder {
  return {
    id: 'words',
    dimensions,
    async embed(texts) {
      embedded.push(...texts)
      return texts.map((text) => {
        const vector = new Float32Array(dimensions)
        for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
          const at = [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % dimensions, 7)
          vector[at] = (vector[at] ?? 0) + 1
        }
        return normalise(vector)
      })
    },
    async close() {},
  }
}

function openIndex(more: Partial<IndexParts> = {}, dimensions = 128): VectorIndex {
  const index = openVectorIndex({
    dataDir,
    embedderId: 'words',
    openEmbedder: async () => wordEmbedder(dimensions),
    driverName: 'builtin',
    openDriver: async (place) => openBuiltin(place.db, place.dimensions),
    ...more,
  })
  open.push(index)
  return index
}

async function reopen(more: Partial<IndexParts> = {}, dimensions = 128): Promise<VectorIndex> {
  await open.pop()?.close()
  return openIndex(more, dimensions)
}

const row = (id: number, title: string, more: Partial<IndexRow> = {}): IndexRow => ({
  id,
  project: 'shop',
  title,
  subtitle: null,
  narrative: null,
  facts: [],
  ...more,
})
const ids = async (index: VectorIndex, text: string, projects?: string[]) =>
  (await index.search({ text, projects, limit: 3 })).hits.map((hit) => hit.id)

describe('the index', () => {
  it('finds rows by what they say, in the wanted projects, and forgets removed ones', async () => {
    const index = openIndex()
    await index.upsert([row(1, 'cart totals'), row(2, 'login form'), row(3, 'cart icons', { project: 'ui' })])
    expect((await ids(index, 'cart totals'))[0]).toBe(1)
    expect(await ids(index, 'cart totals', ['ui'])).toEqual([3])
    await index.remove([1])
    expect(await ids(index, 'cart totals')).not.toContain(1)
  })

  it('embeds only what changed, and keeps it over a restart', async () => {
    let index = openIndex()
    expect(await index.upsert([row(1, 'cart totals'), row(2, 'login form')])).toEqual({ embedded: 2 })
    index = await reopen()
    embedded = []
    expect(await index.upsert([row(1, 'cart totals'), row(2, 'logout form')])).toEqual({ embedded: 1 })
    expect(embedded).toEqual(['logout form'])
    expect((await ids(index, 'logout'))[0]).toBe(2)
  })

  it('asks for everything when it is new, until it is told that everything waits', async () => {
    let index = openIndex()
    expect(index.needsAll).toBe(true)
    expect(await index.status()).toMatchObject({ needsAll: true, reason: 'The index is new.', observations: 0 })
    index.queuedAll()
    index = await reopen()
    expect(index.needsAll).toBe(false)
  })

  it('forgets vectors of another embedder, says so and asks for everything', async () => {
    let index = openIndex()
    index.queuedAll()
    await index.upsert([row(1, 'cart totals')])
    index = await reopen({ embedderId: 'better-words' })
    const status = await index.status()
    expect(status).toMatchObject({ needsAll: true, observations: 0, embedder: 'better-words' })
    expect(status.reason).toContain('It was made for words')
    await index.upsert([row(1, 'cart totals')])
    expect(await ids(index, 'cart')).toEqual([1])
  })

  it('notices that a server’s model of the same name has other dimensions now', async () => {
    let index = openIndex()
    index.queuedAll()
    await index.upsert([row(1, 'cart totals')])
    index = await reopen({}, 64)
    expect(await ids(index, 'cart')).toEqual([])
    expect(index.needsAll).toBe(true)
    await index.upsert([row(1, 'cart totals')])
    expect(await ids(index, 'cart')).toEqual([1])
  })

  it('starts empty after a rebuild and asks for everything', async () => {
    const index = openIndex()
    index.queuedAll()
    await index.upsert([row(1, 'cart totals')])
    await index.rebuild()
    expect(await index.status()).toMatchObject({ observations: 0, needsAll: true })
    expect(await ids(index, 'cart')).toEqual([])
  })

  it('removes a row whose text became empty', async () => {
    const index = openIndex()
    await index.upsert([row(1, 'cart totals'), row(2, 'login')])
    await index.upsert([row(1, '')])
    expect((await index.status()).observations).toBe(1)
  })

  it('says what the trouble is, and works again when it is over', async () => {
    let broken = true
    const index = openIndex({
      openEmbedder: async () => {
        if (broken) throw new MemoryError('unavailable', 'The embedding model is not installed.')
        return wordEmbedder(128)
      },
    })
    await expect(index.search({ text: 'cart', projects: undefined, limit: 3 })).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect((await index.status()).trouble).toBe('The embedding model is not installed.')
    broken = false
    await index.upsert([row(1, 'cart totals')])
    expect(await ids(index, 'cart')).toEqual([1])
    expect((await index.status()).trouble).toBeUndefined()
  })
})
