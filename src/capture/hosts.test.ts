/** One contract for every host adapter. A new one adds its sample here. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Json } from '../memory/event.ts'
import { hostTool } from './captured-event.fixture.ts'
import type { CapturedEvent, HostName, HostToolEvent } from './captured-event.ts'
import { cleanEvent } from './clean.ts'
import { skipReason } from './filter.ts'
import type { Host } from './host.ts'
import { findHostOf, HOSTS, hostOf } from './hosts.ts'
import { keptToolEvent } from './kept-event.ts'

interface Sample {
  /** A real file of the host, and its path below the host's own folder. */
  file: string
  place: string
  prompt: string
  command: { tool: string; input: Json; line: string }
  ownTool: string
  looking: string
}

const FIXTURES = join(import.meta.dirname, '../../test/fixtures')
const SAMPLES: Record<HostName, Sample> = {
  'claude-code': {
    file: join(FIXTURES, 'host/transcript.all-tools.jsonl'),
    place: 'projects/-home-user-project/00000000-0000-4000-8000-000000000001.jsonl',
    prompt: 'Do the scripted work',
    command: { tool: 'Bash', input: { command: 'npm test' }, line: 'npm test' },
    ownTool: 'mcp__plugin_claude-mem_mem__search',
    looking: 'Grep',
  },
  codex: {
    file: join(FIXTURES, 'codex/rollout-2025-10-24T12-00-00-019a1111-0000-7000-8000-000000000002.jsonl'),
    place: 'sessions/2025/10/24/rollout-2025-10-24T12-00-00-019a1111-0000-7000-8000-000000000002.jsonl',
    prompt: 'Make the checkout retry when the payment service is busy.',
    command: { tool: 'shell', input: { command: 'pnpm test' }, line: 'pnpm test' },
    ownTool: 'mcp__claude-mem__search',
    looking: 'grep_files',
  },
}

const place = mkdtempSync(join(tmpdir(), 'claude-mem-hosts-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

async function read(host: Host, path: string, from = 0, by: { finished?: boolean } = {}) {
  const reading = host.transcripts.read(path, from, by)
  const entries = []
  for await (const entry of reading) entries.push(entry)
  return { entries, events: entries.map(({ event }) => event), ...{ ...reading } }
}

const keys = (events: CapturedEvent[]) => events.map(({ key }) => key)

describe.each(HOSTS.map((host) => [host.name, host] as const))('the host %s', (name, host) => {
  const sample = SAMPLES[name]
  const home = join(place, name)
  const path = join(home, sample.place)
  mkdirSync(dirname(path), { recursive: true })
  cpSync(sample.file, path)
  const tool = (tool: string, more: Partial<HostToolEvent> = {}) => hostTool(tool, { ...more, host: name })

  it('is found by its name, and by its files', () => {
    expect(hostOf({ host: name })).toBe(host)
    expect(findHostOf(path)?.name).toBe(name)
    const rest = HOSTS.filter((one) => one !== host)
    expect(rest.map(({ transcripts }) => transcripts.isOne(readFileSync(path, 'utf8')))).toEqual(rest.map(() => false))
    expect(host.transcripts.isOne('')).toBe(false)
    expect(host.transcripts.isOne('{"name":"package","version":"1.0.0"}\n')).toBe(false)
  })

  it('finds its files in its folder, and in every folder on the way to them', async () => {
    for (let folder = home; folder !== path; folder = join(folder, path.slice(folder.length + 1).split('/')[0] ?? '')) {
      const found = await host.transcripts.find(folder)
      expect(found.map((one) => one.path)).toEqual([path])
      expect(found[0]).toMatchObject({ sizeBytes: readFileSync(path).length })
      expect(found[0]?.startedAt).toBeLessThan(Date.now())
    }
    expect(await host.transcripts.find(join(home, 'nowhere'))).toEqual([])
    const others = HOSTS.filter((one) => one !== host)
    for (const other of others) expect(await other.transcripts.find(home)).toEqual([])
  })

  it('tells what was asked, said and done, each with its session, its time and its place', async () => {
    const { entries, events } = await read(host, path)
    expect(events).toContainEqual(expect.objectContaining({ kind: 'prompt', text: sample.prompt, machineMade: false }))
    expect(events.some(({ kind }) => kind === 'assistant_text')).toBe(true)
    const tools = events.filter((event) => event.kind === 'tool')
    expect(tools.length).toBeGreaterThan(2)
    expect(new Set(tools.map((event) => event.host))).toEqual(new Set([name]))
    expect(new Set(keys(events)).size).toBe(events.length)
    for (const { event, session } of entries) {
      expect(event).toMatchObject({ origin: 'transcript', sessionId: session.sessionId })
      expect(event.at).toBeGreaterThan(Date.parse('2025-01-01'))
      expect(event.position).toBeGreaterThanOrEqual(0)
      expect(session).toMatchObject({ cwd: expect.stringMatching(/^\//), transcriptPath: path })
    }
  })

  it('loses and changes nothing wherever a reading was cut off', async () => {
    const bytes = readFileSync(path)
    const whole = await read(host, path)
    const growing = join(home, basename(dirname(path)), `growing-${basename(path)}`)
    mkdirSync(dirname(growing), { recursive: true })
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, end + 1)) {
      writeFileSync(growing, bytes.subarray(0, end + 9))
      const first = await read(host, growing)
      writeFileSync(growing, bytes)
      const second = await read(host, growing, first.nextOffset)
      const told = new Set([...keys(first.events), ...keys(second.events)])
      expect([...told].sort()).toEqual(keys(whole.events).sort())
    }
    rmSync(growing)
    const again = await read(host, path, whole.nextOffset)
    expect(keys(again.events).filter((key) => !keys(whole.events).includes(key))).toEqual([])
  })

  it('counts lines that are damaged and reads the others', async () => {
    const damaged = join(home, `damaged-${basename(path)}`)
    const [head = '', ...rest] = readFileSync(path, 'utf8').split('\n')
    writeFileSync(damaged, [head, '{"type":"user","mess', 'no JSON at all', ...rest].join('\n'))
    const before = await read(host, path)
    const after = await read(host, damaged)
    expect(after.unreadable).toBe(2)
    expect(keys(after.events)).toHaveLength(before.events.length)
    rmSync(damaged)
    expect((await read(host, damaged)).events).toEqual([])
  })

  it('says in our words what a tool did, however odd its payload', () => {
    const { command, looking } = sample
    const tools = [command.tool, looking, 'nobody knows this', '']
    const payloads: Json[] = [null, 7, 'text', [], [null], {}, { command: 3, path: {}, plan: [1], hunks: 'x' }]
    for (const one of tools)
      for (const input of payloads)
        for (const output of payloads)
          for (const failed of [true, false]) {
            const { call } = keptToolEvent(tool(one, { input, output, failed }))
            expect(call.result === 'failed').toBe(failed)
          }
    expect(host.tools.read(tool('nobody knows this', { input: { a: 'b' }, output: 'c' }))).toMatchObject({
      act: 'other',
      input: 'a: b',
    })
  })

  it('knows a command before and after it ran', () => {
    const { tool: shell, input, line } = sample.command
    expect(host.tools.runsCommands(shell)).toBe(true)
    expect(host.tools.command({ tool: shell, input })).toBe(line)
    expect(host.tools.read(tool(shell, { input }))).toMatchObject({ act: 'command', command: line })
    expect(host.tools.runsCommands(sample.looking)).toBe(false)
    expect(host.tools.command({ tool: sample.looking, input })).toBe('')
  })

  it('knows our own tools, and what only looks around', () => {
    const policy = { skipTools: [], subagents: 'on' as const }
    const long = { query: 'x'.repeat(80) }
    expect(host.tools.isOurs(tool(sample.ownTool))).toBe(true)
    expect(skipReason(tool(sample.ownTool, { input: long }), policy)).toBe('one of our own tools')
    const theirs = sample.ownTool.replace('claude-mem', 'other-mem')
    expect(host.tools.isOurs(tool(theirs))).toBe(false)
    expect(skipReason(tool(theirs, { input: long }), policy)).toBeUndefined()
    expect(host.tools.looksAround(sample.looking)).toBe(true)
    expect(host.tools.looksAround(sample.command.tool)).toBe(false)
  })

  it('lets no private text and no secret through, wherever they stand', async () => {
    const { events } = await read(host, path)
    const secret = `ghp_${'a1B2'.repeat(9)}`
    for (const event of events) {
      if (event.kind !== 'tool') continue
      const input = withText(event.input, `<private>my own</private> ${secret}`)
      const kept = JSON.stringify(keptToolEvent(cleanEvent({ ...event, input }, () => false)))
      expect(kept).not.toContain('my own')
      expect(kept).not.toContain(secret)
    }
  })
})

/** The same payload with this appended to each of its texts. */
function withText(value: Json, more: string): Json {
  if (typeof value === 'string') return `${value} ${more}`
  if (Array.isArray(value)) return value.map((item) => withText(item, more))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withText(item, more)]))
}
