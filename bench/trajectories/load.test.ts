import { describe, expect, it } from 'vitest'
import { toEvents } from './events.ts'
import { FALLBACK, loadTrajectories, toHostCalls } from './load.ts'

describe('trajectories', () => {
  it('says clearly when the data is missing, and gives our own sessions instead', () => {
    const { runs, measured, note } = loadTrajectories('/nowhere')
    expect(measured).toBe(false)
    expect(note).toContain('BENCH_DATA is missing')
    expect(runs).toBe(FALLBACK)
  })
  it('gives every tool call an id of its own and a file a path', () => {
    for (const run of loadTrajectories().runs) {
      const tools = toHostCalls(run).filter((call) => call.kind === 'tool')
      expect(new Set(tools.map((call) => call.tool_use_id)).size).toBe(tools.length)
      for (const call of tools)
        if (/^(Edit|Write|Read)$/.test(call.tool_name)) expect(String(call.tool_input.file_path)).toMatch(/\S/)
    }
  })
  it('recovers the lines a SWE-agent edit replaced from the windows shown before', () => {
    const shown = '[File: /r/a.py (3 lines total)]\n1:def f():\n2:    x = 1\n3:    return x\n'
    const after = '[File: /r/a.py (3 lines total)]\n1:def f():\n2:    x = 2\n3:    return x\n'
    const step = { open_file: '/r/a.py', cwd: '/r' }
    const run = {
      session_id: 's',
      source: '',
      license: '',
      agent: 'swe-agent',
      project: 'r',
      prompt: 'p',
      steps: [
        { tool: 'Read', command: 'open', input: 'open a.py', output: shown, ...step },
        { tool: 'Edit', command: 'edit', input: 'edit 2:2\n    x = 2\nend_of_edit', output: after, ...step },
      ],
    }
    const edit = toHostCalls(run).at(-1)
    expect(edit).toMatchObject({
      tool_name: 'Edit',
      failed: false,
      tool_input: { file_path: '/r/a.py', old_string: '    x = 1', new_string: '    x = 2' },
    })
    expect(edit?.kind === 'tool' && edit.tool_response).toMatchObject({
      structuredPatch: [{ oldStart: 1, lines: [' def f():', '-    x = 1', '+    x = 2', '     return x'] }],
    })
  })
  it('bounds long texts as capture does and leaves skipped tools out', () => {
    const calls = [
      { kind: 'tool' as const, tool_use_id: 'a', tool_name: 'Grep', tool_input: {}, tool_response: '', failed: false },
      {
        kind: 'tool' as const,
        tool_use_id: 'b',
        tool_name: 'Bash',
        tool_input: { command: 'x' },
        tool_response: { stdout: 'y'.repeat(20_000) },
        failed: false,
      },
    ]
    const [only, ...others] = toEvents({
      session_id: 's',
      source: '',
      license: '',
      agent: 'own',
      project: 'p',
      prompt: '',
      steps: [],
      calls,
    })
    expect(others).toEqual([])
    expect(JSON.stringify(only).length).toBeLessThan(7000)
  })
})
