/**
 * Failure memory: a hint when a call fails as one did before and, if enabled, a warning before a command that is known
 * to fail as typed. Most failures are new and get no hint.
 */
import type { FailureSignature } from '../memory/failure.ts'
import { freshnessLabel } from '../memory/freshness.ts'
import { type FailureMatch, findFailingCommand, findKnownFailure } from '../retrieval/known-failures.ts'
import type { SessionPlace } from '../retrieval/session-project.ts'
import type { Injection } from '../store/ledger.ts'
import { findCheckout } from '../workspace/checkout.ts'
import { type ContextParts, visibleProject } from './context-parts.ts'
import { renderFailureDenied, renderFailureHint } from './failure-hint.ts'

/** Of the 200 ms a hook waits, for checking the files a memory cites. */
const FRESHNESS_MS = 50

export interface FailureAnswer {
  sessionId: string
  injection: Injection
  text: string
}

/** The failure can be read only once the root for commands is known. */
export interface FailedCall {
  session: SessionPlace
  failureIn: (root: string) => FailureSignature | undefined
}

export interface PlannedCommand {
  session: SessionPlace
  /** As it would be typed in the root; undefined when no failure of it can be known. */
  commandIn: (root: string) => string | undefined
  /** Is it still likely to fail after the work done since? */
  stillFails: (match: FailureMatch, planned: Place & { command: string }) => boolean
}

interface Place {
  project: string
  root: string
  sessionId: string
}

/** undefined when the call succeeded or its failure is unknown. */
export function failureContext(parts: ContextParts, { session, failureIn }: FailedCall): FailureAnswer | undefined {
  const place = parts.settings.failureHints === 'off' ? undefined : placeOf(parts, session)
  const failure = place && failureIn(place.root)
  const match = failure && findKnownFailure(parts.db, failure, place)
  return match && answer(match, session, renderFailureHint(hintOf(match), since(parts, match, session)))
}

/** undefined: let the command run. */
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

/**
 * Edits are described better by a person or a model than by our generated text; but the command that fixed it we
 * recorded ourselves.
 */
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
