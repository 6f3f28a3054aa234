/** Tool calls for tests, in our types: what capture would make of a host's. */
import { diffLines } from './line-diff.ts'
import type { CommandCall, EditCall, OtherCall, ReadCall } from './tool-call.ts'

export function commandCall(command: string, output = '', more: Partial<CommandCall> = {}): CommandCall {
  const result = output.trim().length < 50 ? 'silent' : 'ok'
  return { act: 'command', result, files: [], command, output, background: false, ...more }
}

export function failedCommand(command: string, error: string): CommandCall {
  return commandCall(command, error, { result: 'failed' })
}

export function editCall(file: string, before: string, after: string): EditCall {
  const lines = diffLines(before === '' ? [] : before.split('\n'), after === '' ? [] : after.split('\n'))
  const hunks = before === after ? [] : [{ oldStart: 0, lines }]
  return { act: 'edit', result: 'ok', files: [file], file, created: false, hunks }
}

export function createdCall(file: string, content: string): EditCall {
  const lines = content.replace(/\n$/, '').split('\n')
  const hunks = [{ oldStart: 1, lines: lines.map((line) => `+${line}`) }]
  return { act: 'edit', result: 'ok', files: [file], file, created: true, hunks }
}

export function readCall(file: string, content: string): ReadCall {
  return { act: 'read', result: 'ok', files: [file], file, content, startLine: 1 }
}

export function otherCall(input: string, output: string): OtherCall {
  return { act: 'other', result: 'ok', files: [], input, output }
}
