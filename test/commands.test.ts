/** The commands that read memory, run as a person runs them: the built program, a live worker, text and JSON. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { estimateTokens } from '../src/memory/token-estimate.ts'
import { hookEnv, runHook, sessionStart } from './support/hook.ts'
import { makePlace, removePlace } from './support/place.ts'
import { seedFolder } from './support/seed.ts'
import { waitFor } from './support/wait.ts'
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
    expect(stdout).toMatch(/searched by words (only|and meaning)/)
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
    const said = {
      project: run('search', 'a', '--project', 'nowhere'),
      type: run('search', 'a', '--type', 'opinion'),
      since: run('search', 'a', '--since', 'last'),
      order: run('search', 'a', '--since', '2026-02-02', '--until', '2026-01-01'),
      limit: run('search', 'a', '--limit', '5000'),
      before: run('timeline', '2', '--before', 'x'),
      remembered: run('remember', 'The sky is blue', '--type', 'opinion'),
    }
    expect(said.project).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('`claude-mem projects` lists them'),
    })
    expect(said.type).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/no type `opinion`\.\nKnown: decision/),
    })
    expect(said.since).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/--since: `last` is not a date\.\nUse 2026/),
    })
    expect(said.order).toMatchObject({ status: 2, stderr: expect.stringContaining('--since is after --until') })
    expect(said.limit).toMatchObject({ status: 2, stderr: expect.stringContaining('--limit must be') })
    expect(said.before).toMatchObject({ status: 2, stderr: expect.stringContaining('--before must be') })
    expect(said.remembered).toMatchObject({ status: 2, stderr: expect.stringContaining('no type `opinion`') })
    for (const { stderr } of Object.values(said)) expect(stderr).not.toMatch(/dateRange|GET |depth_|cwd/)
  })

  it('prints the very command for the next page, and how to see one in full', () => {
    const { stdout } = run('search', '--type', 'bugfix,decision', 'it was', '--limit', '1')
    expect(stdout).toContain('in full: claude-mem show ID')
    const [, next = ''] = /more: claude-mem (.*)$/m.exec(stdout) ?? []
    expect(next).toBe("search 'it was' --type bugfix,decision --limit 1 --page 2")
    const end = run('search', 'login', '--page', '50').stdout
    expect(end).toContain('nothing on page 50')
    expect(run('search', 'zzzqqq', '--type', 'decision').stdout).toMatch(/Nothing found.*leave out --type/)
  })

  it('tells two projects of one name apart, and what a time was taken for', () => {
    const { stdout } = run('search', 'discount', 'counted', 'twice')
    expect(stdout).toMatch(/^1 .*\[work\/shop\]/m)
    expect(stdout).toMatch(/^8 .*\[other\/shop\]/m)
    expect(run('search', '--type', 'decision').stdout).toMatch(/^3 .*\[shop\]$/m)
    expect(run('search', 'discount', '--project', 'other/shop').stdout).toMatch(/^8 /m)
    expect(run('search', 'zzzqqq yesterday').stdout).toMatch(
      /^Looked at [\d-]+ \("yesterday"\)\.\nIn no memory: zzzqqq\.\nNothing found/,
    )
    expect(run('search', 'login last 5 days').stdout).toMatch(/^Looked at [\d-]+ to [\d-]+ \("last 5 days"\)\.$/m)
  })

  it('explains a score with numbers that add up', () => {
    const lines = run('search', 'login', 'redirect', '--explain').stdout.split('\n')
    const sums = lines.flatMap((line) => /^ +([\d.]+) = (.*?); (\d+) % of the best hit/.exec(line)?.slice(1, 3) ?? [])
    expect(sums.length).toBeGreaterThan(0)
    for (let at = 0; at < sums.length; at += 2) {
      const parts = [...(sums[at + 1] ?? '').matchAll(/(−?) ?\w+ ([\d.]+)/g)]
      const sum = parts.reduce((all, [, sign, value]) => all + Number(value) * (sign ? -1 : 1), 0)
      expect(sum).toBeCloseTo(Number(sums[at]), 6)
    }
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

  it('timeline takes a time in words, and says which words no memory has', () => {
    for (const words of [['yesterday'], ['last', 'week'], ['ayer']]) {
      const { stdout } = run('timeline', ...words)
      expect(stdout, stdout).toMatch(
        new RegExp(`^Looked at \\d{4}-\\d\\d-\\d\\d.* \\("${words.join(' ')}"\\)\\.$`, 'm'),
      )
      expect(stdout).toContain('→ here')
    }
    const unknown = run('timeline', 'zzzqqq', 'login', 'redirect')
    expect(unknown.stdout).toMatch(/^In no memory: zzzqqq\.$[\s\S]*→ here/m)
    expect(run('timeline', 'zzzqqq').stdout).toMatch(/^In no memory: zzzqqq\.\nNothing found/m)
  })

  it('timeline shows a day of every project where the folder is none of them', () => {
    const outside = spawnSync(process.execPath, [join(place.app, 'main.mjs'), 'timeline', 'yesterday'], {
      cwd: place.root,
      env: { ...hookEnv(place), NO_COLOR: '1' },
      encoding: 'utf8',
    })
    expect(outside.stdout).toMatch(/\[work\/shop\][\s\S]*→ here[\s\S]*\[other\/shop\]/)
  })

  it('show prints memories in full', () => {
    expect(run('show', '2').stdout).toContain('clearCookie in src/auth/login.js')
    expect(json('show', '2', '999')).toMatchObject({ results: [{ id: 2 }], missing: [999] })
    expect(run('show', '999')).toMatchObject({ status: 3, stderr: expect.stringContaining('claude-mem search') })
    expect(run('show', 'abc')).toMatchObject({ status: 2, stderr: expect.stringContaining('`abc` is not an id') })
  })

  it('show prints a session by the number a timeline gives it', () => {
    const [, number = ''] = /(S\d+) session: Fix the discount/.exec(run('timeline', '1').stdout) ?? []
    expect(run('show', number).stdout).toMatch(/Request: Fix the discount[\s\S]*Learned: Totals are made in one place/)
    expect(run('show', number, '2', 'S999').stdout).toMatch(
      /clearCookie[\s\S]*Request: [\s\S]*Nothing is kept under S999/,
    )
    expect(json('show', number)).toMatchObject({
      results: [],
      missing: [],
      summaries: [{ learned: 'Totals are made in one place' }],
    })
    expect(run('show', 'S999').status).toBe(3)
  })

  it('why says when nothing was injected', () => {
    expect(run('why').stdout).toContain('No session was told anything yet')
    expect(run('why', 'S2').stdout).toBe('Session second was told nothing from memory.\n')
    expect(run('why', 'second')).toMatchObject({ status: 0, stdout: 'Session second was told nothing from memory.\n' })
    expect(run('why', 'nope')).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(/No session `nope` is known[\s\S]*`claude-mem why` alone[\s\S]*third/),
    })
    expect(run('why', 's2').stdout).toBe('Session second was told nothing from memory.\n')
    expect(run('why', 'S999')).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('No session `S999` is known'),
    })
    expect(json('why', 'second')).toEqual({
      session: 'second',
      count: 0,
      tokens: 0,
      gateTokens: 0,
      texts: [],
      injections: [],
    })
  })

  it('stats counts', () => {
    expect(json('stats')).toMatchObject({
      stored: { observations: 8, summaries: 3 },
      types: [{ type: 'bugfix', count: 3 }, {}, {}, {}, {}, {}],
    })
    expect(run('stats').stdout).toContain('8 observations')
  })

  it('stats, why and the line a session begins with name one count: that of the text it was sent', async () => {
    const { stdout } = await runHook(place, { event: 'SessionStart', payload: sessionStart(place, 'told') })
    const { hookSpecificOutput, systemMessage } = JSON.parse(stdout)
    const tokens = estimateTokens(hookSpecificOutput.additionalContext)
    expect(systemMessage).toContain(`~${tokens.toLocaleString('en-US')} tokens`)
    const entered = await waitFor('the ledger is written', () => json('why', 'told').tokens as number) // our own JSON
    expect(entered).toBe(tokens)
    expect(run('why', 'told').stdout).toMatch(new RegExp(`memories, ~${tokens} tokens\n`))
    const { economics } = json('stats')
    expect(economics).toMatchObject({ injectedTokens: tokens })
    expect(economics.sessions).toContainEqual(expect.objectContaining({ sessionId: 'told', injectedTokens: tokens }))
  })

  it('logs takes a number of lines, and nothing else for it', () => {
    expect(json('logs', '--lines', '1').lines).toHaveLength(1)
    expect(run('logs', '--lines', 'many').status).toBe(2)
  })

  it('index knows its two words', () => {
    expect([0, 4]).toContain(run('index', 'status').status)
    expect(run('index', 'polish').status).toBe(2)
  })

  it('status says how search works', () => {
    expect(run('status').stdout).toMatch(/^search {5}words/m)
    expect(json('status').index).toMatchObject({ driver: 'builtin' })
  })
})

describe('what no command takes', () => {
  it('is refused with what was meant, in words and as JSON', () => {
    expect(run('serch', 'x')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/no command `claude-mem serch`\.\nDid you mean `claude-mem search`\?/),
    })
    expect(run('search', 'x', '--limt', '5').stderr).toContain('Did you mean --limit?')
    expect(run('stats', 'please')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('one argument too many'),
    })
    const { stderr, status } = run('status', '--jsn', '--json')
    expect({ status, ...JSON.parse(stderr) }).toMatchObject({ status: 2, error: { code: 'bad_input' } })
  })

  it('is a name every object has', () => {
    for (const name of ['constructor', 'toString', '__proto__']) expect(run(name).status, name).toBe(2)
  })
})

describe('help', () => {
  it('lists the commands, and explains one by either way', () => {
    const { stdout, status } = run('help')
    expect(status).toBe(0)
    expect(stdout).toMatch(/^ {2}search +find memories/m)
    for (const way of [['--help'], ['-h'], []]) expect(run(...way).stdout).toBe(stdout)
    const page = run('notes', 'get', '--help').stdout
    expect(page).toContain('Usage: claude-mem notes get PATH [--from N] [--lines N]')
    expect(run('help', 'notes', 'get').stdout).toBe(page)
    expect(run('notes', '-h').stdout).toContain('claude-mem notes doctor [--fix]')
    expect(run('help', 'serch')).toMatchObject({ status: 2, stderr: expect.stringContaining('claude-mem search') })
  })

  it('is data with --json', () => {
    expect(json('help', 'logs')).toMatchObject({ name: 'logs', flags: { lines: { value: 'N' } } })
    expect(json('help').map(({ title }: { title: string }) => title)).toContain('Set up')
  })

  it('is not asked for by a word behind --', () => {
    expect(run('remember', '--title', 'Help', '--', '--help').stdout).toMatch(/^Remembered as/)
  })
})
