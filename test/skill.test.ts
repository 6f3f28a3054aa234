/** The mem-search skill: its sizes, and every command in it, run as an agent would run it against a live worker. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostTool } from '../src/capture/captured-event.fixture.ts'
import { skipReason } from '../src/capture/filter.ts'
import { estimateTokens } from '../src/memory/token-estimate.ts'
import { dataFolder, findWorker, makeFolders } from '../src/worker/client.ts'
import { hookEnv } from './support/hook.ts'
import { makePlace, removePlace } from './support/place.ts'
import { seedFolder } from './support/seed.ts'
import { stopWorker } from './support/worker.ts'

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

  it('wakes the worker and takes the port from the port file in every command it has', () => {
    expect(curls.length).toBeGreaterThan(20)
    for (const { path, line } of commands) {
      expect(line, path).toMatch(
        /^d="\$\{CLAUDE_MEM_DATA_DIR:-\$HOME\/\.claude-mem\}"; sh "\$d\/wake"; read -r port rest < "\$d\/port"; curl .*127\.0\.0\.1:\$port\/api\//,
      )
    }
  })

  it('says where it stands in every command that returns memories, and names a project where it speaks of one', () => {
    for (const { path, line } of curls) {
      if (!/\/(?:help|stats|openapi\.json)"/.test(line)) expect(line, path).toMatch(/cwd(?:=|\\": \\")\$PWD/)
    }
    for (const [path, caption] of [
      ['operations/by-type.md', 'one project, another page:'],
      ['operations/recent-context.md', 'Another project, one session:'],
    ])
      expect(
        page(path ?? '')
          .split(caption ?? '')[1]
          ?.split('```')[1],
        path,
      ).toContain('-d project=')
  })

  it('is never captured when it is used: memory of memory would be the recall loop', () => {
    for (const { path, line } of curls) {
      const event = hostTool('Bash', { input: { command: line }, output: { stdout: 'x'.repeat(200) } })
      expect([path, skipReason(event, { skipTools: [], subagents: 'on' })]).toEqual([path, 'one of our own tools'])
    }
  })
})

describe('every command of the skill', () => {
  const place = makePlace()
  beforeAll(() => {
    makeFolders(place.data) // as `install` does
    seedFolder(place.data.root, place.project)
  })
  afterAll(async () => {
    await stopWorker(place)
    removePlace(place)
  })
  /** Not `execFileSync`: who holds a port answers in this process. */
  const run = (line: string) =>
    new Promise<{ error: Error | null; stdout: string; stderr: string }>((resolve) => {
      const by = { cwd: place.project, env: hookEnv(place), timeout: 20_000 }
      execFile('sh', ['-c', line], by, (error, stdout, stderr) => resolve({ error, stdout, stderr }))
    })

  // All commands of a page begin with the same words (see above): its first one wakes the worker, the others find it awake.
  it.each(curls)('$path: $line', { timeout: 60_000 }, async (command) => {
    const before = findWorker(place.data)
    const isFirst = curls.find(({ path }) => path === command.path) === command
    if (isFirst) {
      await stopWorker(place) // it died without a word: the port file still names where it was
      const stranger = await takePort(before?.port)
      await check(command)
      stranger.close()
      expect(findWorker(place.data)?.port, 'on a moved port').not.toBe(before?.port)
    }
    const running = findWorker(place.data)
    await check(command)
    expect(findWorker(place.data), 'a worker that answers is left alone').toEqual(running)
  })

  it('works where the port file is gone, or names a process that is another by now, or one that never answers', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port: silentPort } = silent.address() as AddressInfo // a listening TCP server has one
    const { pid, nonce } = findWorker(place.data) ?? {}
    for (const port of [undefined, `1 ${process.pid} stranger\n`, `${silentPort} ${pid} ${nonce}\n`]) {
      await stopWorker(place)
      if (port === undefined) rmSync(place.data.port)
      else writeFileSync(place.data.port, port)
      await check(curls[0] ?? { path: '', line: '' })
    }
    silent.close()
  })

  it('says what to do where nothing is installed', async () => {
    const empty = join(place.root, 'empty')
    const line = `CLAUDE_MEM_DATA_DIR="${empty}"; ${curls[0]?.line}`
    makeFolders(dataFolder(empty))
    expect((await run(line)).stderr).toContain('npx agent-keepsake install')
  })

  /** Somebody else's from now on: the next worker cannot get it again by chance. */
  async function takePort(port = 0): Promise<Server> {
    const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }

  async function check({ line }: { path: string; line: string }): Promise<void> {
    const { error, stdout, stderr } = await run(line)
    expect([error, stderr], line).toEqual([null, ''])
    if (line.includes(' | ')) {
      expect(stdout, line).toMatch(/^\{"openapi"|"path":/)
      return
    }
    const answer = JSON.parse(stdout)
    expect(answer.error, line).toBeUndefined()
    const rows = answer.results ?? answer.timeline ?? answer.sessions ?? answer.endpoints ?? [answer.stored]
    // Words that stand in no memory are as good an example as others; a page that does not exist is empty too.
    if (!/flaky|offset=5|2026-11|last week|query=timeout/.test(line)) expect(rows.length, line).toBeGreaterThan(0)
  }
})

function within(value: number, least: number, most: number): boolean {
  return value >= least && value <= most
}
