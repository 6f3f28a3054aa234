/**
 * How a failed call is recognised when it happens again. Pure. Only specific errors get a signature: "exit code 1", a
 * bare assertion or a failing test's name can have any cause, so memory would be guessing.
 */

import type { MemoryEvent, ToolEvent } from '../memory/event.ts'
import type { FailureSignature, FixKind, KnownFailure } from '../memory/failure.ts'
import { oneLine } from '../memory/one-line.ts'
import { relativePath } from '../memory/relative-path.ts'
import { type CommandRun, readActions } from './actions.ts'
import { readOutcome } from './command-outcome.ts'
import { type CommandShape, covers } from './command-shape.ts'
import { type ErrorSignature, findError, renderError } from './error-signature.ts'
import type { FollowedFailure } from './followed-failures.ts'
import { commandFromRoot, underRoot } from './typed-command.ts'

// 3 edits: with more, other work was mixed in, and nothing shows which edit ended the failure
const MAX_EDITS = 3
// 150 characters: a phrase; with the day and the id around it, one line
const MAX_FIX = 150

/** How this call failed; undefined when it did not, or not in a recognisable way. */
export function failureOf(event: ToolEvent, root: string | undefined): FailureSignature | undefined {
  const call = commandOf(event, root)
  if (call !== undefined) {
    const outcome = readOutcome(call)
    return outcome?.error === undefined
      ? undefined
      : makeSignature({ call, shape: outcome.shapes[0], error: outcome.error }, root)
  }
  const error = event.call.result === 'failed' ? findError(event.call.error ?? '') : undefined
  return error && makeSignature({ call: undefined, shape: undefined, error }, root)
}

/** undefined when it is not recognisable, or its end is unknown. */
export function knownFailure(failure: FollowedFailure): KnownFailure | undefined {
  const signature = makeSignature({ call: failure.failed, shape: failure.shape, error: failure.error }, undefined)
  const end = endOf(failure)
  if (signature === undefined || end === undefined) return undefined
  // A timeout may not happen again; only a way to allow more time is worth telling.
  if (TOOK_TOO_LONG.test(signature.error) && end.fixedBy !== 'command') return undefined
  const { key: eventKey, at } = failure.failed.event
  return { ...signature, eventKey, at, ...end, fix: oneLine(end.fix, MAX_FIX) }
}

const TOOK_TOO_LONG = /deadline exceeded|timed? ?out/i

function endOf(failure: FollowedFailure): { fixedBy: FixKind; fix: string } | undefined {
  const { passed, edits, needed, step, instead } = failure
  if (passed === undefined) return { fixedBy: 'none', fix: renderError(failure.error, MAX_FIX) }
  if (edits.length > MAX_EDITS) return undefined
  if (edits.length > 0) return { fixedBy: 'edit', fix: failure.cause }
  if (step !== '') return { fixedBy: 'step', fix: `needs ${needed || step}` }
  if (needed !== '') return { fixedBy: 'command', fix: `needs ${needed}` }
  return instead === '' ? undefined : { fixedBy: 'command', fix: `use ${instead}` }
}

/**
 * The command that is about to run, normalised as in a signature; undefined for another tool and for text typed in
 * place.
 */
export function plannedCommand(event: ToolEvent, root: string | undefined): string | undefined {
  const call = commandOf(event, root)
  return call === undefined || call.command.includes('<<') ? undefined : commandFromRoot(call, root)
}

/** The same in every checkout: paths inside the root become relative to it. */
export function relativeFailure<T extends FailureSignature>(failure: T, root: string | undefined): T {
  return {
    ...failure,
    file: failure.file === undefined ? undefined : relativePath(failure.file, root),
    targets: failure.targets.map((target) => relativePath(target, root)),
    command: underRoot(failure.command, root),
  }
}

/** Commands that succeeded, with the time of their last run. */
export function passedCommands(events: readonly MemoryEvent[], root: string | undefined): Map<string, number> {
  const passed = new Map<string, number>()
  for (const event of events) {
    if (event.kind !== 'tool' || event.call.result === 'failed') continue
    const call = commandOf(event, root)
    if (call === undefined || readOutcome(call)?.failed !== false) continue
    const command = commandFromRoot(call, root)
    passed.set(command, Math.max(passed.get(command) ?? 0, event.at))
  }
  return passed
}

/** Those of these commands whose targets passed in another run, with the time of the last such run. */
export function coveredCommands(
  lasting: readonly { command: string; program: string; targets: string[] }[],
  events: readonly MemoryEvent[],
  root: string | undefined,
): Map<string, number> {
  const covered = new Map<string, number>()
  if (lasting.length === 0) return covered
  for (const event of events) {
    if (event.kind !== 'tool' || event.call.result === 'failed') continue
    const call = commandOf(event, root)
    const outcome = call && readOutcome(call)
    if (outcome?.failed !== false) continue
    for (const { command, ...shape } of lasting)
      if (outcome.shapes.some((passed) => covers(passed, { ...shape, display: '' })))
        covered.set(command, Math.max(covered.get(command) ?? 0, event.at))
  }
  return covered
}

function commandOf(event: ToolEvent, root: string | undefined): CommandRun | undefined {
  return readActions(event, root).find((call) => call.kind === 'command')
}

function makeSignature(
  by: { call: CommandRun | undefined; shape: CommandShape | undefined; error: ErrorSignature },
  root: string | undefined,
): FailureSignature | undefined {
  const { call, shape, error } = by
  const text = errorText(error)
  if (!isTelling(error, text)) return undefined
  return relativeFailure(
    {
      error: error.kind === '' ? text : `${error.kind}: ${text}`,
      file: error.files[0],
      program: shape?.program ?? '',
      targets: shape?.targets ?? [],
      command: call === undefined ? '' : commandFromRoot(call, root),
    },
    root,
  )
}

/** Numbers, addresses and folders differ between runs and machines. */
function errorText({ message }: ErrorSignature): string {
  return message
    .toLowerCase()
    .replace(/(?:[a-z]:|\.{1,2})?(?:[/\\][\w.@~-]+)+[/\\]([\w.@-]+)/g, '$1')
    .replace(/0x[\da-f]+|\b[\da-f]{7,40}\b|\d+/g, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 160)
}

/** Errors that only say that something else failed, or that somebody aborted it. */
const SAYS_NOTHING =
  /^(?:SystemExit|KeyboardInterrupt|CalledProcessError|AbortError|\w*Warning)$|non-zero|exit(?:ed)?(?: with)?(?: status| code)|(?:^|[\]:] (?:error:? )?)(?:test|build|lint|script|command|job|task|compilation|process|run)s? (?:failed|fails|failure|terminated)|lifecycle script| fails$|could not compile|aborting due to/i
/** Words of every failed comparison. */
const COMMON = new Set(
  'assert asserted assertion error errors expected expect received actual equal equals equality deep strictly strict true false none null nil undefined got but not the was were are and that this has have for with from than object should match matched matches values value compared left right test tests failed fail fails failure failures found see above line'.split(
    ' ',
  ),
)

/** Kind and text together must say what went wrong: a name with its kind, or a few specific words. */
function isTelling({ kind, message, files }: ErrorSignature, text: string): boolean {
  if (SAYS_NOTHING.test(kind) || SAYS_NOTHING.test(text)) return false
  const words = new Set((text.match(/[a-z_][\w.-]{2,}/g) ?? []).filter((word) => !COMMON.has(word)))
  // A compiler message with a location and a code name is specific: `a.go:3:2: undefined: getTestBinary`.
  const isPlaced = files.length > 0 && /[a-z][A-Z]|\w_\w/.test(message)
  // An assertion only says what the test compared; it needs a message of its own to be specific.
  const isBare = kind === '' || /^(?:Error|Exception|panic)$/.test(kind)
  const needed = isBare ? (kind === '' && isPlaced ? 1 : 2) : /^Assert/i.test(kind) ? 4 : 1
  return words.size >= needed
}
