/** The Chroma driver keeps the same contract as the built-in one. Run by `npm run test:chroma`, which starts the server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openChroma } from '../../src/index/vectors/chroma.ts'
import { CONTRACT_DIMENSIONS, item, itKeepsTheDriverContract } from '../../src/index/vectors/driver.contract.ts'
import { openVectorFile, readNote } from '../../src/store/vector-blocks.ts'

const url = process.env.CHROMA_TEST_URL ?? ''
let dataDir = ''
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
let losses: string[] = []
let clock = 0

function newFolder(): void {
  dataDir = mkdtempSync(join(tmpdir(), 'claude-mem-chroma-'))
  folders.push(dataDir)
}

function place(identity = 'test 64') {
  const { db } = openVectorFile(join(dataDir, 'index.sqlite'))
  return { db, dimensions: CONTRACT_DIMENSIONS, identity, onLoss: (reason: string) => losses.push(reason) }
}
const open = async (identity?: string) => {
  newFolder()
  losses = []
  return openChroma(place(identity), { dataDir, server: { url }, now: () => clock })
}
const reopen = (identity?: string) => openChroma(place(identity), { dataDir, server: { url }, now: () => clock })

describe('the Chroma driver', () => {
  itKeepsTheDriverContract({ open, reopen: () => reopen() })

  it('does not use vectors that were made for something else, and says that they are gone', async () => {
    const driver = await open()
    await driver.upsert([item(1), item(2)])
    const other = await reopen('another embedder 64')
    expect(await other.count()).toEqual({ observations: 0, vectors: 0 })
    expect(losses).toEqual(['The Chroma collection is a new one.'])
  })

  it('notices that the server has fewer vectors than it confirmed', async () => {
    const driver = await open()
    await driver.upsert([item(1), item(2), item(3)])
    const { ChromaClient } = await import('chromadb')
    const client = new ChromaClient({ host: '127.0.0.1', port: Number(new URL(url).port) })
    for (const { name } of await client.listCollections()) {
      const collection = await client.getCollection({ name })
      await collection.delete({ ids: ['2:0'] })
    }
    const again = await reopen()
    await again.count()
    expect(losses).toEqual(['Chroma lost vectors.'])
    expect(await again.findUnchanged([item(1), item(2), item(3)])).toEqual(new Set([1, 3]))
  })

  it('says unavailable at once while a server that did not answer is left in peace', async () => {
    newFolder()
    const driver = await openChroma(place(), { dataDir, server: { url: 'http://127.0.0.1:9' }, now: () => clock })
    await expect(driver.count()).rejects.toMatchObject({ code: 'unavailable' })
    const startedAt = performance.now()
    await expect(driver.count()).rejects.toMatchObject({ code: 'unavailable' })
    expect(performance.now() - startedAt).toBeLessThan(20)
    clock += 1000
    await expect(driver.count()).rejects.toMatchObject({ code: 'unavailable' })
    expect(readNote(place().db, 'chroma-nonce')).toBeUndefined()
  })
})
