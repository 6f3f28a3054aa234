import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cleanEvent } from '../clean.ts'
import { parseSpoolFile, type SpoolFile } from '../spool-file.ts'
import { parseHostEvent } from './hook-payload.ts'
import { parseRead } from './planned-read.ts'
import { readToolCall } from './tool-call.ts'

const FIXTURES = join(import.meta.dirname, '../../../test/fixtures/host')
const names = readdirSync(FIXTURES).filter((name) => name.endsWith('.json'))

function spooled(name: string): SpoolFile {
  const event = name.split('.')[0]
  const head = Buffer.from(`1\t${event}\t77\tcli\t/home/user/project\n`)
  const file = parseSpoolFile('x1', Buffer.concat([head, readFileSync(join(FIXTURES, name))]))
  if ('bad' in file) throw new Error(file.bad)
  return file
}
const parse = (name: string) => parseHostEvent(spooled(name), 5)
const made = (event: string, payload: Record<string, unknown>) =>
  parseHostEvent({ name: 'x2', event, pid: 1, entrypoint: 'cli', projectDir: undefined, payload }, 5)

describe('parseHostEvent', () => {
  it.each(names)('understands %s', (name) => {
    const used =
      /^(?:SessionStart|UserPromptSubmit|PostToolUse|PostToolUseFailure|Stop|StopFailure|PreCompact|SessionEnd)\.|^SubagentStop\.agent/
    const kind = name.startsWith('PreToolUse.') ? 'question' : 'ignored'
    expect(parse(name).kind).toBe(used.test(name) ? 'event' : kind)
  })
  it.each(names)('passes %s through the gate with nothing redacted', (name) => {
    const parsed = parse(name)
    if (parsed.kind !== 'event') return
    expect(JSON.stringify(cleanEvent(parsed.event, () => false))).not.toMatch(/redacted:|left out|\[private\]/)
  })
  it('knows a session by one id, without what is private in it, whoever asks', () => {
    const payload = { session_id: 'a<private>b</private>c', tool_name: 'Bash', prompt: 'go on' }
    expect(made('UserPromptSubmit', payload)).toMatchObject({
      session: { sessionId: 'ac' },
      event: { sessionId: 'ac' },
    })
    expect(made('PreToolUse', payload)).toMatchObject({ planned: { session: { sessionId: 'ac' } } })
  })
  it('makes a tool event with the facts of its session', () =>
    expect(parse('PostToolUse.Bash.in-subagent.print.json')).toEqual({
      kind: 'event',
      session: {
        sessionId: '00000000-0000-4000-8000-000000000001',
        cwd: '/home/user/project',
        projectDir: '/home/user/project',
        transcriptPath: '/home/user/.claude/projects/-home-user-project/00000000-0000-4000-8000-000000000001.jsonl',
        entrypoint: 'cli',
      },
      event: {
        kind: 'tool',
        host: 'claude-code',
        key: 't:toolu_0012',
        sessionId: '00000000-0000-4000-8000-000000000001',
        at: 5,
        promptId: '00000000-0000-4000-8000-000000000002',
        agent: { id: 'a0000000000000001', type: 'general-purpose' },
        origin: 'hook',
        tool: 'Bash',
        toolUseId: 'toolu_0012',
        folder: '/home/user/project',
        input: { command: 'echo from-subagent', description: 'Subagent command' },
        output: { stdout: 'from-subagent', stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
        failed: false,
      },
    }))
  it('keeps an event without a path that no file can have', () => {
    const long = '/a'.repeat(20_000)
    const found = made('PostToolUse', {
      ...{ session_id: 's', cwd: long, transcript_path: long, tool_name: 'Edit', tool_use_id: 't1' },
      tool_input: { file_path: long, old_string: 'a', new_string: 'b' },
    })
    if (found.kind !== 'event' || found.event.kind !== 'tool') throw new Error('no event')
    expect(found.session).toMatchObject({ cwd: '', transcriptPath: undefined })
    expect(found.event).not.toHaveProperty('folder')
    expect(readToolCall(found.event)).toMatchObject({ act: 'edit', file: '', files: [] })
    expect(parseSpoolFile('x', Buffer.from(`1\tStop\t1\tcli\t${long}\n{}`))).toMatchObject({ projectDir: undefined })
    expect(parseRead({ file_path: long })).toBeUndefined()
  })
  it('makes a failed tool event with the error as output', () =>
    expect(parse('PostToolUseFailure.Bash.print.json')).toMatchObject({
      event: { kind: 'tool', failed: true, output: 'Exit code 7\npartial' },
    }))
  it('knows prompts of people, slash commands and machines', () => {
    expect(parse('UserPromptSubmit.prompt.print.json')).toMatchObject({
      event: { key: 'p:00000000-0000-4000-8000-000000000002', text: 'Do the scripted work', machineMade: false },
    })
    expect(parse('UserPromptSubmit.slash-command.print.json')).toMatchObject({
      event: { text: '/probe:probe-status memory topic', machineMade: false },
    })
    expect(parse('UserPromptSubmit.task-notification.print.json')).toMatchObject({ event: { machineMade: true } })
  })
  it.each([
    '<local-command-stdout>x</local-command-stdout>',
    '<command-message>a</command-message>\n<command-name>/a</command-name>',
    '<bash-input>ls</bash-input>',
    '<system-reminder>unclosed',
  ])('takes %j as machine-made', (prompt) =>
    expect(made('UserPromptSubmit', { session_id: 's', prompt })).toMatchObject({
      event: { machineMade: true, text: prompt },
    }),
  )
  it('tells what an agent in the background sent back, under the key the transcript gives it', () => {
    const notice = (id: string) =>
      `<task-notification><task-id>${id}</task-id><result>All is well.</result></task-notification>`
    expect(made('UserPromptSubmit', { session_id: 's', prompt_id: 'p', prompt: notice('a1') })).toMatchObject({
      event: { kind: 'reported', text: 'All is well.', key: expect.stringMatching(/^a:a1:[0-9a-f]{8}$/) },
    })
    expect(made('UserPromptSubmit', { session_id: 's', prompt: notice('a1') + notice('a2') })).toMatchObject({
      event: { kind: 'prompt', machineMade: true },
    })
  })
  it.each([
    '<task-notification><task-id>b</task-id></task-notification>\nRead the output file to retrieve the result: /tmp/b.output',
    '[SYSTEM NOTIFICATION - NOT USER INPUT]\nThis is an automated event.\n<task-notification>x</task-notification>',
  ])('takes no sentence of the host’s for the user’s: %j', (prompt) =>
    expect(made('UserPromptSubmit', { session_id: 's', prompt })).toMatchObject({ event: { machineMade: true } }),
  )
  it('takes a plan the host hands over without the host’s words around it', () =>
    expect(
      made('UserPromptSubmit', {
        session_id: 's',
        prompt:
          'Implement the following plan:\n\n# Fix it\n\n\nIf you need specific details from before exiting plan mode (like exact code snippets), read the full transcript at: /h/x.jsonl',
      }),
    ).toMatchObject({ event: { text: '# Fix it', carries: 'plan', machineMade: false } }))
  it('keeps what a person typed behind a machine block', () =>
    expect(
      made('UserPromptSubmit', { session_id: 's', prompt: '<ide_opened_file>a.ts</ide_opened_file>\nfix it' }),
    ).toMatchObject({
      event: { machineMade: false, text: 'fix it', key: 'e:x2' },
    }))
  it('does not take other tags as machine-made', () =>
    expect(made('UserPromptSubmit', { session_id: 's', prompt: '<div>why?</div>' })).toMatchObject({
      event: { machineMade: false },
    }))
  it('ends turns and sessions', () => {
    expect(parse('Stop.print.json')).toMatchObject({ event: { kind: 'stopped', failed: false, key: 'e:x1' } })
    expect(parse('StopFailure.print.json')).toMatchObject({ event: { failed: true, text: 'API Error: 400 MOCK_400' } })
    expect(parse('SessionEnd.clear.print.json')).toMatchObject({ event: { kind: 'session_ended', text: 'clear' } })
    expect(parse('SessionStart.fork.print.json')).toMatchObject({ event: { kind: 'session_started', text: 'fork' } })
    expect(made('SessionStart', { session_id: 's', source: 'teleport' })).toMatchObject({ event: { text: 'unknown' } })
    expect(parse('PreCompact.auto.print.json')).toMatchObject({ event: { kind: 'compacting', text: 'auto' } })
    expect(parse('SubagentStop.agent.print.json')).toMatchObject({
      event: { kind: 'subagent_stopped', text: 'SUBAGENT_FINAL_TEXT' },
    })
  })
  it("ignores the host's internal agents, interrupted tools and events we do not use, with the session where known", () => {
    expect(parse('SubagentStop.internal.print.json')).toMatchObject({ kind: 'ignored', session: { entrypoint: 'cli' } })
    expect(
      made('PostToolUseFailure', { session_id: 's', tool_name: 'Bash', error: 'x', is_interrupt: true }).kind,
    ).toBe('ignored')
    expect(made('Notification', {})).toEqual({ kind: 'ignored', reason: 'an event we do not use' })
    expect(made('toString', {}).kind).toBe('ignored')
  })
  it('keeps a tool event without an id, input or response', () =>
    expect(made('PostToolUse', { session_id: 's', tool_name: 'X' })).toMatchObject({
      event: { key: 'e:x2', toolUseId: '', input: null, output: null },
    }))
  it('survives fields of a wrong type', () =>
    expect(made('Stop', { session_id: 's', prompt_id: 7, cwd: null, last_assistant_message: null })).toMatchObject({
      event: { kind: 'stopped', text: '' },
    }))
  it('says what is wrong without quoting the payload', () => {
    const bad = made('UserPromptSubmit', { session_id: 'sec-ret', prompt: { text: 'sec-ret' } })
    expect(bad).toEqual({ kind: 'bad', reason: 'UserPromptSubmit: prompt is missing or of the wrong type' })
    expect(made('Stop', {}).kind).toBe('bad')
  })
  it('falls back to the name in the payload', () =>
    expect(made('', { session_id: 's', hook_event_name: 'Stop' })).toMatchObject({ event: { kind: 'stopped' } }))
})

describe('a tool that has not run yet', () => {
  it('is a question, not an event', () =>
    expect(parse('PreToolUse.Read.print.json')).toMatchObject({
      kind: 'question',
      planned: {
        tool: 'Read',
        input: { file_path: '/home/user/project/src/app.txt' },
        agentId: undefined,
        permissionMode: 'default',
      },
    }))
  it('of a subagent names the agent', () =>
    expect(parse('PreToolUse.Bash.in-subagent.print.json')).toMatchObject({
      planned: { agentId: 'a0000000000000001' },
    }))
})
