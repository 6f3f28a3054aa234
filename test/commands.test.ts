/** The commands that read memory, run as a person runs them: the built program, a live worker, text and JSON. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookEnv } from './support/hook.ts'
import { makePlace, removePlace } from './support/place.ts'
import { seedFolder } from './support/seed.ts'
import { startWorker, stopWorker } from './support/worker.ts'

const place = makePlace()
beforeAll(async () => {
  seedFolder(place.data.root, place.project)
  await startWorker(place)
})
afterAll(async () => {
  await stopWorker(place)
  removePlace(place)
})

function run(...args: string[]) {
  const main = join(place.app, 'main.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd: place.project,
    env: { ...hookEnv(place), NO_COLOR: '1' },
    encoding: 'utf8',
    timeout: 20_000,
  })
  return { status, stdout, stderr }
}
const json = (...args: string[]) => JSON.parse(run(...args, '--json').stdout)

describe('claude-mem search', () => {
  it('prints id, type and title, and how it was found', () => {
    const { stdout } = run('search', 'login', 'redirect')
    expect(stdout).toMatch(/^2 bugfix The login redirect loop came from a stale cookie /m)
    expect(stdout).toMatch(/searched: (keywords|hybrid)/)
  })

  it('filters, pages, explains and shows everything', () => {
    expect(json('search', '--type', 'decision').results.map((one: { id: number }) => one.id)).toEqual([3])
    expect(json('search', '--type', 'bugfix', '--limit', '1', '--page', '2').results).toMatchObject([{ id: 2 }])
    expect(json('search', 'checkout', '--until', '2020-01-01').count).toBe(0)
    expect(run('search', 'login', '--explain').stdout).toMatch(/words \d/)
    expect(run('search', 'login', '--full').stdout).toContain('files: src/auth/login.js')
  })

  it('says what is wrong: nothing to look for, no such project, no such type', () => {
    expect(run('search')).toMatchObject({ status: 2, stderr: expect.stringContaining('words to search for') })
    expect(run('search', 'a', '--project', 'nowhere').status).toBe(3)
    expect(run('search', 'a', '--type', 'opinion').status).toBe(2)
    expect(run('search', 'a', '--limit', 'many').status).toBe(2)
  })
})

describe('the commands beside it', () => {
  it('timeline goes around an id, a session, a day or the best match', () => {
    for (const anchor of ['2', 'S2', 'login redirect cookie'])
      expect(run('timeline', anchor).stdout, anchor).toContain('→ here')
    expect(json('timeline', 'S2', '--before', '1', '--after', '0')).toMatchObject({ depth_before: 1, depth_after: 0 })
    expect(run('timeline', '999').status).toBe(3)
  })

  it('show prints memories in full', () => {
    expect(run('show', '2').stdout).toContain('clearCookie in src/auth/login.js')
    expect(json('show', '2', '999')).toMatchObject({ results: [{ id: 2 }], missing: [999] })
    expect(run('show', '999').status).toBe(3)
  })

  it('why says when nothing was injected', () => {
    expect(run('why').stdout.trim()).toBe('Nothing was injected.')
    expect(json('why', 'second')).toEqual({ session: 'second', count: 0, tokens: 0, injections: [] })
  })

  it('stats counts', () => {
    expect(json('stats')).toMatchObject({
      stored: { observations: 8, summaries: 3 },
      types: [{ type: 'bugfix', count: 3 }, {}, {}, {}, {}, {}],
    })
    expect(run('stats').stdout).toContain('8 observations')
  })

  it('index knows its two words', () => {
    expect([0, 4]).toContain(run('index', 'status').status)
    expect(run('index', 'polish').status).toBe(2)
  })
})
