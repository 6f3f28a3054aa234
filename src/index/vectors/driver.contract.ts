/** What every vector driver must do. Each driver's test runs it; vectors here have 64 dimensions. */
import { expect, it } from 'vitest'
import { normalise } from '../embedder.ts'
import type { VectorDriver, VectorItem } from './driver.ts'

export const CONTRACT_DIMENSIONS = 64

/** The same seed gives the same direction. */
export function direction(seed: number): Float32Array {
  let state = seed * 2_654_435_761 + 1
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x3fffffff - 1
  }
  return normalise(Float32Array.from({ length: CONTRACT_DIMENSIONS }, next))
}

export function item(id: number, more: Partial<VectorItem> = {}): VectorItem {
  return { id, project: 'shop', hash: id.toString(16).padStart(16, '0'), vectors: [direction(id)], ...more }
}

/** `open` gives an empty driver; `reopen` the same one as after a process restart. */
export function itKeepsTheDriverContract(by: {
  open: () => Promise<VectorDriver>
  reopen: (driver: VectorDriver) => Promise<VectorDriver>
}): void {
  const search = (driver: VectorDriver, seed: number, more: { projects?: string[]; limit?: number } = {}) =>
    driver.search({ vector: direction(seed), projects: more.projects, limit: more.limit ?? 5 })
  const ids = (hits: { id: number }[]) => hits.map((hit) => hit.id)

  it('finds the observation a vector belongs to, best first, with its cosine', async () => {
    const driver = await by.open()
    await driver.upsert(Array.from({ length: 300 }, (_, at) => item(at + 1)))
    const hits = await search(driver, 7)
    expect(hits).toHaveLength(5)
    expect(hits[0]?.id).toBe(7)
    expect(hits[0]?.similarity).toBeCloseTo(1, 2)
    expect(hits.map((hit) => hit.similarity)).toEqual(hits.map((hit) => hit.similarity).sort((a, b) => b - a))
    await driver.close()
  })

  it('counts an observation once, by its best vector', async () => {
    const driver = await by.open()
    await driver.upsert([item(1, { vectors: [direction(1), direction(2), direction(3)] }), item(4)])
    expect(await driver.count()).toEqual({ observations: 2, vectors: 4 })
    for (const seed of [1, 2, 3]) {
      const hits = await search(driver, seed)
      expect(ids(hits)).toEqual([1, 4])
      expect(hits[0]?.similarity).toBeCloseTo(1, 2)
    }
    await driver.close()
  })

  it('replaces all vectors of an observation, and forgets removed ones', async () => {
    const driver = await by.open()
    await driver.upsert([item(1, { vectors: [direction(1), direction(2)] }), item(3), item(5)])
    await driver.upsert([item(1, { vectors: [direction(9)] })])
    expect((await search(driver, 2)).find((hit) => hit.id === 1)?.similarity ?? 0).toBeLessThan(0.9)
    expect((await search(driver, 9))[0]?.similarity).toBeCloseTo(1, 2)
    await driver.remove([3, 77])
    expect(ids(await search(driver, 3))).not.toContain(3)
    expect(await driver.count()).toEqual({ observations: 2, vectors: 2 })
    await driver.close()
  })

  it('looks only into the wanted projects', async () => {
    const driver = await by.open()
    await driver.upsert([item(1, { project: 'a' }), item(2, { project: 'b' }), item(3, { project: 'c' })])
    expect(ids(await search(driver, 1, { projects: ['b', 'c'] })).sort()).toEqual([2, 3])
    expect(await search(driver, 1, { projects: ['unknown'] })).toEqual([])
    expect(await search(driver, 1, { projects: [] })).toEqual([])
    await driver.upsert([item(1, { project: 'b' })])
    expect(ids(await search(driver, 1, { projects: ['a'] })), 'moved to another project').toEqual([])
    await driver.close()
  })

  it('knows what it keeps unchanged', async () => {
    const driver = await by.open()
    await driver.upsert([item(1), item(2)])
    const asked = [item(1), item(2, { hash: 'feedfeedfeedfeed' }), item(3)]
    expect(await driver.findUnchanged(asked)).toEqual(new Set([1]))
    await driver.close()
  })

  it('still knows everything after a restart, and nothing after it was cleared', async () => {
    let driver = await by.open()
    await driver.upsert(Array.from({ length: 600 }, (_, at) => item(at + 1, { project: at % 2 ? 'odd' : 'even' })))
    await driver.remove([10, 300])
    driver = await by.reopen(driver)
    expect(await driver.count()).toEqual({ observations: 598, vectors: 598 })
    expect((await search(driver, 599))[0]?.id).toBe(599)
    expect(ids(await search(driver, 10))).not.toContain(10)
    expect((await search(driver, 599, { projects: ['odd'] }))[0]?.id).not.toBe(599)
    expect(await driver.findUnchanged([item(5)])).toEqual(new Set([5]))
    await driver.upsert([item(1000)])
    expect((await search(driver, 1000))[0]?.id).toBe(1000)
    await driver.clear()
    expect(await driver.count()).toEqual({ observations: 0, vectors: 0 })
    expect(await search(driver, 599)).toEqual([])
    await driver.upsert([item(5)])
    expect(ids(await search(driver, 5))).toEqual([5])
    await driver.close()
  })
}
