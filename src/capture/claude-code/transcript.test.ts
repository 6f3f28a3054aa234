import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { call, common, readAll, result, said, user, writtenTo } from './transcript.fixture.ts'
import { findTranscripts, subagentTranscripts } from './transcript-files.ts'

const FIXTURES = join(import.meta.dirname, '../../../test/fixtures/host')
const MAIN = join(FIXTURES, 'transcript.all-tools.jsonl')
const SUBAGENT = join(FIXTURES, 'transcript.subagent.jsonl')
const base = mkdtempSync(join(tmpdir(), 'claude-mem-transcript-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const written = (...lines: (object | string)[]) => writtenTo(base, ...lines)

describe('readTranscript on a real session', () => {
  it('yields every prompt, tool call and text, in order', async () => {
    const { events, nextOffset, lines } = await readAll(MAIN)
    expect(
      events.map((event) => (event.kind === 'tool' ? `${event.tool}${event.failed ? '!' : ''}` : event.kind)),
    ).toEqual([
      'prompt',
      'assistant_text',
      'Read',
      'assistant_text',
      'Edit',
      'Write',
      'Bash',
      'Bash!',
      'Read!',
      'mcp__plugin_probe_notes__recall',
      'mcp__plugin_probe_notes__fail!',
      'Bash',
      'Bash',
      'Agent',
      'Skill',
      'assistant_text',
      'prompt',
      'assistant_text',
    ])
    expect(nextOffset).toBe(statSync(MAIN).size)
    expect(lines).toBe(67)
  })
  it('says of a tool call all that a hook would, and its place and cost', async () => {
    const { entries } = await readAll(MAIN)
    const read = entries.find(({ event }) => event.key === 't:toolu_868000001')
    const position = readFileSync(MAIN, 'utf8').split('\n').slice(0, 17).join('\n').length + 1
    expect(read).toEqual({
      event: {
        kind: 'tool',
        host: 'claude-code',
        key: 't:toolu_868000001',
        sessionId: '00000000-0000-4000-8000-000000000001',
        at: Date.parse('2026-11-15T18:17:06.651Z'),
        position,
        promptId: '00000000-0000-4000-8000-000000000002',
        usage: { messageId: 'msg_868000002', tokens: 120 },
        origin: 'transcript',
        tool: 'Read',
        toolUseId: 'toolu_868000001',
        folder: '/home/user/project',
        input: { file_path: '/home/user/project/src/app.txt' },
        output: {
          type: 'text',
          file: {
            filePath: '/home/user/project/src/app.txt',
            content: 'hello world\n',
            numLines: 2,
            startLine: 1,
            totalLines: 2,
          },
        },
        failed: false,
      },
      session: {
        sessionId: '00000000-0000-4000-8000-000000000001',
        cwd: '/home/user/project',
        projectDir: undefined,
        transcriptPath: MAIN,
        entrypoint: 'sdk-cli',
      },
    })
  })
  it('gives the same error text as the hook', async () => {
    const { events } = await readAll(MAIN)
    expect(events.find((event) => event.kind === 'tool' && event.failed)).toMatchObject({
      output: 'Exit code 7\npartial',
    })
  })
  it('knows the task notification as machine-made', async () => {
    const { events } = await readAll(MAIN)
    expect(events.filter((event) => event.kind === 'prompt').map((event) => event.machineMade)).toEqual([false, true])
  })
  it('gives the same keys for a copy in another file', async () => {
    const copy = join(base, 'fork.jsonl')
    copyFileSync(MAIN, copy)
    const keys = async (path: string) => (await readAll(path)).events.map((event) => event.key)
    expect(await keys(copy)).toEqual(await keys(MAIN))
  })
  it('loses nothing wherever a read stops', async () => {
    const bytes = readFileSync(MAIN)
    const all = (await readAll(MAIN)).events.map((event) => event.key)
    for (let cut = 0; cut < bytes.length; cut += 1777) {
      const path = join(base, 'growing.jsonl')
      writeFileSync(path, bytes.subarray(0, cut))
      const first = await readAll(path)
      appendFileSync(path, bytes.subarray(cut))
      const second = await readAll(path, first.nextOffset)
      const keys = [...first.events, ...second.events].map((event) => event.key)
      expect([...new Set(keys)].sort()).toEqual([...all].sort())
    }
  })
  it('reads a subagent: its agent, no prompt, the parent session', async () => {
    const { entries } = await readAll(SUBAGENT)
    expect(entries.map(({ event }) => [event.kind, event.agent])).toEqual([
      ['tool', { id: 'ac9128731b945816a', type: 'general-purpose' }],
      ['assistant_text', { id: 'ac9128731b945816a', type: 'general-purpose' }],
    ])
    expect(entries[0]?.event).toMatchObject({ output: 'from-subagent', failed: false })
  })
})

describe('readTranscript', () => {
  it('waits at a call without a result, and no longer when a person has gone on', async () => {
    const first = JSON.stringify(user('go', { promptId: 'p1' })).length + 1
    const waiting = written(user('go', { promptId: 'p1' }), call('t1'), call('t2'), result('t2', { promptId: 'p1' }))
    const held = await readAll(waiting)
    expect(held.nextOffset).toBeLessThanOrEqual(first + 2)
    expect((await readAll(waiting, held.nextOffset)).events.map((event) => event.key)).toEqual(['t:t2'])
    appendFileSync(waiting, `${JSON.stringify(user('again', { promptId: 'p2' }))}\n`)
    expect((await readAll(waiting)).nextOffset).toBe(statSync(waiting).size)
  })
  it('still joins a late result after the person has gone on', async () => {
    const path = written(call('t1'), user('next', { promptId: 'p2' }), result('t1'))
    expect((await readAll(path)).events.map((event) => event.key)).toEqual(['p:p2', 't:t1'])
  })
  it('leaves out rejected, refused and interrupted calls', async () => {
    const refused = user(
      [
        {
          type: 'tool_result',
          tool_use_id: 't3',
          is_error: true,
          content: "The user doesn't want to proceed with this tool use.",
        },
      ],
      { toolUseResult: 'User rejected tool use' },
    )
    const path = written(
      call('t1'),
      result('t1', { permissionDecision: { decision: 'reject', source: 'hook' } }),
      call('t2'),
      result('t2', { toolUseResult: { stdout: '', interrupted: true } }),
      call('t3'),
      refused,
    )
    const read = await readAll(path)
    expect(read.events).toEqual([])
    expect(read.nextOffset).toBe(statSync(path).size)
  })
  it('takes only what a person wrote as a prompt', async () => {
    const path = written(
      user('real', { promptId: 'p1' }),
      user(
        [
          { type: 'text', text: 'with' },
          { type: 'image', source: {} },
          { type: 'text', text: 'image' },
        ],
        { uuid: 'u-9' },
      ),
      user('meta', { isMeta: true }),
      user('summary', { isCompactSummary: true }),
      user('[Request interrupted by user]'),
      user('to the agent', { isSidechain: true }),
      user(
        '<command-message>x</command-message>\n<command-name>/deploy</command-name>\n<command-args>now</command-args>',
        { promptId: 'p3' },
      ),
    )
    const { events } = await readAll(path)
    const prompts = events.filter((event) => event.kind === 'prompt')
    expect(prompts.map(({ key, text, machineMade }) => [key, text, machineMade])).toEqual([
      ['p:p1', 'real', false],
      ['p:u-9', 'with\nimage', false],
      ['p:p3', '/deploy now', true],
    ])
  })
  it('counts cache reads as a tenth', async () => {
    const usage = { input_tokens: 10, cache_creation_input_tokens: 5, cache_read_input_tokens: 1004, output_tokens: 7 }
    const path = written({
      type: 'assistant',
      message: { id: 'm', content: [{ type: 'text', text: 'hi' }], usage },
      uuid: 'u',
      apiBlockIndex: 3,
      ...common,
    })
    expect((await readAll(path)).events).toMatchObject([{ key: 'm:m:3', usage: { messageId: 'm', tokens: 122 } }])
  })
  it('passes over damaged, unknown and foreign lines', async () => {
    const path = written(
      '{"type":"user","message":',
      '',
      'null',
      '[1]',
      { type: 'user' },
      { type: 'new-thing', message: {} },
      user('ok', { promptId: 'p' }),
    )
    const read = await readAll(path)
    expect(read.events.map((event) => event.key)).toEqual(['p:p'])
    expect(read.lines).toBe(7)
    expect(read.unreadable).toBe(1)
  })
  it('counts damaged lines of every type, whatever they broke off in', async () => {
    const path = written(
      '{"type":"attachment","attachm',
      '{"type":"summary","summary":"Fix t',
      '{"message":{]}',
      '{"cwd":"[x]',
      '  ',
      {
        type: 'progress',
      },
    )
    expect((await readAll(path)).unreadable).toBe(4)
  })
  it('leaves a half-written last line for the next time, of a finished session too', async () => {
    const path = written(user('one', { promptId: 'p1' }))
    const whole = statSync(path).size
    appendFileSync(path, '{"type":"user"')
    expect((await readAll(path)).nextOffset).toBe(whole)
    expect(await readAll(path, 0, { finished: true })).toMatchObject({ nextOffset: whole, unreadable: 0 })
  })
  it('reads a last line without its line break when the session is over', async () => {
    const path = written(user('one', { promptId: 'p1' }))
    const whole = statSync(path).size
    appendFileSync(path, JSON.stringify(user('two', { promptId: 'p2' })))
    expect((await readAll(path)).nextOffset).toBe(whole)
    const read = await readAll(path, 0, { finished: true })
    expect(read.events.map((event) => event.key)).toEqual(['p:p1', 'p:p2'])
    expect(read.nextOffset).toBe(statSync(path).size)
    appendFileSync(path, `\n${JSON.stringify(user('three', { promptId: 'p3' }))}\n`)
    expect((await readAll(path, read.nextOffset)).events.map((event) => event.key)).toEqual(['p:p3'])
  })
  it('joins a result with the call that stands below it', async () => {
    const path = written(result('t1', { promptId: 'p1' }), call('t1'))
    const read = await readAll(path)
    expect(read.events).toMatchObject([
      { key: 't:t1', tool: 'Bash', input: { command: 't1' }, output: { stdout: 'out' } },
    ])
    expect(read.nextOffset).toBe(statSync(path).size)
  })
  it('waits for the call of such a result, and no longer when a person has gone on', async () => {
    const path = written(result('t1', { promptId: 'p1' }))
    expect(await readAll(path)).toMatchObject({ events: [], nextOffset: 0 })
    appendFileSync(path, `${JSON.stringify(user('next', { promptId: 'p2' }))}\n`)
    expect((await readAll(path)).nextOffset).toBe(statSync(path).size)
  })
  it('gives a stretch that is repeated after a resume the same keys', async () => {
    const stretch = [user('go', { promptId: 'p1' }), call('t1'), result('t1'), said('m1', 'done')]
    const once = (await readAll(written(...stretch))).events.map((event) => event.key)
    const twice = (await readAll(written(...stretch, ...stretch, user('on', { promptId: 'p2' })))).events
    expect([...new Set(twice.map((event) => event.key))]).toEqual([...once, 'p:p2'])
  })
  it('begins again when the file shrank, and is calm when it is missing', async () => {
    const path = written(user('one', { promptId: 'p1' }))
    expect((await readAll(path, 1e6)).events).toHaveLength(1)
    expect(await readAll(join(base, 'missing.jsonl'), 12)).toMatchObject({ events: [], nextOffset: 12 })
  })
  it('keeps offsets exact over chunks and wide characters, and skips lines that are too long', async () => {
    const big = user('ü€😀'.repeat(300_000), { promptId: 'p1' })
    const path = written(big, user('x'.repeat(33 * 1024 * 1024)), user('last', { promptId: 'p2' }))
    const { events, nextOffset, lines } = await readAll(path)
    expect(events.map((event) => event.key)).toEqual(['p:p1', 'p:p2'])
    expect([nextOffset, lines]).toEqual([statSync(path).size, 3])
    expect((await readAll(path, events[1]?.position)).events).toHaveLength(1)
  })
})

describe('finding transcripts', () => {
  it('finds sessions, their subagents and what kind of agent it was', async () => {
    const project = join(base, 'config/projects/-home-user-project')
    const folder = join(project, 's1/subagents')
    mkdirSync(folder, { recursive: true })
    copyFileSync(MAIN, join(project, 's1.jsonl'))
    writeFileSync(join(project, 'note.txt'), '')
    copyFileSync(SUBAGENT, join(folder, 'agent-a1.jsonl'))
    writeFileSync(join(folder, 'agent-a1.meta.json'), '{"agentType":"reviewer"}')
    expect(await findTranscripts(join(base, 'config'))).toMatchObject([
      { path: join(project, 's1.jsonl'), sizeBytes: statSync(MAIN).size, projectSlug: '-home-user-project' },
    ])
    const [subagent = ''] = await subagentTranscripts(join(project, 's1.jsonl'))
    expect(subagent).toBe(join(folder, 'agent-a1.jsonl'))
    const { entries } = await readAll(subagent)
    expect(entries[0]).toMatchObject({
      event: { agent: { type: 'reviewer' } },
      session: { transcriptPath: join(project, 's1.jsonl') },
    })
  })
  it('finds nothing where nothing is', async () => {
    expect(await findTranscripts(join(base, 'nowhere'))).toEqual([])
    expect(await subagentTranscripts(join(base, 'nowhere.jsonl'))).toEqual([])
  })
})
