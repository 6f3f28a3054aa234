/**
 * pi sessions as Claude Code calls: lower-case tools, JSON inputs (long ones cut by the data set), many prompts, no
 * thoughts.
 */

import { diffLines } from '../../src/memory/line-diff.ts'
import { bashResponse, type HostCall, type ToolCall, toolUseId } from './host-call.ts'
import type { Run, RunStep } from './load.ts'
import { structuredPatch } from './patch.ts'

export function fromPi(run: Run): HostCall[] {
  const prompts = run.prompts ?? [{ after_step: 0, text: run.prompt }]
  const calls: HostCall[] = []
  for (let index = 0; index <= run.steps.length; index++) {
    for (const prompt of prompts.filter((one) => one.after_step === index)) {
      if (calls.length > 0) calls.push({ kind: 'stop', text: '' })
      calls.push({ kind: 'prompt', text: prompt.text })
    }
    const step = run.steps[index]
    if (step !== undefined) calls.push(convert(step, toolUseId(run.session_id, index)))
  }
  calls.push({ kind: 'stop', text: '' })
  return calls
}

function convert(step: RunStep, id: string): ToolCall {
  const field = (name: string) => readField(step.input, name)
  const base = { kind: 'tool' as const, tool_use_id: id }
  const path = field('path')
  if (step.tool === 'bash') {
    const exit = /Command exited with code ([1-9]\d*)\s*$/.exec(step.output)?.[1]
    const failed = exit !== undefined
    return {
      ...base,
      tool_name: 'Bash',
      tool_input: { command: field('command'), description: '' },
      tool_response: failed ? `Exit code ${exit}\n${step.output}` : bashResponse(step.output),
      failed,
    }
  }
  if (step.tool === 'read') {
    const startLine = Number(/"offset":\s*(\d+)/.exec(step.input)?.[1] ?? 1)
    const numLines = step.output.split('\n').length
    return {
      ...base,
      tool_name: 'Read',
      tool_input: { file_path: path },
      tool_response: {
        type: 'text',
        file: { filePath: path, content: step.output, numLines, startLine, totalLines: numLines },
      },
      failed: false,
    }
  }
  const failed = !step.output.startsWith('Success')
  if (step.tool === 'write') {
    const content = field('content')
    const response = {
      type: 'create',
      filePath: path,
      content,
      structuredPatch: [],
      originalFile: null,
      userModified: false,
    }
    return {
      ...base,
      tool_name: 'Write',
      tool_input: { file_path: path, content },
      tool_response: failed ? step.output : response,
      failed,
    }
  }
  const { before, after } = withoutCut(step.input, field('oldText'), field('newText'))
  const patch = structuredPatch({
    start: 1,
    before: before.split('\n'),
    after: after.split('\n'),
    above: [],
    below: [],
  })
  const response = {
    filePath: path,
    oldString: before,
    newString: after,
    originalFile: '',
    structuredPatch: patch,
    userModified: false,
    replaceAll: false,
  }
  return {
    ...base,
    tool_name: 'Edit',
    tool_input: { file_path: path, old_string: before, new_string: after, replace_all: false },
    tool_response: failed ? step.output : response,
    failed,
  }
}

/** The data set cuts long inputs: nothing is known beyond the cut, so nothing is reported as changed there. */
function withoutCut(input: string, before: string, after: string): { before: string; after: string } {
  if (!/chars cut\]$/.test(input)) return { before, after }
  const known = after.split('\n').length - 1
  if (known < 2) return { before, after: `${before}\n` }
  // What is new is known; what was removed may be beyond the cut.
  const kept = diffLines(before.split('\n'), after.split('\n').slice(0, known)).filter((line) => !line.startsWith('-'))
  const lines = (marks: string) => kept.filter((line) => marks.includes(line.charAt(0))).map((line) => line.slice(1))
  return { before: lines(' ').join('\n'), after: lines(' +').join('\n') }
}

/** One string of a JSON object that may end early. */
function readField(input: string, name: string): string {
  const found = new RegExp(`"${name}":\\s*"((?:[^"\\\\]|\\\\[\\s\\S])*)`).exec(input)?.[1] ?? ''
  const whole = found.replace(/\n…\[\d+ chars cut\]$/, '').replace(/\\$/, '')
  try {
    return JSON.parse(`"${whole.replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`) as string // a JSON string literal
  } catch {
    return whole
  }
}
