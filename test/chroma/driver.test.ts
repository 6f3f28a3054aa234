/** The Chroma driver keeps the same contract as the built-in one. Run by `npm run test:chroma`, which starts the server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openChroma } from '../../src/index/vectors/chroma.ts'
import {
  CONTRACT_DIMENSIONS,
  direction,
  item,
  itKeepsTheDriverContract,
} from '../../src/index/vectors/driver.contract.ts'
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
  const db = openVectorFile(join(dataDir, 'index.sqlite'))
  return { db, dimensions: CONTRACT_DIMENSIONS, identity, onLoss: (reason: string) => losses.push(reason) }
}
const open = async (identity?: string) => {
  newFolder()
  losses = []
  return openChroma(place(identity), { dataDir, server: { url }, now: () => clock })
}
const reopen = (identity?: string) => openChroma(place(identity), { dataDir, server: { url }, now: () => clock })

/** The server behind a connection that breaks when vectors are added for the second time. */
async function cutAfterFirstAdd(): Promise<{ url: string; close: () => void }> {
  let adds = 0
  const proxy = createServer((asked, answer) => {
    if (asked.url?.endsWith('/add')) adds += 1
    if (adds > 1) return void asked.socket.destroy()
    const on = request(new URL(asked.url ?? '', url), { method: asked.method, headers: asked.headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(answer)
    })
    asked.pipe(on)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, close: () => proxy.close() } // it listens on TCP
}

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

  it('does not take an observation for whole of which only the first vectors arrived', async () => {
    newFolder()
    const proxy = await cutAfterFirstAdd()
    const driver = await openChroma(place(), { dataDir, server: { url: proxy.url }, now: () => clock })
    const items = Array.from({ length: 20 }, (_, at) =>
      item(at + 1, { vectors: Array.from({ length: 40 }, (_, chunk) => direction(at * 40 + chunk)) }),
    )
    await expect(driver.upsert(items)).rejects.toMatchObject({ code: 'unavailable' })
    proxy.close()
    const again = await reopen()
    const whole = await again.findUnchanged(items)
    await again.upsert(items.filter(({ id }) => !whole.has(id)))
    expect(await again.count()).toEqual({ observations: 20, vectors: 800 })
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
