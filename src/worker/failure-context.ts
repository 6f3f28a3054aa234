/**
 * Failure memory: what is answered beside a call that failed as one did before, and, where that is wished, before a command
 * runs that is known to fail as it is typed. Most failures are new, and get no word.
 */
import type { HostToolEvent } from '../capture/captured-event.ts'
import { cleanEvent } from '../capture/clean.ts'
import type { HookReply } from '../capture/host.ts'
import type { HostEvent, PlannedToolUse, SessionFacts } from '../capture/host-event.ts'
import { hookedHost, hostOf } from '../capture/hosts.ts'
import { keptToolEvent } from '../capture/kept-event.ts'
import { shownText } from '../capture/tool-payload.ts'
import { renderFailureDenied, renderFailureHint } from '../context/failure-hint.ts'
import type { ToolEvent } from '../memory/event.ts'
import { freshnessLabel } from '../memory/freshness.ts'
import { type FailureMatch, findFailingCommand, findKnownFailure } from '../retrieval/known-failures.ts'
import type { Injection } from '../store/ledger.ts'
import { failureOf, plannedCommand } from '../synthesis/known-failure.ts'
import { findCheckout } from '../workspace/checkout.ts'
import { stillFails } from './http/failing-command.ts'
import { type ContextParts, visibleProject } from './session-context.ts'

/** Of the 200 ms a hook waits, for looking at the files a memory cites. */
const FRESHNESS_MS = 50

export interface FailureAnswer {
  sessionId: string
  injection: Injection
  reply: HookReply
}

/** undefined when the call went well, or nothing is known of how it failed. */
export function failureContext(
  parts: ContextParts,
  by: { event: HostToolEvent; session: SessionFacts },
): FailureAnswer | undefined {
  const { session } = by
  const place = parts.config.FAILURE_HINTS === 'off' ? undefined : placeOf(parts, session)
  // As it would be stored: what is stored of the earlier failure has no secrets in it either.
  const failure = place && failureOf(asStored(by.event), place.root)
  const match = failure && findKnownFailure(parts.db, failure, place)
  if (!match) return undefined
  const hint = renderFailureHint(hintOf(match), since(parts, match, session))
  return answer(match, session, hint.tokens, { to: by.event.failed ? 'failed call' : 'call', context: hint.text })
}

/** undefined: the command runs. */
export function plannedFailure(parts: ContextParts, planned: PlannedToolUse): FailureAnswer | undefined {
  const { session } = planned
  const place = parts.config.FAILURE_HINTS === 'deny-once' ? placeOf(parts, session) : undefined
  if (!place) return undefined
  const command = plannedCommand(asStored(asEvent(planned)), place.root)
  if (command === undefined) return undefined
  const known = findFailingCommand(parts.db, command, place)
  const match = known.find((one) => stillFails(parts.db, one, { ...place, command }))
  if (!match) return undefined
  const denied = renderFailureDenied(hintOf(match), since(parts, match, session))
  return answer(match, session, denied.tokens, { to: 'planned call', refusal: denied.text })
}

/** The same words as in hook.sh: a hook asks about a call that went well only when its output has one of them. */
const LOOKS_FAILED =
  /Traceback|rror: |rror TS|rror\[|npm ERR|npm error|FAIL|[1-9] fail|fail [1-9]|not ok |not found|\*\*\* |xit code [1-9]/
// 8,000 characters: more than capture keeps of the end of an output
const TAIL_CHARACTERS = 8000

/** What the answering thread must know of a call whose file is taken before its hook asks; small, because it is kept. */
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

function placeOf({ db, config }: ContextParts, session: SessionFacts) {
  const project = visibleProject(db, config, session)
  if (!project) return undefined
  const root = findCheckout(session.cwd)?.root ?? project.root
  return { project: project.id, root, sessionId: session.sessionId }
}

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

/** What a person or a model wrote of the edits says more than what we made of them; which command was needed we saw. */
function hintOf({ failure, before }: FailureMatch) {
  const titled = failure.source === 'user' || (failure.source === 'model' && failure.fixedBy === 'edit')
  return { ...failure, fix: titled ? '' : failure.fix, failedBefore: before?.failedAt }
}

function since({ freshness: asked, timeZone }: ContextParts, { failure }: FailureMatch, { cwd }: SessionFacts) {
  const freshness = asked.of([failure.observation], cwd, { ms: FRESHNESS_MS }).get(failure.observation)
  return { now: Date.now(), timeZone, since: freshness ? freshnessLabel(freshness) : '' }
}

function answer(
  { failure, score, parts }: FailureMatch,
  { sessionId }: SessionFacts,
  tokens: number,
  reply: HookReply,
): FailureAnswer {
  return { sessionId, injection: { observation: failure.observation, score, parts, tokens }, reply }
}
