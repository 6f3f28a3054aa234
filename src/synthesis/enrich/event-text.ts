/** One event as a model reads it: what was done, and the beginning and end of the result. Not yet fenced. */

import { type Ends, keepEnds, scaled } from '../../memory/cut-text.ts'
import type { MemoryEvent, ToolEvent } from '../../memory/event.ts'
import { relativePath } from '../../memory/relative-path.ts'
import type { ToolCall } from '../../memory/tool-call.ts'
import { isRoutine } from '../command-shape.ts'

// Characters. What people and the assistant say explains why, so it gets most.
const PROSE: Ends = { head: 1600, tail: 600 }
const PATCH: Ends = { head: 1400, tail: 400 }
const COMMAND: Ends = { head: 500, tail: 100 }
/** Errors and results are at the end of a command's output. */
const COMMAND_OUTPUT: Ends = { head: 400, tail: 1000 }
/** A file can be read again: a short excerpt is enough. */
const FILE_CONTENT: Ends = { head: 300, tail: 0 }
const OTHER: Ends = { head: 900, tail: 400 }

/** `scale` 1 is the most a single event may take; smaller when many have to fit. */
export function renderEvent(event: MemoryEvent, scale: number): string {
  if (event.kind !== 'tool') return keepEnds(event.text.trim(), scaled(PROSE, scale))
  return renderTool(event, scale).trimEnd()
}

/** How much a later session could learn from it: decides what is left out first when room is short. */
export function weightOf(event: MemoryEvent): number {
  switch (event.kind) {
    case 'prompt':
      return event.machineMade ? 5 : 100
    case 'assistant_text':
    case 'stopped':
      return 45
    case 'subagent_stopped':
    case 'reported':
      return 40
    case 'tool':
      return toolWeight(event)
    default:
      return 0
  }
}

function toolWeight({ call }: ToolEvent): number {
  const routine = call.act === 'command' && isRoutine(call.command)
  if (call.result === 'failed') return routine ? 12 : 60
  switch (call.act) {
    case 'question':
    case 'plan':
      return 90
    case 'edit':
      return 50
    case 'subagent':
      return 40
    case 'command':
      return routine ? 8 : 35
    case 'read':
      return 10
    default:
      return 25
  }
}

function renderTool(event: ToolEvent, scale: number): string {
  const { call } = event
  const tool = event.tool.slice(0, 100)
  if (call.error !== undefined) return `${tool} ${subjectOf(call)}\n${keepEnds(call.error, scaled(OTHER, scale))}`
  switch (call.act) {
    case 'edit': {
      const lines = call.hunks.map((hunk) => hunk.lines.join('\n')).join('\n…\n')
      return `${tool} ${subjectOf(call)}${call.created ? ' (new file)' : ''}\n${keepEnds(lines, scaled(PATCH, scale))}`
    }
    case 'read':
      return `${tool} ${subjectOf(call)}\n${keepEnds(call.content, scaled(FILE_CONTENT, scale))}`
    case 'command': {
      const command = keepEnds(call.command, scaled(COMMAND, scale))
      return `${tool}: ${command}\n${keepEnds(call.output, scaled(COMMAND_OUTPUT, scale))}`
    }
    case 'search':
      return `${tool}: ${subjectOf(call)}\n${keepEnds(call.output, scaled(OTHER, scale))}`
    case 'tasks':
      return `${tool}\n${keepEnds(call.tasks.map((task) => `${task.state}: ${task.text || task.id}`).join('\n'), scaled(OTHER, scale))}`
    case 'question':
      return `${tool}\n${keepEnds(call.asked.map(({ question, answer }) => `${question}\n→ ${answer}`).join('\n'), scaled(OTHER, scale))}`
    case 'plan':
      return `${tool}\n${keepEnds(call.plan, scaled(PROSE, scale))}`
    case 'subagent':
      return `${tool}: ${subjectOf(call)}\n${keepEnds(call.report, scaled(PROSE, scale))}`
    case 'other': {
      const input = keepEnds(call.input, scaled(OTHER, scale))
      return `${tool}\n${input}\n→\n${keepEnds(call.output, scaled(OTHER, scale))}`
    }
  }
}

/** The subject in one line; empty if the call consists only of its texts. */
function subjectOf(call: ToolCall): string {
  switch (call.act) {
    case 'read':
    case 'edit':
      return relativePath(call.file, undefined)
    case 'search':
      return call.query.slice(0, 300)
    case 'subagent':
      return call.task.slice(0, 300)
    case 'other':
      return call.input.slice(0, 300)
    default:
      return ''
  }
}
