/** One event as a model reads it: what was done, and the beginning and end of what came back. Not yet fenced. */
import type { Json, MemoryEvent, ToolEvent } from '../../memory/event.ts'
import { isRoutine } from '../command-shape.ts'
import { asRecord, outputText, readCalls, text } from '../tool-call.ts'
import { elide, type Room, scaled } from './elide.ts'

// Characters. People's and the assistant's words say why; they get most.
const PROSE: Room = { head: 1600, tail: 600 }
const PATCH: Room = { head: 1400, tail: 400 }
const COMMAND: Room = { head: 500, tail: 100 }
/** Errors and results stand at the end of a command's output. */
const COMMAND_OUTPUT: Room = { head: 400, tail: 1000 }
/** A file's text can be read again; that it was read is enough, with a taste of it. */
const FILE_CONTENT: Room = { head: 300, tail: 0 }
const OTHER: Room = { head: 900, tail: 400 }

/** `scale` 1 is the most a single event may take; smaller when many have to fit. */
export function renderEvent(event: MemoryEvent, scale: number): string {
  if (event.kind !== 'tool') return elide(event.text.trim(), scaled(PROSE, scale))
  return renderTool(event, scale).trimEnd()
}

/** How much a later session could learn from it: the order in which events are left out when room is short. */
export function weightOf(event: MemoryEvent): number {
  switch (event.kind) {
    case 'prompt':
      return event.machineMade ? 5 : 100
    case 'assistant_text':
    case 'stopped':
      return 45
    case 'subagent_stopped':
      return 40
    case 'tool':
      return toolWeight(event)
    default:
      return 0
  }
}

function toolWeight(event: ToolEvent): number {
  const tool = event.tool.toLowerCase()
  const routine = tool === 'bash' && isRoutine(text(asRecord(event.input).command))
  if (event.failed) return routine ? 12 : 60
  if (/^(?:edit|multiedit|write|notebookedit)$/.test(tool)) return 50
  if (tool === 'bash') return routine ? 8 : 35
  return tool === 'read' ? 10 : 25
}

function renderTool(event: ToolEvent, scale: number): string {
  const tool = event.tool.slice(0, 100)
  const call = event.tool.toLowerCase() === 'bash' ? undefined : readCalls(event, undefined)[0]
  if (call?.kind === 'edit') {
    const lines = call.hunks.map((hunk) => hunk.lines.join('\n')).join('\n…\n')
    return `${tool} ${call.file}${call.created ? ' (new file)' : ''}\n${elide(lines, scaled(PATCH, scale))}`
  }
  if (call?.kind === 'read') return `${tool} ${call.file}\n${elide(call.content, scaled(FILE_CONTENT, scale))}`
  const command = text(asRecord(event.input).command)
  if (command !== '') {
    const output = outputText(event.output) || renderJson(event.output)
    return `${tool}: ${elide(command, scaled(COMMAND, scale))}\n${elide(output, scaled(COMMAND_OUTPUT, scale))}`
  }
  const input = elide(renderJson(event.input), scaled(OTHER, scale))
  return `${tool}\n${input}\n→\n${elide(renderJson(event.output), scaled(OTHER, scale))}`
}

/** `key: value` lines instead of JSON: fewer tokens, and text keeps its line breaks. */
function renderJson(value: Json, depth = 0): string {
  if (value === null || typeof value !== 'object') return String(value ?? '')
  // Capture bounds the depth at 8; this holds for events from elsewhere.
  if (depth > 10) return '…'
  if (Array.isArray(value)) return value.map((item) => renderJson(item, depth + 1)).join('\n')
  return Object.entries(value)
    .filter(([, item]) => item !== null && item !== '')
    .map(([key, item]) => {
      const inner = renderJson(item, depth + 1)
      return inner.includes('\n') ? `${key}:\n${inner}` : `${key}: ${inner}`
    })
    .join('\n')
}
