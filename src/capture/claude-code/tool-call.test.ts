import { describe, expect, it } from 'vitest'
import type { Json } from '../../memory/event.ts'
import { hostTool } from '../captured-event.fixture.ts'
import type { HostToolEvent } from '../captured-event.ts'
import { cleanEvent } from '../clean.ts'
import { MAX_EVENT_BYTES } from '../event-size.ts'
import { asKept, keptEvent, keptToolEvent } from '../kept-event.ts'
import { commandText, readToolCall, runsCommands } from './tool-call.ts'

const call = (tool: string, input: Json, output: Json, more: Partial<HostToolEvent> = {}) =>
  readToolCall(hostTool(tool, { input, output, ...more }))
const stdout = (text: string): Json => ({ stdout: text, stderr: '', interrupted: false })

describe('a file that is read', () => {
  it('has its content and where that begins', () =>
    expect(call('Read', { file_path: '/p/a.ts' }, { type: 'text', file: { content: 'x', startLine: 40 } })).toEqual({
      act: 'read',
      result: 'ok',
      files: ['/p/a.ts'],
      file: '/p/a.ts',
      content: 'x',
      startLine: 40,
    }))
  it('is read from what the model saw where nothing else is left', () =>
    expect(
      call('Read', { file_path: '/p/a.ts' }, [
        { type: 'text', text: '    12→one\n    13→two\n\n<system-reminder>\nmind</system-reminder>' },
      ]),
    ).toMatchObject({ content: 'one\ntwo', startLine: 12 }))
  it('that is no text has none', () =>
    expect(
      call('Read', { file_path: '/p/a.png' }, { type: 'image', file: { base64: '[image left out]' } }),
    ).toMatchObject({
      content: '',
    }))
  it('and is not there says why', () =>
    expect(call('Read', { file_path: '/p/a.ts' }, 'File does not exist.', { failed: true })).toMatchObject({
      result: 'failed',
      error: 'File does not exist.',
      files: ['/p/a.ts'],
      content: '',
    }))
  it('can be a notebook', () =>
    expect(call('NotebookRead', { notebook_path: '/p/n.ipynb' }, {})).toMatchObject({
      act: 'read',
      file: '/p/n.ipynb',
    }))
})

describe('an edit', () => {
  const lines = [' a', '-b', '+c']
  it('has the hunks of its patch', () =>
    expect(
      call(
        'Edit',
        { file_path: '/p/a.ts', old_string: 'b', new_string: 'c' },
        { structuredPatch: [{ oldStart: 7, lines }] },
      ),
    ).toEqual({
      act: 'edit',
      result: 'ok',
      files: ['/p/a.ts'],
      file: '/p/a.ts',
      created: false,
      hunks: [{ oldStart: 7, lines }],
    }))
  it('without a patch is the difference of its texts, in any spelling of the tool, also several in one call', () => {
    const edits = [
      { old_string: 'a\nb', new_string: 'a\nc' },
      { old_string: 'x', new_string: 'y' },
    ]
    expect(call('multiedit', { file_path: '/p/a.ts', edits }, {})).toMatchObject({
      hunks: [{ lines: [' a', '-b', '+c'] }, { lines: ['-x', '+y'] }],
    })
  })
  it('whose hunk was cut on the way in still has marked lines only', () =>
    expect(
      call(
        'Edit',
        { file_path: '/p/a.ts' },
        { structuredPatch: [{ oldStart: 1, lines: ['+a', '[… 9 characters left out …]', 'f'] }] },
      ),
    ).toMatchObject({ hunks: [{ lines: ['+a', ' [… 9 characters left out …]', ' f'] }] }))
  it('that failed has none, and its error', () =>
    expect(
      call('Edit', { file_path: '/p/a.ts', old_string: 'b', new_string: 'c' }, 'not found', { failed: true }),
    ).toMatchObject({
      result: 'failed',
      hunks: [],
      error: 'not found',
    }))
  it.each<[string, Json, boolean]>([
    ['create', { type: 'create' }, true],
    ['update', { type: 'update', structuredPatch: [{ oldStart: 1, lines }] }, false],
    ['a sentence', 'The file /p/a.ts has been updated. Here is', false],
    ['another sentence', 'File created successfully at: /p/a.ts', true],
  ])('by Write creates a file or not, as %s says', (_, output, created) =>
    expect(call('Write', { file_path: '/p/a.ts', content: 'x\ny\n' }, output)).toMatchObject({ created }),
  )
  it('of a notebook is its cell', () =>
    expect(call('NotebookEdit', { notebook_path: '/p/n.ipynb', new_source: 'x = 1' }, {})).toMatchObject({
      act: 'edit',
      files: ['/p/n.ipynb'],
      created: false,
      hunks: [{ lines: ['+x = 1'] }],
    }))
})

describe('a command', () => {
  it('has what it printed, without colours', () =>
    expect(call('Bash', { command: 'npm test' }, stdout(`\u001b[32m${'ok '.repeat(20)}\u001b[0m`))).toEqual({
      act: 'command',
      result: 'ok',
      files: [],
      command: 'npm test',
      output: 'ok '.repeat(20),
      background: false,
    }))
  it.each(['', 'ok', 'x'.repeat(49)])('that says no more than %j went well in silence', (said) =>
    expect(call('Bash', { command: 'go build ./...' }, stdout(said))).toMatchObject({ result: 'silent' }),
  )
  it('that failed has the error as its output', () =>
    expect(call('PowerShell', { command: 'npm test' }, 'Exit code 1\nboom', { failed: true })).toMatchObject({
      act: 'command',
      result: 'failed',
      output: 'Exit code 1\nboom',
    }))
  it.each<[string, Json, Json]>([
    ['asked for', { command: 'npm start', run_in_background: true }, stdout('')],
    ['done by the user', { command: 'npm start' }, { stdout: '', stderr: '', backgroundTaskId: 'b1' }],
    ['told in words', { command: 'npm start' }, 'Command running in background with ID: b1. Output is'],
  ])('sent to the background, as %s, has not ended', (_, input, output) =>
    expect(call('Bash', input, output)).toMatchObject({ background: true, result: 'ok' }),
  )
  it('looked at in the background is the command itself, over or not', () => {
    const state = { shellId: 's', command: 'npm test', stdout: 'x', stderr: '', status: 'running', exitCode: null }
    expect(call('BashOutput', { bash_id: 's' }, state)).toMatchObject({
      act: 'command',
      command: 'npm test',
      background: true,
    })
    expect(call('BashOutput', { bash_id: 's' }, { ...state, status: 'failed', exitCode: 2 })).toMatchObject({
      background: false,
      result: 'failed',
    })
    expect(call('BashOutput', { bash_id: 's' }, { ...state, status: 'completed', exitCode: 0 })).toMatchObject({
      background: false,
      result: 'silent',
    })
  })
  it('is known by the tool that runs it', () => {
    expect([runsCommands('Bash'), runsCommands('Read'), runsCommands('toString')]).toEqual([true, false, false])
    expect(commandText({ tool: 'Bash', input: { command: 'ls' } })).toBe('ls')
    expect(commandText({ tool: 'mcp__x__y', input: { command: 'ls' } })).toBe('')
  })
})

describe('a search', () => {
  it.each<[string, Json, Json, string, string]>([
    [
      'Grep',
      { pattern: 'foo', path: '/p' },
      { mode: 'content', filenames: [], content: 'a.ts:1:foo' },
      'foo',
      'a.ts:1:foo',
    ],
    ['Glob', { pattern: '**/*.ts' }, { filenames: ['a.ts', 'b.ts'], numFiles: 2 }, '**/*.ts', 'a.ts\nb.ts'],
    ['Glob', { pattern: '**/*.x' }, { filenames: [], numFiles: 0 }, '**/*.x', ''],
    ['LS', { path: '/p' }, '- a.ts', '/p', '- a.ts'],
    [
      'WebSearch',
      { query: 'zod 4' },
      {
        query: 'zod 4',
        results: [{ tool_use_id: 'x', content: [{ title: 'Zod', url: 'https://zod.dev' }] }, 'It is out.'],
      },
      'zod 4',
      'Zod https://zod.dev\nIt is out.',
    ],
  ])('by %s with %j has what was asked and what was found', (tool, input, output, query, found) =>
    expect(call(tool, input, output)).toMatchObject({ act: 'search', query, output: found }),
  )
  it('of the web says so', () => {
    expect(call('WebSearch', { query: 'x' }, {})).toMatchObject({ web: true })
    expect(call('Grep', { pattern: 'x' }, {})).not.toHaveProperty('web')
  })
})

describe('a task list', () => {
  it('that is written whole replaces the one before', () => {
    const todos = [
      { content: 'Read it', status: 'completed', activeForm: 'Reading it' },
      { content: 'Fix it', status: 'in_progress', activeForm: 'Fixing it' },
      { content: 'Test it', status: 'pending', activeForm: 'Testing it' },
    ]
    expect(call('TodoWrite', { todos }, { oldTodos: [], newTodos: todos })).toEqual({
      act: 'tasks',
      result: 'ok',
      files: [],
      whole: true,
      tasks: [
        { id: 'Read it', text: 'Read it', state: 'done' },
        { id: 'Fix it', text: 'Fix it', state: 'doing' },
        { id: 'Test it', text: 'Test it', state: 'open' },
      ],
    })
  })
  it.each<[Json]>([[{ task: { id: '3', subject: 'Fix it' } }], ['Task #3 created successfully: Fix it']])(
    'gets a task whose number is in %j',
    (output) =>
      expect(call('TaskCreate', { subject: 'Fix it', description: 'all of it' }, output)).toMatchObject({
        whole: false,
        tasks: [{ id: '3', text: 'Fix it', state: 'open' }],
      }),
  )
  it('has tasks that change their state', () => {
    expect(call('TaskUpdate', { taskId: '3', status: 'completed' }, {})).toMatchObject({
      whole: false,
      tasks: [{ id: '3', text: '', state: 'done' }],
    })
    expect(call('TaskUpdate', { taskId: '3', status: 'deleted' }, {})).toMatchObject({ tasks: [{ state: 'dropped' }] })
    expect(call('TaskUpdate', { taskId: '3', addBlockedBy: ['1'] }, {})).toMatchObject({ tasks: [] })
  })
  it.each<[Json]>([
    [{ tasks: [{ id: '1', subject: 'Fix it', status: 'in_progress', blockedBy: ['2'] }] }],
    ['#1 [in_progress] Fix it [blocked by #2]'],
  ])('can be shown: %j', (output) =>
    expect(call('TaskList', {}, output)).toMatchObject({
      whole: true,
      tasks: [{ id: '1', text: 'Fix it', state: 'doing' }],
    }),
  )
})

describe('questions', () => {
  const input = {
    questions: [
      { question: 'Say "yes"?', options: [] },
      { question: 'Where?', options: [] },
    ],
  }
  it('have their answers, in whatever form', () => {
    const asked = [
      { question: 'Say "yes"?', answer: 'no, "never"' },
      { question: 'Where?', answer: 'here' },
    ]
    const answers = { 'Say "yes"?': 'no, "never"', 'Where?': 'here' }
    const told =
      'User has answered your questions: "Say "yes"?"="no, "never"", "Where?"="here". You can now continue with the user\'s answers in mind.'
    expect(call('AskUserQuestion', input, { ...input, answers })).toMatchObject({ act: 'question', asked })
    expect(call('AskUserQuestion', input, told)).toMatchObject({ asked })
    expect(call('AskUserQuestion', input, [{ type: 'text', text: told }])).toMatchObject({ asked })
  })
  it('have several answers, and notes beside them', () =>
    expect(
      call('AskUserQuestion', input, {
        answers: { 'Where?': ['here', 'there'] },
        annotations: { 'Where?': { notes: 'soon' } },
      }),
    ).toMatchObject({ asked: [{ answer: '' }, { answer: 'here, there (soon)' }] }))
  it('keep their answers when cleaning has cut a long question', () => {
    const question = `Which of these, ${'and then some, '.repeat(40)}please?`
    const output = { answers: { [question]: 'the first' } }
    const event = hostTool('AskUserQuestion', { input: { questions: [{ question }] }, output })
    expect(readToolCall(cleanEvent(event, () => false))).toMatchObject({ asked: [{ answer: 'the first' }] })
  })
})

describe('a plan', () => {
  it.each<[string, Json, Json]>([
    ['in the call', { plan: '# Do it' }, 'User has approved your plan.'],
    ['in the response', {}, { plan: '# Do it', isAgent: false, filePath: '/h/.claude/plans/x.md' }],
    ['behind words of the host', {}, 'User has approved your plan.\n\n## Approved Plan (edited by user):\n# Do it\n'],
  ])('stands %s', (_, input, output) =>
    expect(call('ExitPlanMode', input, output)).toEqual({ act: 'plan', result: 'ok', files: [], plan: '# Do it' }),
  )
  it('is also what the agent writes where the host keeps plans; that file is nobody’s', () => {
    const input = { file_path: '/home/me/.claude/plans/wise-fox.md', content: '# Do it' }
    expect(call('Write', input, { type: 'create' })).toEqual({ act: 'plan', result: 'ok', files: [], plan: '# Do it' })
    expect(call('Write', { ...input, file_path: 'C:\\me\\.claude\\plans\\fox.md' }, {})).toMatchObject({ act: 'plan' })
    expect(call('Write', input, 'no', { failed: true })).toMatchObject({ act: 'other', result: 'failed', files: [] })
    expect(call('Write', { ...input, file_path: '/p/plans/fox.md' }, {})).toMatchObject({ act: 'edit' })
  })
  it.each(['/home/me/.claude/plans/wise-fox.md', '/tmp/claude-1000/-p/scratchpad/try.ts'])(
    'and work on a file of the host’s is no change of the project: %s',
    (file_path) => {
      const input = { file_path, old_string: 'a', new_string: 'b' }
      expect(call('Edit', input, { structuredPatch: [] })).toMatchObject({ act: 'other', files: [] })
    },
  )
  it('has room for 16,000 characters', () => {
    const plan = 'step by step\n'.repeat(900)
    const event = cleanEvent(hostTool('ExitPlanMode', { input: {}, output: { plan } }), () => false)
    expect(keptToolEvent(event).call).toMatchObject({ plan: plan })
  })
})

describe('a subagent', () => {
  const input = { description: 'Look at the tests', prompt: 'Look at them all', subagent_type: 'Explore' }
  it('has its report', () =>
    expect(
      call('Agent', input, { status: 'completed', content: [{ type: 'text', text: 'They pass.' }], totalTokens: 7 }),
    ).toEqual({ act: 'subagent', result: 'ok', files: [], task: 'Look at the tests', report: 'They pass.' }))
  it('has it without the words of the host around it', () =>
    expect(
      call('Task', input, [
        { type: 'text', text: 'They pass.' },
        { type: 'text', text: 'agentId: a1 (for resuming to continue this agent)' },
      ]),
    ).toMatchObject({ report: 'They pass.' }))
  it.each<[Json]>([
    [{ isAsync: true, status: 'async_launched', agentId: 'a1', outputFile: '/tmp/x' }],
    [{ status: 'teammate_spawned', name: 'bob' }],
    [[{ type: 'text', text: 'Async agent launched successfully.\nagentId: a1' }]],
  ])('that was sent off has none yet: %j', (output) =>
    expect(call('Agent', input, output)).toMatchObject({ report: '' }),
  )
  it('that is asked for later has it', () =>
    expect(
      call(
        'TaskOutput',
        { task_id: 'a1' },
        {
          retrieval_status: 'success',
          task: {
            task_id: 'a1',
            task_type: 'local_agent',
            status: 'completed',
            description: 'Look',
            result: 'They pass.',
          },
        },
      ),
    ).toMatchObject({ act: 'subagent', task: 'Look', report: 'They pass.' }))
})

describe('any other tool', () => {
  it('has both sides as text', () =>
    expect(call('mcp__x__y', { id: 7, deep: { a: ['b', 'c'] } }, [{ type: 'text', text: 'seven' }])).toEqual({
      act: 'other',
      result: 'ok',
      files: [],
      input: 'id: 7\ndeep:\na:\nb\nc',
      output: 'seven',
    }))
  it('names the file it was given', () =>
    expect(call('mcp__x__y', { path: '/p/a.ts' }, null)).toMatchObject({ files: ['/p/a.ts'], output: '' }))
  it.each<[string, Json]>([
    ['Bash', null],
    ['Edit', 'left out'],
    ['TodoWrite', { todos: 'x' }],
    ['AskUserQuestion', []],
    ['Agent', { prompt: 7 }],
    ['Grep', 3],
  ])('and %s with %j is no error', (tool, input) => expect(call(tool, input, input)).toHaveProperty('act'))
})

describe('what is kept', () => {
  it('is our words alone', () => {
    const kept = keptEvent(hostTool('Bash', { input: { command: 'ls' }, output: stdout('a') }))
    expect(Object.keys(kept).sort()).toEqual(['at', 'call', 'key', 'kind', 'origin', 'sessionId', 'tool', 'toolUseId'])
  })
  it('is within the size of an event', () => {
    const todos = Array.from({ length: 90 }, (_, i) => ({ content: `${i} ${'é'.repeat(140)}`, status: 'pending' }))
    const edits = Array.from({ length: 60 }, (_, i) => ({ old_string: `${i}`, new_string: '\u0001'.repeat(120) }))
    for (const event of [
      hostTool('TodoWrite', { input: { todos } }),
      hostTool('MultiEdit', { input: { file_path: '/a', edits } }),
      hostTool('mcp__x__y', { input: 'x'.repeat(15_000), output: '\u0001'.repeat(5000) }),
    ]) {
      const kept = keptToolEvent(event)
      expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThanOrEqual(MAX_EVENT_BYTES)
      expect(kept.call.act).toBe(readToolCall(event).act)
    }
  })
  it('is made of what an earlier version kept, once', () => {
    const old = hostTool('Bash', { input: { command: 'ls' }, output: stdout('a') })
    const kept = keptToolEvent(old)
    expect(asKept(JSON.parse(JSON.stringify(old)))).toEqual(kept)
    expect(asKept(JSON.parse(JSON.stringify(kept)))).toBeUndefined()
    expect(asKept({ kind: 'prompt', text: 'x' })).toBeUndefined()
  })
})
