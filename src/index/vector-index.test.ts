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

/** Refuses a call that holds a text with one of these words, as an endpoint does: all of it, with 400. */
function refusing(...words: string[]): Partial<IndexParts> {
  const embedder = wordEmbedder(128)
  const embed: Embedder['embed'] = async (texts, kind) => {
    if (texts.some((text) => words.some((word) => text.includes(word)))) {
      embedded.push(...texts)
      throw new MemoryError('bad_input', 'refused (400)')
    }
    return embedder.embed(texts, kind)
  }
  return { openEmbedder: async () => ({ ...embedder, embed }) }
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
    expect((await index.status()).trouble?.message).toBe('The embedding model is not installed.')
    broken = false
    await index.upsert([row(1, 'cart totals')])
    expect(await ids(index, 'cart')).toEqual([1])
    expect((await index.status()).trouble).toBeUndefined()
  })

  it('sets a text aside that is refused for ever, says how many and why, and takes the rest', async () => {
    const index = openIndex(refusing('poison'))
    const rows = Array.from({ length: 32 }, (_, at) => row(at + 1, at === 20 ? 'poison' : `cart ${at}`))
    await index.upsert(rows)
    expect(await index.status()).toMatchObject({
      observations: 31,
      refused: { count: 1, reason: 'refused (400)' },
      trouble: undefined,
    })
    expect(embedded.length, 'halved, not sent one by one').toBeLessThan(120)
  })

  it('keeps what it can of a long row of which one piece is refused', async () => {
    const index = openIndex(refusing('poison'))
    const narrative = ['cart totals. '.repeat(60), 'poison. '.repeat(90), 'login form. '.repeat(70)].join('\n\n')
    await index.upsert([row(1, 'long', { narrative }), row(2, 'theme')])
    expect((await ids(index, 'login form'))[0]).toBe(1)
    expect((await index.status()).refused?.count).toBe(1)
  })

  it('remembers what was refused over a restart, until the row is changed, removed or the index made anew', async () => {
    let index = openIndex(refusing('poison'))
    await index.upsert([row(1, 'poison'), row(2, 'poison'), row(3, 'poison'), row(4, 'cart')])
    index = await reopen(refusing('poison'))
    expect((await index.status()).refused?.count).toBe(3)
    await index.upsert([row(1, 'cart totals')])
    await index.remove([2])
    expect((await index.status()).refused?.count).toBe(1)
    index = await reopen({ embedderId: 'better-words' })
    expect((await index.status()).refused).toBeUndefined()
  })

  it('blames the server, not the texts, when it refuses everything', async () => {
    const index = openIndex(refusing(''))
    await expect(index.upsert([row(1, 'cart'), row(2, 'login')])).rejects.toMatchObject({ code: 'unavailable' })
    expect(await index.status()).toMatchObject({
      refused: undefined,
      trouble: { message: 'The embedding server refuses every text. refused (400)' },
    })
    expect(embedded, 'asked once for them and once for a harmless one').toHaveLength(3)
  })

  it('is in no trouble after a query nobody will embed', async () => {
    const index = openIndex(refusing('poison'))
    await expect(index.search({ text: 'poison', projects: undefined, limit: 3 })).rejects.toMatchObject({
      code: 'bad_input',
    })
    expect((await index.status()).trouble).toBeUndefined()
  })
})
