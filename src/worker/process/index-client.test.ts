import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findModelFiles } from '../../index/assets.ts'
import { BATCH_ROWS } from '../../index/protocol.ts'
import { openVectorFile, putBlocks } from '../../store/vector-blocks.ts'
import { type IndexClient, type IndexClientParts, makeIndexClient } from './index-client.ts'

let dataDir = ''
const open: IndexClient[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'claude-mem-index-'))
})
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
  rmSync(dataDir, { recursive: true })
})

function client(more: Partial<IndexClientParts> = {}) {
  const seen = { needsAll: 0, trouble: 0 }
  const made = makeIndexClient({
    settings: { dataDir, embeddings: { kind: 'local' }, vectors: { kind: 'builtin' } },
    onNeedsAll: () => {
      seen.needsAll += 1
    },
    onTrouble: () => {
      seen.trouble += 1
    },
    script: fileURLToPath(new URL('../../index/main.ts', import.meta.url)),
    ...more,
  })
  open.push(made)
  return { made, seen }
}
const search = (made: IndexClient, text: string, timeoutMs = 10_000) =>
  made.search({ text, projects: undefined, limit: 5 }, timeoutMs)
const row = (id: number, title: string) => ({ id, project: 'shop', title, subtitle: null, narrative: null, facts: [] })
const gone = (pid: number) => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

describe.skipIf(!findModelFiles())('the index process', () => {
  it('is started by the first call, finds by meaning, and asks for everything while it is new', async () => {
    const { made, seen } = client()
    await made.upsert([row(1, 'The login form rejected valid passwords'), row(2, 'Button colours follow the theme')])
    expect(seen.needsAll).toBeGreaterThan(0)
    await made.queuedAll()
    const before = seen.needsAll
    const found = await search(made, 'users cannot sign in')
    expect('hits' in found && found.hits.map((hit) => hit.id)).toEqual([1, 2])
    expect(seen.needsAll).toBe(before)
    expect(await made.status()).toMatchObject({ observations: 2, needsAll: false, vectors: 'builtin' })
    await made.remove([1])
    const left = await search(made, 'users cannot sign in')
    expect('hits' in left && left.hits.map((hit) => hit.id)).toEqual([2])
  })

  it('says unavailable when the answer would come too late, and answers the next time', async () => {
    const { made } = client()
    expect(await search(made, 'cart', 1)).toEqual({ unavailable: 'The search index was not ready in time.' })
    expect(await search(made, 'cart')).toEqual({ hits: [] })
  })

  it('ends when idle, gives its memory back, and is there again for the next call with what it knew', async () => {
    const { made, seen } = client({ idleMs: { usual: 50, afterBacklog: 50 } })
    await made.upsert([row(1, 'cart totals')])
    const { pid } = await made.status()
    while (!gone(pid)) await new Promise((resolve) => setTimeout(resolve, 10))
    expect((await made.status()).observations).toBe(1)
    expect(seen.trouble, 'that was no crash').toBe(0)
  })

  it('embeds a backlog below everybody else’s priority, and is soon there again at the usual one', async () => {
    const { made, seen } = client({ idleMs: { usual: 60_000, afterBacklog: 50 } })
    await made.upsert([row(1, 'cart totals')])
    const { pid } = await made.status()
    expect(getPriority(pid)).toBe(getPriority())
    const backlog = made.upsert(Array.from({ length: BATCH_ROWS }, (_, at) => row(at + 2, `cart ${at}`)))
    await made.status()
    expect(getPriority(pid)).toBe(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
    await backlog
    while (!gone(pid)) await new Promise((resolve) => setTimeout(resolve, 10))
    const fresh = await made.status()
    expect(fresh.observations).toBe(BATCH_ROWS + 1)
    expect(getPriority(fresh.pid)).toBe(getPriority())
    expect(seen.trouble, 'that was no crash').toBe(0)
  })

  it('throws a damaged file away and asks for everything again', async () => {
    const { made: before } = client()
    await before.upsert([row(1, 'cart totals')])
    await before.queuedAll()
    await before.close()
    const file = openVectorFile(join(dataDir, 'index.sqlite'))
    putBlocks(file, [{ number: 0, places: new Uint8Array(3), vectors: new Uint8Array(3) }])
    file.close()
    let now = 1_000_000
    const { made, seen } = client({ now: () => now })
    expect(await search(made, 'cart')).toEqual({ unavailable: 'The vector file is damaged and is being rebuilt.' })
    while (seen.trouble === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    now += 1000
    expect(seen.needsAll).toBe(0)
    expect(await search(made, 'cart')).toEqual({ hits: [] })
    expect(seen.needsAll).toBe(1)
  })

  it('says unavailable after a crash, waits a little, then starts again', async () => {
    let now = 1_000_000
    const { made, seen } = client({ now: () => now })
    await made.upsert([row(1, 'cart totals')])
    const pending = search(made, 'a longer question about the totals of a cart')
    process.kill((await made.status()).pid, 'SIGKILL')
    await pending
    while (seen.trouble === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(await search(made, 'cart')).toEqual({
      unavailable: 'The search index ended unexpectedly and is restarted soon.',
    })
    now += 1000
    expect(await search(made, 'cart')).toMatchObject({ hits: [{ id: 1 }] })
  })
})

describe('the index client', () => {
  it('closes while the endpoint is silent: what was not confirmed is sent again another time', async () => {
    const asked = Promise.withResolvers<void>()
    const silent = createServer(() => asked.resolve())
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}` // it listens on TCP
    const { made, seen } = client({
      settings: {
        dataDir,
        embeddings: { kind: 'openai', url, model: 'm', key: undefined },
        vectors: { kind: 'builtin' },
      },
    })
    const sent = made.upsert([row(1, 'cart totals')]).catch((error: unknown) => error)
    await asked.promise
    await made.close()
    expect(await sent).toMatchObject({ code: 'unavailable' })
    expect(seen.trouble, 'that was no crash').toBe(0)
    silent.closeAllConnections()
    silent.close()
  })

  it('can be warmed: the process starts and is asked once, so that its model is loaded', async () => {
    const script = join(dataDir, 'counts.mjs')
    writeFileSync(
      script,
      `import { appendFileSync } from 'node:fs'
       process.on('message', (message) => {
         if (message.kind !== 'call') return
         appendFileSync(${JSON.stringify(join(dataDir, 'asked'))}, message.name + ' ')
         process.send({ kind: 'reply', id: message.id, reply: { hits: [] } })
       })
       process.on('disconnect', () => process.exit(0))`,
    )
    const { made } = client({ script })
    made.warm()
    made.warm()
    await search(made, 'cart')
    expect(readFileSync(join(dataDir, 'asked'), 'utf8')).toBe('search search ')
  })

  it('starts no process when search by meaning is switched off', async () => {
    const { made } = client({ settings: undefined, script: '/nonexistent' })
    expect(await search(made, 'cart')).toEqual({
      unavailable: 'Search by meaning is switched off.',
    })
    await expect(made.upsert([])).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('rejects what was under way when the process dies at its start', async () => {
    const script = join(dataDir, 'dies.mjs')
    writeFileSync(script, 'process.exit(3)')
    const { made, seen } = client({ script })
    await expect(made.upsert([row(1, 'x')])).rejects.toMatchObject({ code: 'unavailable' })
    expect(seen.trouble).toBe(1)
  })
})
