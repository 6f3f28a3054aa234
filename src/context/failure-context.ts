/**
 * Failure memory: what is answered beside a call that failed as one did before, and, where that is wished, before a command
 * runs that is known to fail as it is typed. Most failures are new, and get no word.
 */
import type { FailureSignature } from '../memory/failure.ts'
import { freshnessLabel } from '../memory/freshness.ts'
import { type FailureMatch, findFailingCommand, findKnownFailure } from '../retrieval/known-failures.ts'
import type { SessionPlace } from '../retrieval/session-project.ts'
import type { Injection } from '../store/ledger.ts'
import { findCheckout } from '../workspace/checkout.ts'
import { type ContextParts, visibleProject } from './context-parts.ts'
import { renderFailureDenied, renderFailureHint } from './failure-hint.ts'

/** Of the 200 ms a hook waits, for looking at the files a memory cites. */
const FRESHNESS_MS = 50

export interface FailureAnswer {
  sessionId: string
  injection: Injection
  text: string
}

/** How a call failed is read from it where the commands' root is known. */
export interface FailedCall {
  session: SessionPlace
  failureIn: (root: string) => FailureSignature | undefined
}

export interface PlannedCommand {
  session: SessionPlace
  /** As it would be typed in the root; undefined when it is none that can be known. */
  commandIn: (root: string) => string | undefined
  /** Whether work that was done since leaves it failing. */
  stillFails: (match: FailureMatch, planned: Place & { command: string }) => boolean
}

interface Place {
  project: string
  root: string
  sessionId: string
}

/** undefined when the call went well, or nothing is known of how it failed. */
export function failureContext(parts: ContextParts, { session, failureIn }: FailedCall): FailureAnswer | undefined {
  const place = parts.settings.failureHints === 'off' ? undefined : placeOf(parts, session)
  const failure = place && failureIn(place.root)
  const match = failure && findKnownFailure(parts.db, failure, place)
  return match && answer(match, session, renderFailureHint(hintOf(match), since(parts, match, session)))
}

/** undefined: the command runs. */
export function plannedFailure(parts: ContextParts, planned: PlannedCommand): FailureAnswer | undefined {
  const { session } = planned
  const place = parts.settings.failureHints === 'deny-once' ? placeOf(parts, session) : undefined
  if (!place) return undefined
  const command = planned.commandIn(place.root)
  if (command === undefined) return undefined
  const known = findFailingCommand(parts.db, command, place)
  const match = known.find((one) => planned.stillFails(one, { ...place, command }))
  return match && answer(match, session, renderFailureDenied(hintOf(match), since(parts, match, session)))
}

function placeOf(parts: ContextParts, session: SessionPlace): Place | undefined {
  const project = visibleProject(parts, session)
  if (!project) return undefined
  const root = findCheckout(session.cwd)?.root ?? project.root
  return { project: project.id, root, sessionId: session.sessionId }
}

/** What a person or a model wrote of the edits says more than what we made of them; which command was needed we saw. */
function hintOf({ failure, before }: FailureMatch) {
  const titled = failure.source === 'user' || (failure.source === 'model' && failure.fixedBy === 'edit')
  return { ...failure, fix: titled ? '' : failure.fix, failedBefore: before?.failedAt }
}

function since({ freshness: asked, timeZone }: ContextParts, { failure }: FailureMatch, { cwd }: SessionPlace) {
  const freshness = asked.of([failure.observation], cwd, { ms: FRESHNESS_MS }).get(failure.observation)
  return { now: Date.now(), timeZone, since: freshness ? freshnessLabel(freshness) : '' }
}

function answer(
  { failure, score, parts }: FailureMatch,
  { sessionId }: SessionPlace,
  { text, tokens }: { text: string; tokens: number },
): FailureAnswer {
  return { sessionId, injection: { observation: failure.observation, score, parts, tokens }, text }
}
