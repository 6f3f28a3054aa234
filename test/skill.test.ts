/** The mem-search skill: its sizes, and every command in it, run as an agent would run it against a live worker. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { skipReason } from '../src/capture/filter.ts'
import { estimateTokens } from '../src/memory/tokens.ts'
import { toolEvent } from '../src/store/store.fixture.ts'
import { findWorker } from '../src/worker/client.ts'
import { hookEnv } from './support/hook.ts'
import { makePlace, removePlace } from './support/place.ts'
import { seedFolder } from './support/seed.ts'
import { startWorker, stopWorker, workerUp } from './support/worker.ts'

const SKILL = 'plugin/skills/mem-search'
const page = (path: string) => readFileSync(join(SKILL, path), 'utf8')
const pages = [
  'SKILL.md',
  ...['operations', 'principles'].flatMap((folder) =>
    readdirSync(join(SKILL, folder)).map((name) => `${folder}/${name}`),
  ),
]
/** Lines of shell blocks, with the page they stand on. */
const commands = pages.flatMap((path) =>
  [...page(path).matchAll(/```sh\n([\s\S]*?)```/g)].flatMap((match) =>
    (match[1] ?? '')
      .trim()
      .split('\n')
      .map((line) => ({ path, line })),
  ),
)
const curls = commands.filter(({ line }) => line.includes('curl '))
const [wake] = commands.filter(({ line }) => line.includes('main.mjs')).map(({ line }) => line)

describe('the skill', () => {
  it('has the files of the design', () => {
    expect(readdirSync(join(SKILL, 'operations')).length).toBe(12)
    expect(readdirSync(join(SKILL, 'principles')).sort()).toEqual(['anti-patterns.md', 'progressive-disclosure.md'])
    for (const [, target = ''] of page('SKILL.md').matchAll(/\]\(([^)]+)\)/g))
      expect(() => page(target), target).not.toThrow()
  })

  it('costs what it may: ~250 tokens listed, ~1,500 loaded, ~400 for an operation', () => {
    const [, front = '', body = ''] = page('SKILL.md').split(/^---$/m)
    const description = /^description: (.+)$/m.exec(front)?.[1] ?? ''
    expect(front).toMatch(/^name: mem-search$/m)
    expect(description).toContain('NOT in the current conversation')
    expect(description).toMatch(/last time|last week|yesterday/)
    expect(description.length, 'the host cuts it past this').toBeLessThanOrEqual(1024)
    expect(within(estimateTokens(description), 200, 280)).toBe(true)
    expect(within(estimateTokens(page('SKILL.md')), 1300, 1700)).toBe(true)
    expect(body).not.toContain('37777')
    for (const path of pages.slice(1))
      expect([path, within(estimateTokens(page(path)), 300, 500)]).toEqual([path, true])
  })

  it('takes the port from the port file in every command that asks', () => {
    expect(curls.length).toBeGreaterThan(20)
    for (const { path, line } of curls) {
      expect(line, path).toMatch(
        /^read -r port pid nonce < "\$\{CLAUDE_MEM_DATA_DIR:-\$HOME\/\.claude-mem\}\/port"; curl .*127\.0\.0\.1:\$port\/api\//,
      )
    }
  })

  it('is never captured when it is used: memory of memory would be the recall loop', () => {
    for (const { path, line } of curls) {
      const event = toolEvent('1', { input: { command: line }, output: { stdout: 'x'.repeat(200) } })
      expect([path, skipReason(event, { skipTools: [], subagents: 'on' })]).toEqual([path, 'one of our own tools'])
    }
  })
})

describe('every command of the skill', () => {
  const place = makePlace()
  beforeAll(() => seedFolder(place.data.root, place.project))
  afterAll(async () => {
    await stopWorker(place)
    removePlace(place)
  })
  const run = (line: string) =>
    spawnSync('sh', ['-c', line], { cwd: place.project, env: hookEnv(place), encoding: 'utf8', timeout: 20_000 })

  it('works from a cold worker, which its own line wakes', async () => {
    expect(findWorker(place.data)).toBeUndefined()
    const woken = run(wake ?? '')
    expect([woken.status, woken.stderr]).toEqual([0, ''])
    await workerUp(place)
    check(curls[0] ?? { path: '', line: '' })
  })

  it.each(curls)('$path: $line', (command) => check(command))

  it('works on a moved port', async () => {
    const before = findWorker(place.data)?.port
    await stopWorker(place)
    const moved = await startWorker(place)
    expect(moved.port).not.toBe(before)
    for (const command of curls.slice(0, 3)) check(command)
  })

  function check({ line }: { path: string; line: string }): void {
    const { status, stdout, stderr } = run(line)
    expect([status, stderr], line).toEqual([0, ''])
    if (line.includes(' | ')) {
      expect(stdout, line).toMatch(/^\{"openapi"|"path":/)
      return
    }
    const answer = JSON.parse(stdout)
    expect(answer.error, line).toBeUndefined()
    const rows = answer.results ?? answer.timeline ?? answer.sessions ?? answer.endpoints ?? [answer.stored]
    // Words that stand in no memory are as good an example as others; a page that does not exist is empty too.
    if (!/flaky|offset=5|2026-11|query=timeout/.test(line)) expect(rows.length, line).toBeGreaterThan(0)
  }
})

function within(value: number, least: number, most: number): boolean {
  return value >= least && value <= most
}
