/**
 * Converts Claude Code's tools to ours: the only place that knows their names, inputs and outputs. Lenient, because
 * hosts change them between versions; an unknown tool is `other`, with input and output as text.
 */
import type { Json } from '../../memory/event.ts'
import { isTooLong } from '../../memory/path-length.ts'
import type { CommandCall, ReadCall, SubagentCall, ToolCall, ToolResult } from '../../memory/tool-call.ts'
import type { HostToolEvent } from '../captured-event.ts'
import { asList, asRecord, count, type JsonRecord, renderJson, shownText, text } from '../tool-payload.ts'
import { readAnswers } from './answered-question.ts'
import { readHunks } from './edit-hunks.ts'
import { createdTask, listedTasks, type TaskChange, updatedTask, writtenTasks } from './task-call.ts'

export function readToolCall(event: HostToolEvent): ToolCall {
  const input = asRecord(event.input)
  const output = asRecord(event.output)
  const base = baseOf(event, input)
  switch (toolKind(event.tool)) {
    case 'read':
      return readCall(event, input, output)
    case 'edit':
    case 'write':
      if (toolKind(event.tool) === 'write' && isPlanFile(pathOf(input)) && !event.failed)
        return { ...base, act: 'plan', plan: text(input.content) }
      if (isHostsOwn(pathOf(input))) return otherCall(event)
      return {
        ...base,
        act: 'edit',
        file: pathOf(input),
        created: toolKind(event.tool) === 'write' && isCreated(event, output),
        hunks: event.failed ? [] : readHunks(input, output),
      }
    case 'command':
      return commandCall(event, input, output)
    case 'command output':
      return commandOutput(event, output)
    case 'task output':
      return taskOutput(event, input, output)
    case 'search':
    case 'web search':
      return {
        ...base,
        act: 'search',
        query: text(input.pattern) || text(input.query) || pathOf(input),
        output: event.failed ? '' : foundText(event, output),
        ...(toolKind(event.tool) === 'web search' ? { web: true } : {}),
      }
    case 'subagent':
      return subagentCall(event, input, output)
    case 'questions':
      return { ...base, act: 'question', asked: event.failed ? [] : readAnswers(input, event.output) }
    case 'plan':
      return { ...base, act: 'plan', plan: text(output.plan) || text(input.plan) || approvedPlan(event) }
    case 'other':
      return otherCall(event)
    default:
      return { ...base, act: 'tasks', ...taskChange(event, input) }
  }
}

export function runsCommands(tool: string): boolean {
  return toolKind(tool) === 'command'
}

export function commandText({ tool, input }: Pick<HostToolEvent, 'tool' | 'input'>): string {
  return runsCommands(tool) ? text(asRecord(input).command) : ''
}

const LOOKING = new Set(['Read', 'NotebookRead', 'Grep', 'Glob', 'LS', 'ToolSearch', 'TodoRead', 'BashOutput'])

export function looksAround(tool: string): boolean {
  return LOOKING.has(tool)
}

const KINDS = {
  read: 'read',
  notebookread: 'read',
  edit: 'edit',
  multiedit: 'edit',
  notebookedit: 'edit',
  write: 'write',
  bash: 'command',
  powershell: 'command',
  bashoutput: 'command output',
  taskoutput: 'task output',
  agentoutputtool: 'task output',
  grep: 'search',
  glob: 'search',
  ls: 'search',
  toolsearch: 'search',
  websearch: 'web search',
  todowrite: 'todo list',
  taskcreate: 'new task',
  taskupdate: 'task change',
  tasklist: 'task list',
  askuserquestion: 'questions',
  exitplanmode: 'plan',
  task: 'subagent',
  agent: 'subagent',
} as const
type ToolKind = (typeof KINDS)[keyof typeof KINDS] | 'other'

/** Some recordings have lower-case names. */
function toolKind(tool: string): ToolKind {
  const name = tool.toLowerCase()
  return Object.hasOwn(KINDS, name) ? KINDS[name as keyof typeof KINDS] : 'other' // as: it is one of its keys
}

function baseOf(event: HostToolEvent, input: JsonRecord): { result: ToolResult; files: string[]; error?: string } {
  const file = pathOf(input)
  return {
    result: event.failed ? 'failed' : 'ok',
    files: file === '' || isHostsOwn(file) ? [] : [file],
    ...(event.failed ? { error: shownText(event.output) || renderJson(event.output) } : {}),
  }
}

/**
 * The host lets the agent write a plan here before showing it to the user: the text is a plan, the file is not the
 * project's.
 */
function isPlanFile(path: string): boolean {
  return /[/\\]\.claude[/\\]plans[/\\][^/\\]+\.md$/.test(path)
}

/** Plans and scratchpads: the host's files, not the project's. */
function isHostsOwn(path: string): boolean {
  return isPlanFile(path) || /[/\\]scratchpad[/\\]/.test(path)
}

/** Also empty for an impossible path. */
function pathOf(input: JsonRecord): string {
  const path = text(input.file_path) || text(input.notebook_path) || text(input.path)
  return isTooLong(path) ? '' : path
}

function readCall(event: HostToolEvent, input: JsonRecord, output: JsonRecord): ReadCall {
  const base = { ...baseOf(event, input), act: 'read' as const, file: pathOf(input) }
  if (event.failed) return { ...base, content: '', startLine: 1 }
  const file = asRecord(output.file)
  if (Object.keys(file).length > 0)
    return { ...base, content: text(file.content), startLine: count(file.startLine) || 1 }
  // As the model saw it: with line numbers, and reminders after it.
  const shown = shownText(event.output).replace(/\s*<system-reminder>[\s\S]*$/, '')
  const startLine = Number(/^\s*(\d+)(?:→|\t)/.exec(shown)?.[1] ?? 1)
  return { ...base, content: shown.replace(/^ *\d+(?:→|\t)/gm, ''), startLine }
}

/** A host that has no field for it says so in its text. */
function isCreated(event: HostToolEvent, output: JsonRecord): boolean {
  const said = text(output.type)
  return said === '' ? !/\bhas been updated\b/.test(shownText(event.output)) : said !== 'update'
}

// 50 characters: anything shorter is a word or two, like the end of a successful build
const SILENT_CHARACTERS = 50

function commandCall(event: HostToolEvent, input: JsonRecord, output: JsonRecord): CommandCall {
  const shown = shownText(event.output)
  const background =
    !event.failed &&
    (input.run_in_background === true ||
      text(output.backgroundTaskId) !== '' ||
      /^Command (?:running in background|was manually backgrounded)/.test(shown))
  const silent = !background && shown.trim().length < SILENT_CHARACTERS
  return {
    act: 'command',
    result: event.failed ? 'failed' : silent ? 'silent' : 'ok',
    files: [],
    command: text(input.command),
    ...(event.folder ? { folder: event.folder } : {}),
    output: shown,
    background,
  }
}

/** Checking a background command: it is over when the host reports how it ended. */
function commandOutput(event: HostToolEvent, output: JsonRecord): ToolCall {
  const shown = shownText(event.output)
  const command = text(output.command)
  if (event.failed || command === '') return otherCall(event)
  const status = text(output.status)
  const failed = count(output.exitCode) !== 0 || status === 'failed'
  return {
    act: 'command',
    result: failed ? 'failed' : status !== 'running' && shown.trim().length < SILENT_CHARACTERS ? 'silent' : 'ok',
    files: [],
    command,
    output: shown,
    background: status === 'running',
  }
}

/**
 * Checking a background agent gives its report; for a background command, which the host does not repeat, just text.
 */
function taskOutput(event: HostToolEvent, input: JsonRecord, output: JsonRecord): ToolCall {
  const task = asRecord(output.task)
  if (event.failed || text(task.task_type) !== 'local_agent') return otherCall(event)
  const report = text(task.status) === 'running' ? '' : text(task.result) || text(task.output)
  return { ...baseOf(event, input), act: 'subagent', task: text(task.description), report }
}

function otherCall(event: HostToolEvent): ToolCall {
  const base = baseOf(event, asRecord(event.input))
  return { ...base, act: 'other', input: renderJson(event.input), output: event.failed ? '' : otherText(event) }
}

function otherText(event: HostToolEvent): string {
  return shownText(event.output) || renderJson(event.output)
}

function foundText(event: HostToolEvent, output: JsonRecord): string {
  if (Array.isArray(output.filenames)) return text(output.content) || output.filenames.map(text).join('\n')
  if (Array.isArray(output.results)) return output.results.map(webResult).join('\n')
  return text(output.content) || otherText(event)
}

/** A list of pages, or the host's own text about them. */
function webResult(result: Json): string {
  const pages = asList(asRecord(result).content).map(asRecord)
  if (pages.length === 0) return text(result) || text(asRecord(result).content)
  return pages.map((page) => `${text(page.title)} ${text(page.url)}`.trim()).join('\n')
}

function subagentCall(event: HostToolEvent, input: JsonRecord, output: JsonRecord): SubagentCall {
  const task = text(input.description) || (text(input.prompt).split('\n')[0] ?? '').slice(0, 200)
  // Started, not back yet: its result comes as a separate report.
  const away = event.failed || output.isAsync === true || /_(?:launched|spawned)$/.test(text(output.status))
  const blocks = Array.isArray(event.output) ? event.output : asList(output.content)
  const said = blocks.length > 0 ? blocks.map((block) => text(asRecord(block).text)) : [shownText(event.output)]
  const report = said
    .filter((part) => !/^(?:agentId: |Async agent launched)/.test(part))
    .join('\n')
    .trim()
  return { ...baseOf(event, input), act: 'subagent', task, report: away ? '' : report }
}

/** Newer hosts write the plan to a file and repeat its text after their own. */
function approvedPlan(event: HostToolEvent): string {
  if (event.failed) return ''
  return /^## Approved Plan[^\n]*:\n([\s\S]+)/m.exec(shownText(event.output))?.[1]?.trim() ?? ''
}

function taskChange(event: HostToolEvent, input: JsonRecord): TaskChange {
  if (event.failed) return { tasks: [], whole: false }
  switch (toolKind(event.tool)) {
    case 'todo list':
      return writtenTasks(input, event.output)
    case 'new task':
      return createdTask(input, event.output)
    case 'task change':
      return updatedTask(input)
    default:
      return listedTasks(event.output)
  }
}
