import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { CapturedEvent } from '../captured-event.ts'
import { call, common, readAll, said, user, writtenTo } from './transcript.fixture.ts'

const base = mkdtempSync(join(tmpdir(), 'claude-mem-beside-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const written = (...lines: (object | string)[]) => writtenTo(base, ...lines)
const append = (path: string, ...lines: object[]) =>
  appendFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
const words = (events: CapturedEvent[]) =>
  events.map((event) => (event.kind === 'prompt' ? [event.text, event.beside ?? 'turn'] : [event.kind]))

let minute = 0
const queue = (operation: string, more: object = {}) => ({
  type: 'queue-operation',
  operation,
  sessionId: 's',
  timestamp: new Date(Date.UTC(2026, 0, 2, 4, minute++)).toISOString(),
  ...more,
})
const enqueue = (content: string) => queue('enqueue', { content })
const handed = (prompt: unknown, more: object = {}) => ({
  type: 'attachment',
  attachment: { type: 'queued_command', prompt, commandMode: 'prompt', ...more },
  uuid: `h${minute}`,
  sessionId: 's',
  timestamp: new Date(Date.UTC(2026, 0, 2, 4, minute++)).toISOString(),
})

describe('a prompt typed while the agent worked', () => {
  const begun = () => [user('go', { promptId: 'p1' }), said('m1', 'working')]

  it('is beside the turn it was handed into, under a key of its own', async () => {
    const [asked, end] = [enqueue('and the tests'), queue('remove')]
    const { events, entries, nextOffset } = await readAll(written(...begun(), asked, call('t1'), end))
    expect(events.at(-1)).toMatchObject({
      kind: 'prompt',
      key: expect.stringMatching(/^q:2026-01-02T04:\d\d:00.000Z:[0-9a-f]{8}$/),
      text: 'and the tests',
      beside: 'work',
      machineMade: false,
      at: Date.parse(asked.timestamp),
      promptId: 'p1',
      origin: 'transcript',
    })
    expect(entries.at(-1)?.session).toMatchObject({ sessionId: 's', cwd: '/p' })
    expect(nextOffset).toBeGreaterThan(0)
  })
  it('is an ordinary prompt when it waited for the end of the turn', async () => {
    const { events } = await readAll(
      written(...begun(), enqueue('next thing'), queue('dequeue'), user('next thing', { promptId: 'p2' })),
    )
    expect(words(events)).toEqual([['go', 'turn'], ['assistant_text'], ['next thing', 'turn']])
  })
  it('is nothing when it was taken back', async () => {
    const { events } = await readAll(
      written(
        ...begun(),
        enqueue('hm'),
        enqueue('no'),
        queue('popAll', { content: 'hm' }),
        queue('popAll', { content: 'no' }),
      ),
    )
    expect(words(events)).toEqual([['go', 'turn'], ['assistant_text']])
    const withdrawn = written(...begun(), enqueue('hm'), queue('remove', { content: 'hm', reason: 'user_cancelled' }))
    expect(words((await readAll(withdrawn)).events)).toEqual([['go', 'turn'], ['assistant_text']])
  })
  it('is found behind notifications that nobody took out of the queue', async () => {
    const notice = '<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>\n</task-notification>'
    const { events } = await readAll(written(...begun(), enqueue(notice), enqueue('are we done?'), queue('remove')))
    expect(words(events).at(-1)).toEqual(['are we done?', 'work'])
  })
  it('is found by its words where the end names it', async () => {
    const { events } = await readAll(
      written(
        ...begun(),
        enqueue('one'),
        enqueue('two'),
        queue('remove', { content: 'two', reason: 'absorbed_mid_turn' }),
      ),
    )
    expect(words(events).at(-1)).toEqual(['two', 'work'])
  })
  it.each(['/compact', '/review 158', '<bash-input>ls</bash-input>', '<system-reminder>x</system-reminder>'])(
    'is no prompt when it is %s',
    async (content) => {
      const { events } = await readAll(written(...begun(), enqueue(content), queue('remove', { content })))
      expect(words(events)).toEqual([['go', 'turn'], ['assistant_text']])
    },
  )
  it('comes once when the host also writes what it handed over, in either order', async () => {
    const queued = enqueue('and the tests')
    const one = await readAll(written(...begun(), queued, handed('and the tests'), queue('remove')))
    const other = await readAll(written(...begun(), queued, queue('remove'), handed('and the tests')))
    expect(one.events.slice(2)).toMatchObject([{ text: 'and the tests', beside: 'work' }])
    expect(other.events.slice(2).map(({ key }) => key)).toEqual(one.events.slice(2).map(({ key }) => key))
  })
  it('is read from what was handed over alone, also in blocks', async () => {
    const blocks = [
      { type: 'text', text: 'like this' },
      { type: 'image', source: {} },
    ]
    const { events } = await readAll(
      written(...begun(), handed('do it', { origin: { kind: 'human' } }), handed(blocks)),
    )
    expect(words(events.slice(2))).toEqual([
      ['do it', 'work'],
      ['like this', 'work'],
    ])
  })
  it.each([{ commandMode: 'task-notification' }, { origin: { kind: 'peer' } }, { isMeta: true }])(
    'is none of a person when it was handed over with %j',
    async (more) =>
      expect(words((await readAll(written(...begun(), handed('psst', more)))).events)).toEqual([
        ['go', 'turn'],
        ['assistant_text'],
      ]),
  )
  it('is not lost when the reading stops before its end', async () => {
    const path = written(...begun())
    const before = statSync(path).size
    append(path, enqueue('and the tests'), call('t1'))
    const first = await readAll(path)
    expect(first.nextOffset).toBe(before)
    append(path, queue('remove'))
    const whole = await readAll(path)
    expect((await readAll(path, first.nextOffset)).events).toEqual([
      expect.objectContaining({ key: whole.events.at(-1)?.key, text: 'and the tests', beside: 'work' }),
    ])
  })
  it('no longer holds the cursor when a person has gone on', async () => {
    const path = written(...begun(), enqueue('lost'), user('something else', { promptId: 'p2' }))
    expect((await readAll(path)).nextOffset).toBe(statSync(path).size)
  })
  it('that was pasted stands in the queue as a mark, and is told in full by its own line', async () => {
    const { events, nextOffset } = await readAll(
      written(
        ...begun(),
        enqueue('[Pasted text #1 +3 lines]'),
        queue('dequeue'),
        user('a\nb\nc', { promptId: 'p2' }),
        enqueue('more'),
        queue('remove'),
      ),
    )
    expect(words(events.slice(2))).toEqual([
      ['a\nb\nc', 'turn'],
      ['more', 'work'],
    ])
    expect(nextOffset).toBeGreaterThan(0)
  })
})

describe('a refused call', () => {
  const REFUSED =
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file)."
  const refused = (content: string, more: object = {}) =>
    user([{ type: 'tool_result', tool_use_id: 't1', is_error: true, content }], { toolUseResult: 'x', ...more })

  it.each([
    [`${REFUSED} To tell you how to proceed, the user said:\nuse the other one`, {}],
    [`${REFUSED} The user provided the following reason for the rejection:  use the other one`, {}],
    ['Denied. The user said:\nuse the other one', { permissionDecision: { decision: 'reject' } }],
    ['Denied. The user said:\nuse the other one', { toolDenialKind: 'user-rejected' }],
    [
      `${REFUSED} To tell you how to proceed, the user said:\nuse the other one\n\nNote: The user's next message may contain a correction or preference.`,
      {},
    ],
  ])('leaves what the user said: %j', async (content, more) => {
    const { events } = await readAll(written(call('t1'), refused(content, more)))
    expect(events).toMatchObject([
      { kind: 'prompt', key: 'r:t1', text: 'use the other one', beside: 'refusal', machineMade: false },
    ])
  })
  it.each([
    `${REFUSED} STOP what you are doing and wait for the user to tell you how to proceed.`,
    `${REFUSED} To tell you how to proceed, the user said:\nThe user wants to clarify these questions.\n    This means they`,
    'This command requires approval',
    '<tool_use_error>Sibling tool call errored</tool_use_error>',
    'Permission to use Bash has been auto-denied in dontAsk mode.',
    'Exit code 137\n[Request interrupted by user for tool use]',
  ])('without words leaves nothing: %j', async (content) => {
    const path = written(call('t1'), refused(content))
    expect(await readAll(path)).toMatchObject({ events: [], nextOffset: statSync(path).size })
  })
  it('that failed by itself is a call like any other, whatever it prints', async () => {
    const { events } = await readAll(written(call('t1'), refused('Exit code 1\nthe user said: no')))
    expect(events).toMatchObject([{ kind: 'tool', key: 't:t1', failed: true }])
  })
})

describe('a report', () => {
  const notice = (id: string, result: string) =>
    `<task-notification>\n<task-id>${id}</task-id>\n<status>completed</status>\n<summary>Agent "Look" completed</summary>\n${result}</task-notification>`
  const TAIL = '\nFull transcript available at: /private/tmp/claude/tasks/a1.output'

  it('is what an agent in the background sent back, and no prompt', async () => {
    const { events } = await readAll(written(user(`${notice('a1', '<result>All tests pass.</result>\n')}${TAIL}`)))
    expect(events).toMatchObject([{ kind: 'reported', text: 'All tests pass.', key: expect.stringMatching(/^a:a1:/) }])
  })
  it('has one key, queued or delivered or handed over in the middle of a turn', async () => {
    const text = notice('a1', '<result>All tests pass.</result>\n')
    const { events } = await readAll(
      written(user('go'), enqueue(text), handed(text, { commandMode: 'task-notification' }), user(text)),
    )
    expect(events.slice(1).map(({ kind }) => kind)).toEqual(['reported', 'reported', 'reported'])
    expect(new Set(events.slice(1).map(({ key }) => key)).size).toBe(1)
  })
  it('can be several in one line', async () => {
    const both = `${notice('a1', '<result>One is done.</result>')}${TAIL}\n${notice('a2', '<result>Two is done.</result>')}${TAIL}`
    const { events } = await readAll(written(user(both)))
    expect(events.map((event) => event.kind !== 'tool' && event.text)).toEqual(['One is done.', 'Two is done.'])
  })
  it('is none in a notification of nothing but a state, and the sentence behind it is not the user’s', async () => {
    const state = notice('b1', '')
    const tail = '\nRead the output file to retrieve the result: /tmp/claude/tasks/b1.output'
    const { events } = await readAll(written(user(`${state}${tail}\n${state}${tail}`)))
    expect(events).toMatchObject([{ kind: 'prompt', machineMade: true }])
  })
  it('can come from a teammate', async () => {
    const { events } = await readAll(
      written(
        user('<teammate-message teammate_id="bob" color="blue" summary="x">The cache is warm now.</teammate-message>'),
      ),
    )
    expect(events).toMatchObject([
      { kind: 'reported', text: 'The cache is warm now.', key: expect.stringMatching(/^a:bob:/) },
    ])
  })
  it('is none when a teammate only says what state it is in', async () => {
    const idle = '<teammate-message teammate_id="bob">{"type":"idle_notification","from":"bob"}</teammate-message>'
    expect((await readAll(written(user(idle)))).events).toMatchObject([{ kind: 'prompt', machineMade: true }])
  })
  it('keeps what a person typed behind it', async () => {
    const { events } = await readAll(
      written(user(`${notice('a1', '<result>All tests pass.</result>')}${TAIL}\nthen commit`)),
    )
    expect(events).toMatchObject([{ kind: 'reported' }, { kind: 'prompt', text: 'then commit', machineMade: false }])
  })
})

describe('a compaction', () => {
  it('leaves its summary without the host’s sentences around it', async () => {
    const text =
      'This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.\n\nAnalysis:\nLet me think.\n\nSummary:\n1. Primary Request:\n   Fix the total.\n\nIf you need specific details from before compaction (like exact code snippets), read the full transcript at: /h/x.jsonl\nPlease continue the conversation from where we left it off without asking the user any further questions.'
    const { events } = await readAll(
      written(user(text, { uuid: 'u1', isCompactSummary: true, isVisibleInTranscriptOnly: true })),
    )
    expect(events).toMatchObject([
      { kind: 'compacted', key: 'c:u1', text: 'Summary:\n1. Primary Request:\n   Fix the total.' },
    ])
  })
})

describe('a title', () => {
  const ai = (aiTitle: string, sessionId = 's') => ({ type: 'ai-title', aiTitle, sessionId })
  const custom = (customTitle: string) => ({ type: 'custom-title', customTitle, sessionId: 's' })
  const summary = (text: string, leafUuid: string) => ({ type: 'summary', summary: text, leafUuid })

  it('of the user beats the host’s, and the newest of a kind the ones before', async () => {
    const { events } = await readAll(written(user('go'), ai('A'), custom('Mine'), custom('My own'), ai('B')))
    expect(events.slice(1)).toEqual([
      {
        kind: 'titled',
        key: 'n:s',
        sessionId: 's',
        text: 'My own',
        byUser: true,
        position: expect.any(Number),
        at: Date.parse(common.timestamp),
        origin: 'transcript',
      },
    ])
    expect((await readAll(written(user('go'), ai('A'), ai('B'), ai('C', 'other')))).events.at(-1)).toMatchObject({
      text: 'B',
    })
  })
  it('is not what a file says of other sessions', async () => {
    const others = Array.from({ length: 50 }, (_, n) => summary(`Session ${n}`, `elsewhere-${n}`))
    expect((await readAll(written(...others, user('go')))).events.map(({ kind }) => kind)).toEqual(['prompt'])
    const own = written(...others, user('go', { uuid: 'here' }), summary('This one', 'here'))
    expect((await readAll(own)).events.at(-1)).toMatchObject({ kind: 'titled', text: 'This one' })
  })
  it('waits for a message that says when it was', async () => {
    const path = written(ai('A'))
    expect(await readAll(path)).toMatchObject({ events: [], nextOffset: 0 })
    append(path, user('go'))
    expect((await readAll(path)).events.map(({ kind }) => kind)).toEqual(['prompt', 'titled'])
  })
})
