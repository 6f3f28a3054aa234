import { describe, expect, it } from 'vitest'
import type { Json } from '../../memory/event.ts'
import { hostTool } from '../captured-event.fixture.ts'
import type { HostToolEvent } from '../captured-event.ts'
import { followUpOf } from './follow-up.ts'

const OURS = 'mcp__plugin_claude-mem_mem__'
const of = (tool: string, by: { input: Json; output: Json } & Partial<HostToolEvent>) => followUpOf(hostTool(tool, by))
const shown = (content: string): Json => ({ type: 'text', file: { filePath: '/p/a.js', content } })

describe('after the gate spoke', () => {
  it('a whole read is one', () =>
    expect(of('Read', { input: { file_path: '/p/a.js' }, output: shown('x'.repeat(35)) })).toEqual({
      how: 'read',
      file: '/p/a.js',
      whole: true,
      tokens: 12,
    }))

  it.each([{ offset: 3 }, { limit: 9 }])('a read with %j is a part', (part) =>
    expect(of('Read', { input: { file_path: '/p/a.js', ...part }, output: shown('x'.repeat(35)) })).toMatchObject({
      whole: false,
      tokens: 12,
    }),
  )

  it('looking at the code with our tools counts for the file', () =>
    expect(
      of(`${OURS}smart_unfold`, {
        input: { path: 'a.js', symbol: 'f' },
        output: [{ type: 'text', text: 'y'.repeat(70) }],
      }),
    ).toEqual({ how: 'looked', file: 'a.js', whole: false, tokens: 20 }))

  it('fetching memories counts for no file by name', () =>
    expect(
      of('mcp__claude-mem__get_observations', {
        input: { ids: [1] },
        output: [{ type: 'text', text: 'y'.repeat(70) }],
      }),
    ).toEqual({ how: 'fetched', file: undefined, whole: false, tokens: 20 }))

  it('what a command printed may be of any file it names', () =>
    expect(of('Bash', { input: { command: 'cat a.js' }, output: { stdout: 'y'.repeat(70) } })).toEqual({
      how: 'command',
      file: undefined,
      whole: false,
      tokens: 20,
      command: 'cat a.js',
    }))

  it.each<[string, string, Partial<HostToolEvent>]>([
    ['another tool', 'WebFetch', {}],
    ['a command that printed nothing', 'Bash', {}],
    ['another of our tools', `${OURS}search`, {}],
    ['a failed read', 'Read', { failed: true }],
    ['a subagent’s read', 'Read', { agent: { id: 'a', type: 'Explore' } }],
  ])('%s is none', (_, tool, more) =>
    expect(of(tool, { input: { file_path: '/p/a.js' }, output: shown('x'), ...more })).toBeUndefined(),
  )
})
