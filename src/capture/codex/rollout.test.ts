import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { CapturedEvent } from '../captured-event.ts'
import { keptEvent } from '../kept-event.ts'
import { readRollout } from './rollout.ts'

const FIXTURES = join(import.meta.dirname, '../../../test/fixtures/codex')
const BARE = join(FIXTURES, 'rollout-2025-08-18T03-16-13-c3c4b301-27c8-4c70-b6e4-46b99fdf0236.jsonl')
const WRAPPED = join(FIXTURES, 'rollout-2025-10-24T12-00-00-019a1111-0000-7000-8000-000000000002.jsonl')
const UNIFIED = join(FIXTURES, 'rollout-2026-07-13T12-00-00-019f5c5a-0000-7000-8000-000000000003.jsonl')
const PAGINATED = join(FIXTURES, 'rollout-2026-08-02T12-00-00-019f8888-0000-7000-8000-000000000004.jsonl')

const place = mkdtempSync(join(tmpdir(), 'claude-mem-codex-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

async function read(path: string) {
  const reading = readRollout(path, 0, { finished: true })
  const entries = []
  for await (const entry of reading) entries.push(entry)
  return { entries, events: entries.map(({ event }) => event), unreadable: reading.unreadable }
}

let files = 0
function written(...lines: object[]): string {
  const path = join(place, `rollout-${files++}.jsonl`)
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return path
}
const line = (type: string, payload: object) => ({ timestamp: '2026-07-13T10:00:00.000Z', type, payload })
const meta = (more: object = {}) => line('session_meta', { id: 'me', cwd: '/p', source: 'cli', ...more })
const asked = (text: string) => line('event_msg', { type: 'user_message', message: text })
const said = (text: string) =>
  line('response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] })
const call = (id: string, name: string, args: object) =>
  line('response_item', { type: 'function_call', name, arguments: JSON.stringify(args), call_id: id })
const result = (id: string, output: unknown) =>
  line('response_item', { type: 'function_call_output', call_id: id, output })

const prompts = (events: CapturedEvent[]) => events.flatMap((one) => (one.kind === 'prompt' ? [one.text] : []))
const texts = (events: CapturedEvent[]) => events.flatMap((one) => (one.kind === 'assistant_text' ? [one.text] : []))
const calls = (events: CapturedEvent[]) =>
  events.flatMap((one) => {
    const kept = keptEvent(one)
    return kept.kind === 'tool' ? [kept.call] : []
  })

describe('a rollout of before September 2025', () => {
  it('has its folder from what the model was told, and keeps the order of lines that have no time', async () => {
    const { entries, events, unreadable } = await read(BARE)
    expect(unreadable).toBe(0)
    expect(new Set(entries.map(({ session }) => session.cwd))).toEqual(new Set(['/home/user/shop']))
    expect(events.map(({ kind }) => kind)).toEqual(['prompt', 'tool', 'tool', 'assistant_text'])
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted((a, b) => a - b))
    expect(events[0]?.at).toBeGreaterThan(Date.parse('2025-08-18T01:16:13.522Z'))
    expect(prompts(events)).toEqual(['Why does the basket total differ from the invoice?'])
  })
  it('has a failed command, and a patch that was given to a shell', async () => {
    const { events } = await read(BARE)
    expect(calls(events)).toEqual([
      {
        act: 'command',
        result: 'failed',
        files: [],
        command: 'npm test -- basket',
        folder: '/home/user/shop',
        output: '1 failing\n  basket total: expected 10.00 but got 9.99\n',
        background: false,
      },
      {
        act: 'edit',
        result: 'ok',
        files: ['/home/user/shop/src/basket.ts'],
        file: '/home/user/shop/src/basket.ts',
        created: false,
        hunks: [
          {
            oldStart: 0,
            lines: [' export function total', '-  return sum(items.map(rounded))', '+  return rounded(sum(items))'],
          },
        ],
      },
    ])
  })
})

describe('a rollout of 2025', () => {
  it('has each prompt once, without what was put in beside it', async () => {
    const { events } = await read(WRAPPED)
    expect(prompts(events)).toEqual(['Make the checkout retry when the payment service is busy.'])
    expect(texts(events)).toHaveLength(1)
  })
  it('has a patch of two files as two edits, a plan as tasks, and no call that was refused', async () => {
    const { events } = await read(WRAPPED)
    expect(calls(events)).toMatchObject([
      {
        act: 'tasks',
        whole: true,
        tasks: [
          { text: 'Add a retry to the payment client', state: 'doing' },
          { text: 'Test it', state: 'open' },
        ],
      },
      { act: 'command', command: "rg -n 'fetch(' src" },
      { act: 'edit', file: '/home/user/shop/src/payment.ts', created: false },
      { act: 'edit', file: '/home/user/shop/src/retried.ts', created: true },
      { act: 'command', command: 'pnpm test', result: 'ok' },
    ])
    expect(events.map(({ key }) => key)).toContain('t:call_patch#2')
  })
  it('has what a reply cost, with cached input at a tenth', async () => {
    const { events } = await read(WRAPPED)
    const paid = events.flatMap(({ kind, usage }) => (usage ? [[kind, usage.tokens]] : []))
    expect(paid).toEqual([
      ['tool', 1500],
      ['assistant_text', 1500],
    ])
  })
})

describe('a rollout of 2026', () => {
  it('has what a person typed, also in the middle of a turn', async () => {
    const { events } = await read(UNIFIED)
    const typed = events.filter((one) => one.kind === 'prompt')
    expect(typed).toMatchObject([
      { text: 'Speed up the product search.' },
      { text: 'And leave the index format alone.', beside: 'work' },
    ])
    expect(typed[0]).not.toHaveProperty('beside')
  })
  it('has a command that went on in the background, and how it ended', async () => {
    const { events } = await read(UNIFIED)
    expect(calls(events).filter(({ act }) => act === 'command')).toMatchObject([
      { command: 'pnpm bench search', background: true, output: 'measuring …\n' },
      { command: 'pnpm bench search', background: false, result: 'failed' },
      { command: 'pnpm bench search', result: 'ok' },
    ])
  })
  it('has a file that moved under its new name, and one that is gone', async () => {
    const { events } = await read(UNIFIED)
    const edits = calls(events).filter(({ act }) => act === 'edit')
    expect(edits.map(({ files }) => files)).toEqual([
      ['/home/user/shop/src/product-search.ts'],
      ['/home/user/shop/src/scan.ts'],
    ])
  })
  it('has the title and the summary of a compaction', async () => {
    const { events } = await read(UNIFIED)
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: 'titled',
        key: expect.stringMatching(/^n:019f5c5a/),
        text: 'Faster product search',
      }),
    )
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'compacted', text: expect.stringContaining('next is the typeahead') }),
    )
  })
  it('has its prompts also where they are written down as items', async () => {
    const { events } = await read(PAGINATED)
    expect(prompts(events)).toEqual(['Where are gift cards checked?'])
    expect(texts(events)).toHaveLength(1)
    expect(calls(events)).toMatchObject([{ act: 'command', command: 'rg -n giftCard src' }])
  })
})

describe('whose lines they are', () => {
  const parentLines = [
    asked('Find the leak'),
    call('c1', 'shell', { command: ['ls', 'src'] }),
    result('c1', 'a\nb'),
    said('The cache is never emptied.'),
  ]

  it('a fork gives the lines it copied the keys of its parent', async () => {
    const parent = await read(written(meta({ id: 'parent' }), ...parentLines))
    const path = written(
      meta({ id: 'child', forked_from_id: 'parent' }),
      meta({ id: 'parent' }),
      ...parentLines,
      asked('Now mend it'),
    )
    const child = await read(path)
    const known = new Set(parent.events.map(({ key }) => key))
    expect(child.events.filter(({ key }) => !known.has(key))).toMatchObject([{ kind: 'prompt', text: 'Now mend it' }])
    expect(new Set(child.entries.map(({ session }) => session.sessionId))).toEqual(new Set(['child']))
  })
  it('a subagent works for the session that sent it, and what it is told is no prompt', async () => {
    const source = { subagent: { thread_spawn: { parent_thread_id: 'boss', depth: 1, agent_role: 'explorer' } } }
    const { entries, events } = await read(written(meta({ source }), ...parentLines))
    expect(prompts(events)).toEqual([])
    expect(new Set(events.map(({ sessionId }) => sessionId))).toEqual(new Set(['boss']))
    expect(events[0]?.agent).toEqual({ id: 'me', type: 'explorer' })
    expect(entries[0]?.session.transcriptPath).toBeUndefined()
  })
  it('the errands of the client are nobody’s work', async () => {
    const { events } = await read(written(meta({ source: { subagent: 'memory_consolidation' } }), ...parentLines))
    expect(events).toEqual([])
  })
  it('lines without a folder are counted as lines that could not be read', async () => {
    const { events, unreadable } = await read(written(meta({ cwd: '' }), ...parentLines))
    expect(events).toEqual([])
    expect(unreadable).toBe(3)
  })
  it('the same words typed twice are two prompts', async () => {
    const { events } = await read(written(meta(), asked('go on'), said('Done.'), asked('go on')))
    expect(prompts(events)).toEqual(['go on', 'go on'])
    expect(new Set(events.map(({ key }) => key)).size).toBe(3)
  })
})

describe('tools', () => {
  const only = async (name: string, args: object, output: unknown) =>
    calls((await read(written(meta(), call('c', name, args), result('c', output)))).events)

  it('questions have their answers', async () => {
    const questions = [{ id: 'db', header: 'Store', question: 'Which database?', options: [] }]
    const answers = JSON.stringify({ answers: { db: { answers: ['SQLite'] } } })
    expect(await only('request_user_input', { questions }, answers)).toMatchObject([
      { act: 'question', asked: [{ question: 'Which database?', answer: 'SQLite' }] },
    ])
  })
  it('a file that is read has its text without the numbers', async () => {
    expect(await only('read_file', { file_path: '/p/a.ts', offset: 7 }, 'L7: one\nL8: two')).toMatchObject([
      { act: 'read', file: '/p/a.ts', content: 'one\ntwo', startLine: 7 },
    ])
  })
  it('a patch that did not fit is a failed edit without hunks', async () => {
    const input = '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch'
    const output = 'apply_patch verification failed: Failed to find expected lines in /p/a.ts:\nx'
    expect(await only('apply_patch', { input }, output)).toMatchObject([
      { act: 'edit', result: 'failed', file: '/p/a.ts', hunks: [], error: output },
    ])
  })
  it('a patch in a here-document is an edit too', async () => {
    const command = "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: b.ts\n+export {}\n*** End Patch\nEOF"
    expect(
      await only('shell_command', { command, workdir: 'lib' }, 'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.'),
    ).toMatchObject([{ act: 'edit', created: true, file: '/p/lib/b.ts', hunks: [{ lines: ['+export {}'] }] }])
  })
  it('an output of before autumn 2025 is an object', async () => {
    expect(await only('shell', { command: ['make'] }, { content: 'make: *** no rule', success: false })).toMatchObject([
      { act: 'command', command: 'make', result: 'failed', output: 'make: *** no rule' },
    ])
  })
  it('a call that was interrupted is none', async () => {
    expect(await only('exec_command', { cmd: 'sleep 90' }, 'Wall time: 5.0 seconds\naborted by user')).toEqual([])
  })
})
