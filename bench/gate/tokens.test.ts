import { describe, expect, it } from 'vitest'
import type { HostCall } from '../trajectories/host-call.ts'
import type { Run } from '../trajectories/load.ts'
import { assumptions, replayRuns } from './tokens.ts'

const FILE = '/home/dev/shop/src/total.js'
const CONTENT = 'export const line = 1\n'.repeat(100)
const PROMPT = 'Raise the limit of an order to 60'
const FILE_TOKENS = Math.ceil(CONTENT.length / 3.5)

function read(id: string, more: { startLine?: number; content?: string } = {}): HostCall {
  const { startLine = 1, content = CONTENT } = more
  const file = { filePath: FILE, content, numLines: 100, startLine, totalLines: 100 }
  const tool_response = { type: 'text', file }
  const use = { tool_use_id: id, tool_name: 'Read', tool_input: { file_path: FILE } }
  return { kind: 'tool', ...use, tool_response, failed: false }
}

function edit(id: string): HostCall {
  const lines = ['-const limit = 10', '+const limit = 60']
  const patch = [{ oldStart: 4, newStart: 4, oldLines: 1, newLines: 1, lines }]
  const input = { file_path: FILE, old_string: 'limit = 10', new_string: 'limit = 60' }
  const tool_response = { filePath: FILE, structuredPatch: patch }
  return { kind: 'tool', tool_use_id: id, tool_name: 'Edit', tool_input: input, tool_response, failed: false }
}

function run(id: string, calls: HostCall[], project = 'shop'): Run {
  const about = { session_id: id, source: '', license: '', agent: 'own', project, prompt: PROMPT }
  const all: HostCall[] = [{ kind: 'prompt', text: PROMPT }, ...calls, { kind: 'stop', text: 'Done.' }]
  return { ...about, steps: [], root: '/home/dev/shop', calls: all }
}
const first = run('a', [read('a1'), edit('a2')])

describe('the replay', () => {
  it('gates the first whole read of a file that an earlier run changed', () => {
    const { runs } = replayRuns([first, run('b', [read('b1'), read('b2'), edit('b3')]), run('c', [read('c1')])])
    expect(runs.map(({ reads, gated, edited }) => ({ reads, gated, edited }))).toEqual([
      { reads: 1, gated: 0, edited: 0 },
      { reads: 2, gated: 1, edited: 1 },
      { reads: 1, gated: 1, edited: 0 },
    ])
  })

  it('lets parts, small files and other projects pass, and leaves out runs that show nothing', () => {
    const others = [
      run('part', [read('p1', { startLine: 40 })]),
      run('small', [read('s1', { content: 'short\n' })]),
      run('elsewhere', [read('e1')], 'other'),
    ]
    const { runs, leftOut } = replayRuns([first, ...others, run('blind', [])])
    expect(runs.map((one) => one.gated)).toEqual([0, 0, 0, 0])
    expect(leftOut).toBe(1)
  })

  it('counts what is told as read, and only what stays unread as saved', () => {
    const { modes, ...total } = assumptions(
      replayRuns([first, run('b', [read('b1'), edit('b2')]), run('c', [read('c1')])]),
    )
    const [off, inform, all, edited, none] = modes.map((one) => one.tokens)
    expect(total).toMatchObject({ gated: 2, readTokens: 3 * FILE_TOKENS, gatedTokens: 2 * FILE_TOKENS })
    expect(off).toBe(3 * FILE_TOKENS)
    const told = (all ?? 0) - (off ?? 0)
    expect(told).toBeGreaterThan((inform ?? 0) - (off ?? 0))
    expect(edited).toBe(2 * FILE_TOKENS + told)
    expect(none).toBe(FILE_TOKENS + told)
  })
})
