import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeClaude, type FakeTraits, makeFakeClaude } from '../../../test/support/fake-claude.ts'
import { waitFor } from '../../../test/support/wait.ts'
import { ClaudeProvider } from './claude.ts'
import { describeProvider, SECRET_KEY } from './provider.contract.ts'
import type { ModelRequest } from './provider.ts'

const MODEL = 'claude-haiku-4-5'
const ASK_CLAUDE = resolve(import.meta.dirname, '../../../test/support/ask-claude.ts')
const ENV = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, ANTHROPIC_API_KEY: SECRET_KEY }
const newFolder = () => mkdtempSync(join(tmpdir(), 'claude-mem-claude-'))

describeProvider('claude', async (by) => {
  const folder = newFolder()
  const fake = makeFakeClaude(folder, by)
  const env = { ...ENV, ...fake.env }
  const provider = new ClaudeProvider({ executable: fake.executable, model: MODEL, cwd: join(folder, 'cwd'), env })
  return {
    provider,
    waits: undefined,
    play: fake.play,
    asked: () =>
      fake.heard().map(({ args, env, text }) => ({
        system: args[args.indexOf('--system-prompt') + 1] ?? '',
        text,
        maxOutputTokens: Number(env.CLAUDE_CODE_MAX_OUTPUT_TOKENS),
      })),
    async close() {
      await provider.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
})

describe('claude', () => {
  let folder: string
  let fake: FakeClaude
  let provider: ClaudeProvider
  /** What waits for the end of the idle time. */
  let idle: { ms: number; call: () => void } | undefined

  const open = (traits: FakeTraits = {}, more: { executable?: string | undefined } = {}) => {
    fake = makeFakeClaude(folder, traits)
    provider = new ClaudeProvider({
      executable: fake.executable,
      model: MODEL,
      cwd: join(folder, 'cwd'),
      env: { ...ENV, ...fake.env },
      after: (ms, call) => {
        idle = { ms, call }
        return () => {
          idle = undefined
        }
      },
      ...more,
    })
  }
  const ask = (more: Partial<ModelRequest> = {}, signal = new AbortController().signal) =>
    provider.ask({ ...REQUEST, ...more }, { signal, onAttempt: () => {} })
  const pids = () => [...new Set(fake.heard().map(({ pid }) => pid))]

  beforeEach(() => {
    folder = newFolder()
    open()
  })
  afterEach(async () => {
    await provider.close()
    await waitFor('nothing is left', () => processesNaming(folder).length === 0, 1000)
    rmSync(folder, { recursive: true, force: true })
  })

  it('says what a conversation that goes on brings along, so that it can be paid for', async () => {
    const usage = { input: 900, cacheWrite: 50, cacheRead: 25, output: 25 }
    fake.play({ text: '{}', usage }, { text: '{}' }, { status: 429 }, { text: '{}' })
    const attempts: unknown[] = []
    const by = { signal: new AbortController().signal, onAttempt: (attempt?: object) => void attempts.push(attempt) }
    await provider.ask(REQUEST, by)
    await provider.ask(REQUEST, by)
    await provider.ask({ ...REQUEST, conversation: 'another' }, by)
    const free = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 }
    expect(attempts).toEqual([
      { carriedTokens: 0 },
      { carriedTokens: 1000 },
      { carriedTokens: 0 },
      { carriedTokens: 0, before: free }, // the try that met a 429
    ])
  })

  it('begins a new conversation when what the old one brings along cannot be paid for', async () => {
    fake.play({ text: '1', usage: { input: 9000, cacheWrite: 0, cacheRead: 0, output: 100 } }, { text: '2' })
    const onAttempt = ({ carriedTokens = 0 } = {}) => {
      if (carriedTokens > 5000) throw new Error('over budget')
    }
    const by = { signal: new AbortController().signal, onAttempt }
    for (const prompt of ['One.', 'Two.']) await provider.ask({ ...REQUEST, preamble: 'Before.', prompt }, by)
    expect(fake.heard().map(({ text }) => text)).toEqual(['Before.\n\nOne.', 'Before.\n\nTwo.'])
    const broke = new Error('over budget')
    const asking = provider.ask(REQUEST, {
      ...by,
      onAttempt: () => {
        throw broke
      },
    })
    await expect(asking).rejects.toBe(broke)
  })

  it('tells the child to have no tools, settings, servers, hooks or transcript, and marks it as an observer', async () => {
    fake.play({ text: '{}' })
    await ask()
    const { args, env, cwd } = fake.heard()[0] ?? { args: [''], env: {}, cwd: '' }
    const valueAfter = (flag: string) => args[args.indexOf(flag) + 1]
    expect([valueAfter('--tools'), valueAfter('--setting-sources'), valueAfter('--permission-mode')]).toEqual([
      '',
      '',
      'dontAsk',
    ])
    expect(JSON.parse(valueAfter('--settings') ?? '')).toEqual({ disableAllHooks: true, autoMemoryEnabled: false })
    for (const flag of ['--strict-mcp-config', '--no-session-persistence', '--disable-slash-commands'])
      expect(args).toContain(flag)
    expect(args.join(' ')).not.toContain('price.js')
    expect(env).toMatchObject({ CLAUDE_MEM_OBSERVER: '1', MAX_THINKING_TOKENS: '0', ANTHROPIC_API_KEY: SECRET_KEY })
    expect(Object.keys(env)).not.toContain('VITEST')
    expect(cwd).toBe(join(folder, 'cwd'))
    expect(readdirSync(cwd)).toEqual([])
  })

  it('goes on in the same conversation, and tells the preamble only once', async () => {
    fake.play({ text: '1' }, { text: '2' })
    await ask({ preamble: 'Before.', prompt: 'One.' })
    await ask({ preamble: 'Before.', prompt: 'Two.' })
    expect(fake.heard().map(({ text }) => text)).toEqual(['Before.\n\nOne.', 'Two.'])
    expect(pids()).toHaveLength(1)
  })

  it('opens another conversation for another session, and has one child at a time', async () => {
    fake.play({ text: '1' }, { text: '2' }, { text: '3' })
    const answers = await Promise.all(['one', 'two', 'two'].map((conversation) => ask({ conversation })))
    expect(answers.map(({ text }) => text)).toEqual(['1', '2', '3'])
    const [first = 0, second = 0] = pids()
    expect(pids()).toHaveLength(2)
    expect([isAlive(first), isAlive(second)]).toEqual([false, true])
  })

  it('opens another conversation after 20,000 tokens', async () => {
    const long = { input: 1000, cacheWrite: 8000, cacheRead: 10_900, output: 100 }
    fake.play({ text: '1' }, { text: '2', usage: long }, { text: '3' })
    for (const prompt of ['One.', 'Two.', 'Three.']) await ask({ preamble: 'Before.', prompt })
    expect(fake.heard().map(({ text }) => text)).toEqual(['Before.\n\nOne.', 'Two.', 'Before.\n\nThree.'])
  })

  it('ends the child after three idle minutes', async () => {
    fake.play({ text: '1' }, { text: '2' })
    await ask()
    expect(idle?.ms).toBe(180_000)
    idle?.call()
    await waitFor('the idle child is gone', () => pids().every((pid) => !isAlive(pid)))
    await ask()
    expect(pids()).toHaveLength(2)
  })

  it('starts another child when the last one died in its sleep', async () => {
    fake.play({ text: '1' }, { text: '2' })
    await ask()
    process.kill(pids()[0] ?? 0, 'SIGKILL')
    await waitFor('the provider has noticed', () => provider.pid === undefined)
    expect((await ask()).text).toBe('2')
  })

  it('ends a child that goes on by itself, and counts the call it may have begun', async () => {
    fake.play({ text: '{"a":', stop: 'limit' })
    const { usage } = await ask()
    expect(usage).toEqual({ input: 100 + 800, cacheWrite: 0, cacheRead: 0, output: 700 })
    await waitFor('the child is gone', () => pids().every((pid) => !isAlive(pid)))
  })

  it('refuses a client that has tools although it was told not to', async () => {
    open({ armed: true })
    fake.play({ text: '{}' })
    await expect(ask()).rejects.toMatchObject({ trouble: 'no_executable', message: expect.stringContaining('Bash') })
  })

  it.each([
    [undefined, 'no_executable'],
    ['/nowhere/claude', 'no_executable'],
  ])('says so when there is no executable (%s)', async (executable, trouble) => {
    open({}, { executable })
    await expect(ask()).rejects.toMatchObject({ trouble })
  })

  it('says that nobody is logged in', async () => {
    fake.play({ status: 0, says: 'Not logged in · Please run /login' })
    await expect(ask()).rejects.toMatchObject({ trouble: 'no_login', hint: 'Run `claude` and log in.' })
  })

  it('names what made the client wait when the time is up', async () => {
    fake.play({ status: 429 }, { broken: 'hang' })
    const deadline = new AbortController()
    const asking = provider.ask(REQUEST, {
      signal: deadline.signal,
      onAttempt: () => {
        if (fake.heard().length > 0) setTimeout(() => deadline.abort(), 0)
      },
    })
    await expect(asking).rejects.toMatchObject({ trouble: 'rate_limited' })
  })

  it('ends also a child that does not react to SIGTERM', async () => {
    open({ stubborn: true })
    fake.play({ broken: 'hang' })
    const asking = ask().catch(() => undefined)
    await waitFor('the child hangs', () => fake.heard().length > 0)
    await provider.close()
    await asking
    expect(pids().every((pid) => !isAlive(pid))).toBe(true)
  })

  it.each([false, true])(
    'leaves no child when we are killed in the middle of a call (stubborn: %s)',
    async (stubborn) => {
      open({ stubborn })
      fake.play({ broken: 'hang' })
      const options = {
        executable: fake.executable,
        model: MODEL,
        cwd: join(folder, 'cwd'),
        env: { ...ENV, ...fake.env },
      }
      const parent = spawn(process.execPath, [ASK_CLAUDE, JSON.stringify(options)], { env: ENV, stdio: 'ignore' })
      await waitFor('the child hangs', () => fake.heard().length > 0)
      parent.kill('SIGKILL')
      await waitFor('the child and its shell are gone', () => processesNaming(folder).length === 0, 5000)
    },
  )
})

const REQUEST: ModelRequest = {
  system: 'You observe. Answer with JSON.',
  prompt: 'The user changed src/price.js.',
  conversation: 'one',
  preamble: '',
  schema: {},
  maxOutputTokens: 700,
}

/** By command line: every process of a test names its folder. A zombie has none. */
function processesNaming(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandOf(Number(name)).includes(folder))
    .map(Number)
    .filter((pid) => pid !== process.pid)
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // it ended while we looked
  }
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && commandOf(pid) !== ''
}
