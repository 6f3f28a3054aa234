import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../config.ts'
import type { Json } from '../memory/event.ts'
import { hostTool } from './captured-event.fixture.ts'
import type { CapturedEvent, HostToolEvent } from './captured-event.ts'
import { type SubagentPolicy, skipReason } from './filter.ts'

const LONG = 'a response that is long enough to be worth keeping in memory'
const tool = (name: string, more: Partial<HostToolEvent> = {}) => hostTool(name, { output: LONG, ...more })
const by = (subagents: SubagentPolicy = 'summary', skipTools = SETTINGS.SKIP_TOOLS.default) => ({
  subagents,
  skipTools,
})
const bash = (command: string, more: Partial<HostToolEvent> = {}) => tool('Bash', { input: { command }, ...more })
const agent = { id: 'a', type: 'general-purpose' }

describe('skipReason', () => {
  it('skips the default list and keeps the rest', () => {
    expect(skipReason(tool('Glob'), by())).toBe('on the list of skipped tools')
    expect(skipReason(tool('Edit'), by())).toBeUndefined()
  })
  it('takes globs', () =>
    expect(skipReason(tool('mcp__x__read'), by('on', ['mcp__*']))).toBe('on the list of skipped tools'))
  it.each(['mcp__plugin_claude-mem_memory__search', 'mcp__claude-mem__search'])('skips our tool %s', (name) =>
    expect(skipReason(tool(name), by('on', []))).toBe('one of our own tools'),
  )
  it('skips our skill', () =>
    expect(skipReason(tool('Skill', { input: { skill: 'claude-mem:mem-search' } }), by())).toBe('one of our own tools'))
  it.each([
    'claude-mem search "auth; bug && more"',
    'cd /x && npx -y claude-mem status 2>&1 | head -5',
    'npx agent-keepsake@0.1.0 search auth',
    'curl -s "http://127.0.0.1:37777/api/search/observations?query=a&limit=3" | jq .',
    "curl -X POST 'http://localhost:37777/api/observations/batch' -d '{}'",
    'curl -s http://127.0.0.1:$(cat ~/.claude-mem/port)/api/search',
    'curl -s http://127.0.0.1:$CLAUDE_MEM_WORKER_PORT/api/stats',
    'curl localhost:37777/api/health',
  ])('skips a command that only asks us: %s', (command) =>
    expect(skipReason(bash(command), by())).toBe('one of our own tools'),
  )
  it.each([
    'claude-mem search x && npm test',
    'curl https://example.com/api/search',
    'grep -r claude-mem src',
    'echo claude-mem',
    'curl http://localhost:3000/api/users',
    'curl http://localhost:3000/api/health',
  ])('keeps other commands: %s', (command) => expect(skipReason(bash(command), by())).toBeUndefined())
  it('skips what says too little', () => {
    expect(skipReason(bash('ls', { output: { stdout: 'a', stderr: '', interrupted: false } }), by())).toBe(
      'too little text',
    )
    expect(skipReason(bash('x'.repeat(50), { output: null }), by())).toBeUndefined()
  })
  it.each(['go build ./...', 'npx tsc', 'make', 'echo x > a.txt'])('keeps the silent success of %s', (command) =>
    expect(skipReason(bash(command, { output: { stdout: '' } }), by())).toBeUndefined(),
  )
  it.each(['ls', 'cat a', 'git status', 'cd src && git diff | head', ''])('skips the silence of %j', (command) =>
    expect(skipReason(bash(command, { output: { stdout: '' } }), by())).toBe('too little text'),
  )
  it.each<[string, Json, Json]>([
    ['TodoWrite', { todos: [{ content: 'x', status: 'pending' }] }, {}],
    ['TaskUpdate', { taskId: '1', status: 'completed' }, {}],
    ['AskUserQuestion', { questions: [{ question: 'Go?' }] }, { answers: { 'Go?': 'no' } }],
    ['ExitPlanMode', { plan: 'do it' }, {}],
  ])('keeps %s, however short', (name, input, output) =>
    expect(skipReason(tool(name, { input, output }), by())).toBeUndefined(),
  )
  it('never skips prompts for their length', () =>
    expect(
      skipReason(
        { kind: 'prompt', key: 'p', sessionId: 's', at: 1, origin: 'hook', text: 'go', machineMade: false },
        by(),
      ),
    ).toBeUndefined())

  it.each<[SubagentPolicy, CapturedEvent, boolean]>([
    ['on', tool('Read', { agent }), true],
    ['off', tool('Edit', { agent }), false],
    ['summary', tool('Edit', { agent }), true],
    ['summary', tool('Write', { agent }), true],
    ['summary', tool('Read', { agent }), false],
    ['summary', tool('Read', { agent, failed: true }), true],
    ['summary', bash('cd a && git status | head; cat "x;y"', { agent }), false],
    ['summary', bash('grep -rn foo src 2>/dev/null', { agent }), false],
    ['summary', bash('npm test 2>&1 | tail', { agent }), true],
    ['summary', bash('cat > file <<EOF', { agent }), true],
    ['summary', bash('git commit -m x', { agent }), true],
    ['summary', bash('cat missing', { agent, failed: true }), true],
    ['summary', tool('Read'), true],
    [
      'summary',
      { kind: 'subagent_stopped', key: 'e', sessionId: 's', at: 1, origin: 'hook', text: 'done', agent },
      true,
    ],
    ['off', { kind: 'subagent_stopped', key: 'e', sessionId: 's', at: 1, origin: 'hook', text: 'done', agent }, false],
    [
      'summary',
      { kind: 'assistant_text', key: 'm', sessionId: 's', at: 1, origin: 'transcript', text: 'hm', agent },
      false,
    ],
    ['on', { kind: 'assistant_text', key: 'm', sessionId: 's', at: 1, origin: 'transcript', text: 'hm', agent }, true],
  ])('under %s decides about %o: kept %s', (policy, event, kept) =>
    expect(skipReason(event, by(policy)) === undefined).toBe(kept),
  )
})
