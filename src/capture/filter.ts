/**
 * What is not worth storing, with the reason. Our own tools and answers are never captured: memory of memory would be a
 * recall loop.
 */

import type { Json } from '../memory/event.ts'
import { onlyLooks } from '../memory/routine-command.ts'
import { programWords, simpleCommands } from '../memory/shell-command.ts'
import { matchesGlob } from '../workspace/glob.ts'
import type { CapturedEvent, HostToolEvent } from './captured-event.ts'
import { hostOf } from './hosts.ts'

export type SubagentPolicy = 'on' | 'summary' | 'off'

/** With fewer characters of input and response there is nothing to learn. */
const MIN_TEXT = 50

/** Why this event is not stored; undefined when it is. */
export function skipReason(
  event: CapturedEvent,
  by: { skipTools: string[]; subagents: SubagentPolicy },
): string | undefined {
  if (event.agent !== undefined && by.subagents === 'off') return 'a subagent, and subagents are off'
  if (event.kind === 'assistant_text' && event.agent !== undefined && by.subagents === 'summary')
    return "a subagent's running text"
  if (event.kind !== 'tool') return undefined
  if (isOwnTool(event)) return 'one of our own tools'
  if (by.skipTools.some((pattern) => matchesGlob(pattern.trim(), event.tool))) return 'on the list of skipped tools'
  if (event.agent !== undefined && by.subagents === 'summary' && isRoutine(event)) return "a subagent's routine call"
  if (textLength(event.input) + textLength(event.output) < MIN_TEXT && !tellsByItself(event)) return 'too little text'
  return undefined
}

function isOwnTool(event: HostToolEvent): boolean {
  const { tools } = hostOf(event)
  return tools.isOurs(event) || isOwnCommand(tools.command(event))
}

/** Programs that only pass on or format another's output; `read` takes the port from its file. */
const FILTERS = new Set('jq head tail cat grep sort less wc cut sed cd echo true read'.split(' '))

/** True if the command only asks us and does nothing else. */
function isOwnCommand(line: string): boolean {
  const commands = simpleCommands(line)
  const readsPort = PORT_FILE.test(line)
  const asks = commands.map(
    (command) => asksUs(command) || (readsPort && (PORT_READ.test(command) || WAKES.test(command))),
  )
  return (
    asks.some((own) => own) && commands.every((command, i) => asks[i] || FILTERS.has(programWords(command)[0] ?? ''))
  )
}

function asksUs(command: string): boolean {
  const words = programWords(command)
  const [program, first = '', second = ''] = words
  if (program === 'claude-mem') return true
  if (program === 'npx' || program === 'bunx' || program === 'pnpx')
    return [first, second].some((word) => /^(?:claude-mem|agent-keepsake)(?:@|$)/.test(word))
  if (program !== 'curl' && program !== 'wget') return false
  return OWN_ROUTE.test(command) || OWN_PORT.test(command)
}

const LOOPBACK = String.raw`(?:127\.0\.0\.1|localhost|\[::1\])`
/** Routes with our own names, on any port; the port is often written as a substitution. */
const OWN_ROUTE = new RegExp(
  String.raw`${LOOPBACK}(?::(?:\$\([^)\n]{1,80}\)|[^/\s]{1,40}))?/api/(?:search|observations?|timeline|context)\b`,
)
/** Other routes only if the port is certainly ours: `/api/health` may be the program the user works on. */
const OWN_PORT = new RegExp(
  String.raw`${LOOPBACK}:(?:37777|\$\([^)\n]{0,60}claude-mem[^)\n]{0,40}\)|\$\{?CLAUDE_MEM_\w{1,40}\}?)/api/`,
)

/** As the skill does it: the port comes from our own file, so any request to it is to us. */
const PORT_FILE =
  /\bread -r port\b[^;\n]{0,20}<[^;\n]{0,80}\.claude-mem\}?\/port\b|\.claude-mem\}?"?;[^\n]{0,40}\bread -r port\b[^;\n]{0,40}\/port\b/
/** Before that it names our folder and wakes the worker. */
const WAKES = /^\w+="?\$\{CLAUDE_MEM_DATA_DIR:-\$HOME\/\.claude-mem\}"?$|^sh "?\$\w+\/wake"?$/
const PORT_READ = new RegExp(String.raw`^\s*curl\s.*${LOOPBACK}:\$\{?port\}?/`)

function isRoutine(event: HostToolEvent): boolean {
  if (event.failed) return false
  const { tools } = hostOf(event)
  if (tools.looksAround(event.tool)) return true
  const line = tools.command(event)
  return line !== '' && onlyLooks(line)
}

/** A plan, an answer and a task step are short but count; so does a silent build, which ends the failure before it. */
function tellsByItself(event: HostToolEvent): boolean {
  const call = hostOf(event).tools.read(event)
  if (['tasks', 'question', 'plan'].includes(call.act)) return true
  return call.act === 'command' && call.result === 'silent' && call.command !== '' && !onlyLooks(call.command)
}

/** Characters of text in it, without field names. Stops once it is enough. */
function textLength(value: Json): number {
  let length = 0
  const open: Json[] = [value]
  for (let item = open.pop(); item !== undefined && length < MIN_TEXT; item = open.pop()) {
    if (typeof item === 'string') length += item.trim().length
    else if (typeof item === 'number') length += String(item).length
    else if (item !== null && typeof item === 'object') for (const part of Object.values(item)) open.push(part)
  }
  return length
}
