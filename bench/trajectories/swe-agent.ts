/**
 * SWE-agent runs as Claude Code calls. Its editor works on line ranges of an open file and answers with a window of
 * numbered lines; a map of every line seen so far shows what an edit replaced.
 */
import type { Json } from '../../src/memory/event.ts'
import { bashResponse, type HostCall, hasFailed, type ToolCall, toolUseId } from './host-call.ts'
import type { Run, RunStep } from './load.ts'
import { structuredPatch } from './patch.ts'

type Lines = Map<number, string>

export function fromSweAgent(run: Run): HostCall[] {
  const seen = new Map<string, Lines>()
  const calls: HostCall[] = [{ kind: 'prompt', text: run.prompt }]
  run.steps.forEach((step, index) => {
    const thought = step.thought?.trim() ?? ''
    if (step.tool === 'Submit') {
      calls.push({ kind: 'stop', text: thought })
      return
    }
    if (thought !== '') calls.push({ kind: 'assistant_text', text: thought })
    calls.push(convert(step, seen, toolUseId(run.session_id, index)))
  })
  return calls
}

function convert(step: RunStep, seen: Map<string, Lines>, id: string): ToolCall {
  const output = step.output.replaceAll('\r', '')
  const shown = readWindow(output, step.cwd)
  const failedEdit = output.includes('Your changes have NOT been applied') || output.startsWith('Your proposed edit')
  let call: ToolCall
  if (step.tool === 'Write') call = create(step, shown?.file, id)
  else if (step.tool === 'Edit' || step.command === 'insert') call = edit(step, output, shown, seen, id, failedEdit)
  else if (step.tool === 'Read') call = read(step, output, shown, id)
  else if (step.tool === 'Grep' || step.tool === 'Glob' || step.tool === 'LS') call = look(step, output, id)
  else call = bash(step, output, id)
  if (shown !== undefined && !failedEdit) remember(seen, shown)
  return call
}

interface Window {
  file: string
  lines: Lines
}

function readWindow(output: string, cwd: string | undefined): Window | undefined {
  const header = /^\[File: (\S+)(?: \(\d+ lines total\)?\]?)?/m.exec(output)
  if (header?.[1] === undefined) return undefined
  const lines: Lines = new Map()
  for (const match of output.slice(header.index).matchAll(/^(\d+):(.*)$/gm)) lines.set(Number(match[1]), match[2] ?? '')
  return { file: absolute(header[1].replace(/\]$/, ''), cwd), lines }
}

function remember(seen: Map<string, Lines>, shown: Window): void {
  const known = seen.get(shown.file) ?? new Map<number, string>()
  for (const [number, line] of shown.lines) known.set(number, line)
  seen.set(shown.file, known)
}

function create(step: RunStep, shown: string | undefined, id: string): ToolCall {
  const name = step.input.replace(/^create\s+/, '').trim()
  const file = shown?.startsWith('/') ? shown : `${step.cwd ?? ''}/${name}`
  const input = { file_path: file, content: '\n' }
  const response = {
    type: 'create',
    filePath: file,
    content: '\n',
    structuredPatch: [],
    originalFile: null,
    userModified: false,
  }
  return {
    kind: 'tool',
    tool_use_id: id,
    tool_name: 'Write',
    tool_input: input,
    tool_response: response,
    failed: false,
  }
}

function edit(
  step: RunStep,
  output: string,
  shown: Window | undefined,
  seen: Map<string, Lines>,
  id: string,
  failedEdit: boolean,
): ToolCall {
  const file = shown?.file ?? absolute(step.open_file ?? '', step.cwd)
  const lines = seen.get(file) ?? new Map<number, string>()
  const change = readEdit(step.input, lines)
  const failed = failedEdit || shown === undefined || change === undefined
  const before = change?.before ?? []
  const after = change?.after ?? []
  // `create` makes an empty file; filling it counts as the creation.
  const fresh = before.every((line) => line.trim() === '') && lines.size <= 1
  if (!failed && fresh) return written(file, after.join('\n'), id)
  const input: { [key: string]: Json } = {
    file_path: file,
    old_string: before.join('\n'),
    new_string: after.join('\n'),
    replace_all: false,
  }
  if (failed || change === undefined) {
    return {
      kind: 'tool',
      tool_use_id: id,
      tool_name: 'Edit',
      tool_input: input,
      tool_response: output.slice(0, 600),
      failed: true,
    }
  }
  const around = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => lines.get(from + i) ?? '')
  const patch = structuredPatch({
    start: change.start,
    before,
    after,
    above: around(Math.max(1, change.start - 3), change.start - 1),
    below: around(change.end + 1, change.end + 3).filter((line, i) => line !== '' || lines.has(change.end + 1 + i)),
  })
  shift(lines, change.end, after.length - before.length)
  const response = {
    filePath: file,
    oldString: input.old_string ?? '',
    newString: input.new_string ?? '',
    originalFile: '',
    structuredPatch: patch,
    userModified: false,
    replaceAll: false,
  }
  return { kind: 'tool', tool_use_id: id, tool_name: 'Edit', tool_input: input, tool_response: response, failed: false }
}

function written(file: string, content: string, id: string): ToolCall {
  const response = {
    type: 'create',
    filePath: file,
    content,
    structuredPatch: [],
    originalFile: null,
    userModified: false,
  }
  return {
    kind: 'tool',
    tool_use_id: id,
    tool_name: 'Write',
    tool_input: { file_path: file, content },
    tool_response: response,
    failed: false,
  }
}

interface RangeEdit {
  start: number
  end: number
  before: string[]
  after: string[]
}

/** `edit 5:7\n…\nend_of_edit`, `edit 'old' 'new'` or `insert 'text'`. */
function readEdit(input: string, lines: Lines): RangeEdit | undefined {
  const range = /^edit (\d+):(\d+)[ \t]*\n?([\s\S]*)$/.exec(input)
  if (range !== null) {
    const start = Number(range[1])
    const last = Math.max(0, ...lines.keys())
    const end = Math.min(Number(range[2]), Math.max(last, start))
    const body = (range[3] ?? '').replace(/\n?end_of_edit\s*$/, '')
    const before = Array.from({ length: end - start + 1 }, (_, i) => lines.get(start + i) ?? '')
    return { start, end, before, after: body === '' ? [] : body.split('\n') }
  }
  const quoted = /^edit '([\s\S]*?)' '([\s\S]*)'(?: \w+)?$/.exec(input)
  const text = [...lines].sort((a, b) => a[0] - b[0])
  if (quoted !== null) {
    const before = (quoted[1] ?? '').split('\n')
    const place = text.find(([, line]) => line.includes(before[0] ?? '\0'))
    if (place === undefined) return undefined
    const whole = place[1].replace(quoted[1] ?? '', () => quoted[2] ?? '').split('\n')
    return { start: place[0], end: place[0] + before.length - 1, before: [place[1], ...before.slice(1)], after: whole }
  }
  const inserted = /^insert '([\s\S]*)'$/.exec(input)
  return inserted === null ? undefined : { start: 1, end: 1, before: [''], after: (inserted[1] ?? '').split('\n') }
}

function shift(lines: Lines, after: number, by: number): void {
  if (by === 0) return
  const moved = [...lines].filter(([number]) => number > after)
  for (const [number] of moved) lines.delete(number)
  for (const [number, line] of moved) lines.set(number + by, line)
}

function read(step: RunStep, output: string, shown: Window | undefined, id: string): ToolCall {
  const file = shown?.file ?? absolute(step.open_file ?? '', step.cwd)
  if (shown === undefined) {
    return {
      kind: 'tool',
      tool_use_id: id,
      tool_name: 'Read',
      tool_input: { file_path: file },
      tool_response: output.slice(0, 300),
      failed: true,
    }
  }
  const numbers = [...shown.lines.keys()]
  const startLine = numbers.length > 0 ? Math.min(...numbers) : 1
  const content = [...shown.lines.values()].join('\n')
  const totalLines = Number(/\((\d+) lines total\)/.exec(output)?.[1] ?? numbers.length)
  const response = { type: 'text', file: { filePath: file, content, numLines: numbers.length, startLine, totalLines } }
  return {
    kind: 'tool',
    tool_use_id: id,
    tool_name: 'Read',
    tool_input: { file_path: file },
    tool_response: response,
    failed: false,
  }
}

function look(step: RunStep, output: string, id: string): ToolCall {
  const input = { pattern: step.input.replace(/^\S+\s*/, ''), path: step.cwd ?? '' }
  return {
    kind: 'tool',
    tool_use_id: id,
    tool_name: step.tool,
    tool_input: input,
    tool_response: output,
    failed: false,
  }
}

function bash(step: RunStep, output: string, id: string): ToolCall {
  const failed = hasFailed(output)
  const input = { command: step.input, description: '' }
  return {
    kind: 'tool',
    tool_use_id: id,
    tool_name: 'Bash',
    tool_input: input,
    tool_response: failed ? `Exit code 1\n${output}` : bashResponse(output),
    failed,
  }
}

function absolute(file: string, cwd: string | undefined): string {
  return file.startsWith('/') ? file : `${cwd ?? ''}/${file}`
}
