/**
 * Converts Codex CLI's tools to ours. Input and output have the shape of `call-input.ts` and `call-output.ts`, cleaned.
 */
import type { Json } from '../../memory/event.ts'
import { isTooLong } from '../../memory/path-length.ts'
import type { CommandCall, Task, TaskState, ToolCall, ToolResult } from '../../memory/tool-call.ts'
import type { HostToolEvent } from '../captured-event.ts'
import { asList, asRecord, type JsonRecord, renderJson, text } from '../tool-payload.ts'
import { toolKind } from './tool-kind.ts'

/** Our server's names, as Codex CLI joins them with the tool's. */
const OWN_TOOL = /^(?:mcp__)?claude[-_]mem(?:_\w+?)?__\w+$/

export function isOwnCall({ tool }: HostToolEvent): boolean {
  return OWN_TOOL.test(tool)
}

export function runsCommands(tool: string): boolean {
  return toolKind(tool) === 'command'
}

export function commandText({ tool, input }: Pick<HostToolEvent, 'tool' | 'input'>): string {
  return runsCommands(tool) ? text(asRecord(input).command) : ''
}

export function looksAround(tool: string): boolean {
  return ['read', 'search'].includes(toolKind(tool))
}

export function readToolCall(event: HostToolEvent): ToolCall {
  const input = asRecord(event.input)
  const shown = text(asRecord(event.output).shown)
  const base = baseOf(event, input, shown)
  switch (toolKind(event.tool)) {
    case 'command':
      return commandText(event) === '' ? otherCall(event, input, shown) : commandCall(event, shown)
    case 'edit':
      return {
        ...base,
        act: 'edit',
        file: pathOf(input),
        created: text(input.change) === 'add',
        hunks: event.failed ? [] : asList(input.hunks).flatMap(readHunk),
      }
    case 'read':
      // Every line begins with its number: `L12: text`.
      return {
        ...base,
        act: 'read',
        file: pathOf(input),
        content: event.failed ? '' : shown.replace(/^L\d+: ?/gm, ''),
        startLine: Number(/^L(\d+):/.exec(shown)?.[1] ?? 1),
      }
    case 'search':
    case 'web search':
      return {
        ...base,
        act: 'search',
        query: text(input.pattern) || text(input.query) || pathOf(input),
        output: event.failed ? '' : shown,
        ...(toolKind(event.tool) === 'web search' ? { web: true } : {}),
      }
    case 'tasks':
      return { ...base, act: 'tasks', tasks: event.failed ? [] : asList(input.plan).flatMap(readTask), whole: true }
    case 'questions':
      return { ...base, act: 'question', asked: event.failed ? [] : readAnswers(input, shown) }
    case 'agent':
      return { ...base, act: 'subagent', task: firstLine(text(input.message) || text(input.prompt)), report: '' }
    case 'other':
      return otherCall(event, input, shown)
  }
}

function baseOf(event: HostToolEvent, input: JsonRecord, shown: string) {
  const file = pathOf(input)
  const result: ToolResult = event.failed ? 'failed' : 'ok'
  return { result, files: file === '' ? [] : [file], ...(event.failed ? { error: shown } : {}) }
}

/** Also empty for an impossible path. */
function pathOf(input: JsonRecord): string {
  const path = text(input.path) || text(input.file_path) || text(input.dir_path)
  return isTooLong(path) ? '' : path
}

// 50 characters: as for every host, less is the end of a successful build
const SILENT_CHARACTERS = 50

function commandCall(event: HostToolEvent, shown: string): CommandCall {
  const background = text(asRecord(event.output).runningAs) !== ''
  const silent = !background && shown.trim().length < SILENT_CHARACTERS
  return {
    act: 'command',
    result: event.failed ? 'failed' : silent ? 'silent' : 'ok',
    files: [],
    command: commandText(event),
    ...(event.folder ? { folder: event.folder } : {}),
    output: shown,
    background,
  }
}

function otherCall(event: HostToolEvent, input: JsonRecord, shown: string): ToolCall {
  return {
    ...baseOf(event, input, shown),
    act: 'other',
    input: renderJson(event.input),
    output: event.failed ? '' : shown,
  }
}

/** `oldStart` is 0: these patches have no line numbers. */
function readHunk(hunk: Json) {
  const lines = asList(asRecord(hunk).lines).map(text)
  return lines.length === 0
    ? []
    : [{ oldStart: 0, lines: lines.map((line) => (/^[ +-]/.test(line) ? line : ` ${line}`)) }]
}

const STATES: { [status: string]: TaskState } = { in_progress: 'doing', completed: 'done' }

function readTask(item: Json): Task[] {
  const words = text(asRecord(item).step)
  return words === '' ? [] : [{ id: words, text: words, state: STATES[text(asRecord(item).status)] ?? 'open' }]
}

/** The answers come as JSON, by question id. */
function readAnswers(input: JsonRecord, shown: string): { question: string; answer: string }[] {
  let answers: JsonRecord = {}
  try {
    answers = asRecord(asRecord(JSON.parse(shown) as Json).answers)
  } catch {
    // cut, or in plain text: the questions are still worth storing
  }
  return asList(input.questions).flatMap((item) => {
    const { id, question } = asRecord(item)
    const given = asList(asRecord(answers[text(id)]).answers).map(text)
    return text(question) === '' ? [] : [{ question: text(question), answer: given.join(', ') }]
  })
}

function firstLine(words: string): string {
  return (words.split('\n')[0] ?? '').slice(0, 200)
}
