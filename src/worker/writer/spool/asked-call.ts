/**
 * What the answering thread must know of a call whose file is taken before its hook asks. Small, because it is kept in
 * memory.
 */
import type { HostEvent } from '../../../capture/host-event.ts'
import { hostOf } from '../../../capture/hosts.ts'
import { shownText } from '../../../capture/tool-payload.ts'

/** The same words as in hook.sh: a hook asks about a successful call only if its output contains one of them. */
const LOOKS_FAILED =
  /Traceback|rror: |rror TS|rror\[|npm ERR|npm error|FAIL|[1-9] fail|fail [1-9]|not ok |not found|\*\*\* |xit code [1-9]/
// 8,000 characters: more than capture keeps of the end of an output
const TAIL_CHARACTERS = 8000

/** undefined for calls no hook asks about. */
export function askedOf(host: HostEvent & { kind: 'event' }): HostEvent | undefined {
  const { event } = host
  if (event.kind !== 'tool') return undefined
  const { tools } = hostOf(event)
  if (!event.failed && !tools.runsCommands(event.tool)) return undefined
  const output = shownText(event.output).slice(-TAIL_CHARACTERS)
  if (!event.failed && !LOOKS_FAILED.test(output)) return { kind: 'ignored', reason: 'the call went well' }
  const command = tools.command(event).slice(0, TAIL_CHARACTERS)
  return { ...host, event: { ...event, input: { command }, output } }
}
