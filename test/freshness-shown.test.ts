/** Where the labels stand: in every route's rows, in the lines for models, and at a user's terminal with a real worker. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { renderIndexLine, renderObservation } from '../src/doors/mcp/render.ts'
import { estimateTokens } from '../src/memory/token-estimate.ts'
import type { ObservationReply } from '../src/worker/protocol/search.ts'
import { runCli } from './support/cli.ts'
import { makeMemory } from './support/freshness.ts'
import { runHook, sessionStart } from './support/hook.ts'
import { asker, quietParts } from './support/http-parts.ts'
import { makePlace, removePlace } from './support/place.ts'
import { makeRepository, type Repository } from './support/repository.ts'
import { spoolTurn, wordOf } from './support/turns.ts'
import { waitFor } from './support/wait.ts'
import { call, settle, startWorker, stopWorker } from './support/worker.ts'

describe('the routes', () => {
  let shop: Repository
  beforeEach(() => {
    shop = makeRepository()
    for (const name of ['total', 'order']) shop.write(`src/${name}.js`, `export const ${name} = 1\n`)
    shop.commit('begin')
  })
  afterEach(() => shop.remove())

  /** One memory whose file changed, one whose file did not. */
  function twoMemories() {
    const memory = makeMemory()
    const stale = memory.remember(shop.root, { edits: ['src/total.js'], reads: ['src/order.js'] })
    const fresh = memory.remember(shop.root, { edits: ['src/order.js'] })
    shop.write('src/total.js', 'export const total = 1234\n')
    const ask = asker(quietParts(memory.db, { freshness: memory.freshness }))
    return { stale, fresh, ask, cwd: encodeURIComponent(shop.root) }
  }
  const LABEL = '1 of 2 files changed since'
  const changed = { path: 'src/total.js', state: 'changed' }

  it('say it in an index, where only what changed is named, and nothing of what did not', async () => {
    const { stale, fresh, ask, cwd } = twoMemories()
    const searches = [
      `/api/search/observations?query=wholesale+customers&format=index&cwd=${cwd}`,
      `/api/search?query=wholesale+customers&kind=observation&format=index&cwd=${cwd}`,
      `/api/search/by-file?filePath=order.js&format=index&cwd=${cwd}`,
      `/api/observations/by-file?path=src/order.js&cwd=${cwd}`,
      `/api/search/timeline?anchor=${stale}&cwd=${cwd}`,
    ]
    for (const path of searches) {
      const { status, body } = await ask(path)
      expect(status, path).toBe(200)
      const rows: { id: number; freshness?: unknown; kind?: string }[] = body.results ?? body.timeline
      const of = (id: number) => rows.find((row) => row.id === id && row.kind !== 'prompt' && row.kind !== 'summary')
      expect(of(stale)?.freshness, path).toEqual({ label: LABEL, files: [changed] })
      expect(of(fresh), path).toBeDefined()
      expect(of(fresh), path).not.toHaveProperty('freshness')
    }
  })

  it('look at the files of all recent sessions at once, so that one limit holds for the whole answer', async () => {
    const memory = makeMemory()
    memory.remember(shop.root, { edits: ['src/total.js'] })
    memory.remember(shop.root, { edits: ['src/order.js'] })
    let looks = 0
    const freshness = {
      ...memory.freshness,
      of: (...asked: Parameters<typeof memory.freshness.of>) => {
        looks += 1
        return memory.freshness.of(...asked)
      },
    }
    const { body } = await asker(quietParts(memory.db, { freshness }))('/api/search/recent-context?limit=5')
    expect(body.sessions).toHaveLength(2)
    expect(looks).toBe(1)
  })

  it('say all that is known in full, also without saying where the reader stands', async () => {
    const { stale, fresh, ask } = twoMemories()
    const { body } = await ask('/api/observations/batch', { ids: [stale, fresh] })
    expect(body.results[0].freshness).toEqual({
      label: LABEL,
      files: [{ path: 'src/order.js', state: 'same' }, changed],
    })
    expect(body.results[1].freshness).toEqual({ label: '', files: [{ path: 'src/order.js', state: 'same' }] })
    const one = await ask(`/api/observations/${stale}?cwd=${encodeURIComponent(shop.root)}`)
    expect(one.body.freshness.label).toBe(LABEL)
  })

  it('leave out what changed with fresh=true, on every page', async () => {
    const { fresh, ask, cwd } = twoMemories()
    const path = `/api/search/observations?query=wholesale+customers&format=index&fresh=true&cwd=${cwd}`
    const { body } = await ask(path)
    expect(body.results.map((row: { id: number }) => row.id)).toEqual([fresh])
    expect(body.more).toBe(false)
    expect((await ask(`${path}&limit=1&offset=1`)).body.results).toEqual([])
    const any = await ask(`/api/search?query=wholesale&fresh=1&format=index&cwd=${cwd}`)
    expect(any.body.results.map((row: { kind: string; id: number }) => [row.kind, row.id])).toEqual([
      ['observation', fresh],
    ])
  })

  it('are read by a model in a few words', async () => {
    const { stale, ask, cwd } = twoMemories()
    const reader = { now: Date.now(), home: shop.root }
    const { body } = await ask(`/api/search/observations?query=wholesale+customers&format=index&cwd=${cwd}`)
    const row = body.results.find((one: { id: number }) => one.id === stale)
    const line = renderIndexLine(row, reader)
    expect(line).toContain(`[${LABEL}]`)
    const { freshness: _, ...without } = row
    expect(estimateTokens(line) - estimateTokens(renderIndexLine(without, reader))).toBeLessThanOrEqual(12)
    const full = await ask('/api/observations/batch', { ids: [stale], cwd: shop.root })
    const text = renderObservation(full.body.results[0], reader)
    expect(text).toContain(`[${LABEL}]`)
    expect(text).toContain('src/total.js (changed)')
  })
})

describe('a user', () => {
  const place = makePlace()
  const turn = { sessionId: 'labels', n: 0 }
  const file = 'src/rules-0.js'
  let shop: Repository

  beforeAll(async () => {
    shop = makeRepository({ root: place.project })
    shop.write('README.md', 'shop\n')
    shop.commit('begin')
    shop.git('checkout', '--quiet', '-b', 'raise')
    shop.write(file, `const ${wordOf(turn)} = 50\n`)
    await startWorker(place)
    spoolTurn(place, turn, { end: true })
    await settle(place)
  }, 60_000)
  afterAll(async () => {
    await stopWorker(place)
    removePlace(place)
  })

  it('sees nothing while nothing changed, then the branch, and after the merge what became of the file', async () => {
    const search = (...more: string[]) => runCli(place, ['search', wordOf(turn), ...more])
    const quiet = await search()
    expect(quiet.stdout).toContain(wordOf(turn))
    expect(quiet.stdout).not.toMatch(/changed since|not merged|gone/)
    shop.commit('raise the limit')
    shop.git('checkout', '--quiet', 'main')
    await waitFor('git has been asked about the branch', async () => {
      const path = `/api/search/observations?query=${wordOf(turn)}&format=index&cwd=${encodeURIComponent(place.project)}`
      const { results } = await call<ObservationReply>(place, 'GET', path)
      return results.some((one) => one.freshness?.branch === 'raise')
    })
    expect((await search()).stdout).toContain('[on branch raise, not merged]')
    shop.git('merge', '--quiet', 'raise')
    shop.write(file, `const ${wordOf(turn)} = 70\n`)
    const shown = await waitFor('the merge is known', async () => {
      const { stdout } = await search()
      return stdout.includes('file changed since') ? stdout : undefined
    })
    const id = /^(\d+) /m.exec(shown)?.[1] ?? ''
    expect((await runCli(place, ['show', id])).stdout).toContain(`${file} (changed)`)
    expect((await search('--fresh')).stdout).toContain('Nothing found')
    rmSync(join(place.project, file))
    expect((await search()).stdout).toContain('[file is gone]')
    const begun = await runHook(place, { event: 'SessionStart', payload: sessionStart(place, 'next') })
    expect(begun.stdout).toContain('(file is gone)')
  }, 60_000)
})
