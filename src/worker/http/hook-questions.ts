/**
 * Turns a hook's question about a tool call into what `context/` takes: capture reads the host's call, synthesis reads
 * the command in it.
 */
import type { HostToolEvent } from '../../capture/captured-event.ts'
import { cleanEvent } from '../../capture/clean.ts'
import type { PlannedToolUse, SessionFacts } from '../../capture/host-event.ts'
import { hookedHost } from '../../capture/hosts.ts'
import { keptToolEvent } from '../../capture/kept-event.ts'
import type { FailedCall, PlannedCommand } from '../../context/failure-context.ts'
import type { PlannedRead } from '../../context/read-context.ts'
import type { ToolEvent } from '../../memory/event.ts'
import type { Database } from '../../store/database.ts'
import { failureOf, plannedCommand } from '../../synthesis/known-failure.ts'
import { stillFails } from './failing-command.ts'

/** undefined where the gate does not apply: another tool, part of a file, a subagent. */
export function askedRead(planned: PlannedToolUse, hostConfigDir: string): PlannedRead | undefined {
  const { session, agentId } = planned
  const { hooks } = hookedHost
  const read = hooks.plannedRead(planned)
  if (!read?.whole || agentId !== undefined) return undefined
  return {
    session,
    file: read.file,
    tokensOfRead: hooks.tokensOfRead,
    mayUseMemoryTools: () => hooks.mayUseMemoryTools(planned, hostConfigDir),
  }
}

export function askedFailure(event: HostToolEvent, session: SessionFacts): FailedCall {
  return { session, failureIn: (root) => failureOf(asStored(event), root) }
}

export function askedCommand(db: Database, planned: PlannedToolUse): PlannedCommand {
  return {
    session: planned.session,
    commandIn: (root) => plannedCommand(asStored(asEvent(planned)), root),
    stillFails: (match, asked) => stillFails(db, match, asked),
  }
}

/** Redacted the same way as the stored failure, so that the two can be compared. */
function asStored(event: HostToolEvent): ToolEvent {
  return keptToolEvent(cleanEvent(event, () => false))
}

function asEvent({ session, tool, input }: PlannedToolUse): HostToolEvent {
  const { sessionId, cwd } = session
  return {
    kind: 'tool',
    host: hookedHost.name,
    key: '',
    sessionId,
    at: 0,
    origin: 'hook',
    tool,
    toolUseId: '',
    ...(cwd === '' ? {} : { folder: cwd }),
    input,
    output: null,
    failed: false,
  }
}
