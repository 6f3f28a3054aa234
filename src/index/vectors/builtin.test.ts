import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Database } from '../../store/database.ts'
import { emptyLog } from '../../store/erase.ts'
import { openVectorFile, putBlocks, readBlocks } from '../../store/vector-blocks.ts'
import { openBuiltin } from './builtin.ts'
import { CONTRACT_DIMENSIONS, direction, item, itKeepsTheDriverContract } from './driver.contract.ts'

const folders: string[] = []
const files: Database[] = []
let path = ''

afterEach(() => {
  for (const file of files.splice(0)) file.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function openFile() {
  const opened = openVectorFile(path)
  files.push(opened)
  return opened
}

function open() {
  const folder = mkdtempSync(join(tmpdir(), 'claude-mem-vectors-'))
  folders.push(folder)
  path = join(folder, 'index.sqlite')
  return openBuiltin(openFile(), CONTRACT_DIMENSIONS)
}

describe('the built-in vector driver', () => {
  itKeepsTheDriverContract({
    open: async () => open(),
    reopen: async () => {
      files.pop()?.close()
      return openBuiltin(openFile(), CONTRACT_DIMENSIONS)
    },
  })

  it('finds what an exact comparison of the 32-bit vectors finds', async () => {
    const driver = open()
    const items = Array.from({ length: 2000 }, (_, at) => item(at + 1))
    await driver.upsert(items)
    let same = 0
    for (let query = 5001; query < 5051; query++) {
      const vector = direction(query)
      const cosine = (other: Float32Array) => other.reduce((sum, value, d) => sum + value * (vector[d] ?? 0), 0)
      const exact = items
        .map((one) => ({ id: one.id, similarity: cosine(one.vectors[0] ?? vector) }))
        .sort((a, b) => b.similarity - a.similarity)
        .slice(0, 20)
      const found = await driver.search({ vector, projects: undefined, limit: 20 })
      same += found.filter((hit) => exact.some((one) => one.id === hit.id)).length
      expect(found[0]?.similarity).toBeCloseTo(exact[0]?.similarity ?? 0, 2)
    }
    expect(same / (50 * 20)).toBeGreaterThan(0.98)
  })

  it('leaves nothing of a removed vector in the file, nor of one that an earlier version only marked as free', async () => {
    const driver = open()
    await driver.upsert([item(1), item(2)])
    const held = (n: number) => {
      const [vector = new Float32Array()] = item(n).vectors
      const scale = Math.max(...vector.map(Math.abs)) / 127
      const bytes = Buffer.from(Int8Array.from(vector, (value) => Math.round(value / scale)))
      emptyLog(files.at(-1) as Database) // opened by open()
      const file = readFileSync(path)
      // A page may end inside the vector.
      return [0, 8, 16].some((from) => file.includes(bytes.subarray(from, from + 16)))
    }
    expect([held(1), held(2)]).toEqual([true, true])
    await driver.remove([1])
    expect([held(1), held(2)]).toEqual([false, true])

    const [block] = [...readBlocks(files.at(-1) as Database)] // as above
    const places = Uint8Array.from(block?.places ?? []).fill(0, 0, 16) // nobody's place any more, and its vector stays
    putBlocks(files.at(-1) as Database, [{ number: 0, places, vectors: block?.vectors ?? places }]) // as above
    expect(held(2)).toBe(true)
    const next = openBuiltin(files.at(-1) as Database, CONTRACT_DIMENSIONS) // as above
    await next.upsert([item(3)])
    expect(held(2)).toBe(false)
  })

  it('uses freed places again, so that a row changed a thousand times does not grow the index', async () => {
    const driver = open()
    for (let round = 0; round < 1000; round++) await driver.upsert([item(1, { vectors: [direction(round)] })])
    expect(files[0]?.all('SELECT number FROM blocks')).toEqual([{ number: 0 }])
  })

  it('brings what a full disk refused as soon as there is room again, and does not call it kept before', async () => {
    const driver = open()
    files[0]?.exec("CREATE TRIGGER full BEFORE INSERT ON blocks BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    await expect(driver.upsert([item(1)])).rejects.toThrow('disk full')
    await expect(driver.findUnchanged([item(1)])).rejects.toThrow('disk full')
    files[0]?.exec('DROP TRIGGER full')
    expect(await driver.findUnchanged([item(1)])).toEqual(new Set([1]))
    expect(files[0]?.all('SELECT number FROM blocks')).toEqual([{ number: 0 }])
  })

  it('says corrupt when a block cannot be read', () => {
    open()
    files[0]?.exec("INSERT INTO blocks VALUES (0, x'00', x'00')")
    expect(() => openBuiltin(openFile(), CONTRACT_DIMENSIONS)).toThrow('damaged')
  })

  it('takes vectors of any length, also one that is no multiple of the kernel’s step', async () => {
    open()
    const driver = openBuiltin(openVectorFile(join(folders[0] ?? '', 'odd.sqlite')), 5)
    await driver.upsert([
      item(1, { vectors: [Float32Array.of(1, 0, 0, 0, 0)] }),
      item(2, { vectors: [Float32Array.of(0, 0, 0, 0, -1)] }),
    ])
    const hits = await driver.search({ vector: Float32Array.of(0, 0, 0, 0, 1), projects: undefined, limit: 2 })
    expect(hits.map((hit) => [hit.id, Math.round(hit.similarity * 100) / 100])).toEqual([
      [1, 0],
      [2, -1],
    ])
  })
})

describe('a vector file', () => {
  it('that is damaged is made anew', async () => {
    await open().upsert([item(1)])
    files.pop()?.close()
    writeFileSync(path, 'this is no database, '.repeat(500))
    expect(await openBuiltin(openFile(), CONTRACT_DIMENSIONS).count()).toMatchObject({ observations: 0 })
  })
})
