/**
 * What commands proved, which outranks what was claimed: "all checks passed" is not stored after a failed build, and a
 * fix is stored with the run that proves it.
 */
import type { ToolEvent } from '../memory/event.ts'
import { oneLine } from '../memory/one-line.ts'
import { readActions } from './actions.ts'
import { readOutcome } from './command-outcome.ts'
import { isCheck } from './command-shape.ts'
import { renderError } from './error-signature.ts'
import type { FollowedFailure } from './followed-failures.ts'
import type { Scored } from './words/salience.ts'

// 3 facts: what a reader checks; more runs repeat the same
const MAX_FACTS = 3
// Plain limits: a command and its error on one line.
const MAX_COMMAND = 60
const MAX_ERROR = 100

export function renderEvidence(failures: readonly FollowedFailure[]): string[] {
  const facts = failures
    .filter(({ shape }) => isCheck(shape.program))
    .map((failure) => {
      const command = `\`${oneLine(failure.shape.display, MAX_COMMAND)}\``
      const error = renderError(failure.error, MAX_ERROR)
      const because = error === '' ? '' : ` (${error})`
      if (failure.passed === undefined) return `Still failing: ${command}${because}`
      return failure.edits.length > 0 ? `${command} failed${because}, then passed` : ''
    })
  return [...new Set(facts.filter((fact) => fact !== ''))].slice(-MAX_FACTS)
}

/** The last test run with counts, if all passed: the state the request left behind. */
export function renderPassed(calls: readonly ToolEvent[], root: string | undefined): string[] {
  const runs = calls.flatMap((event) =>
    readActions(event, root).flatMap((call) => (call.kind === 'command' ? [call] : [])),
  )
  for (const run of runs.toReversed()) {
    const outcome = readOutcome(run)
    if (outcome?.tests === undefined) continue
    const passed = outcome.tests.passed ?? 0
    if (outcome.failed || passed === 0) return []
    return [`\`${oneLine(outcome.shapes.at(-1)?.display ?? run.command, MAX_COMMAND)}\`: ${passed} tests passed`]
  }
  return []
}

const CLAIMS_SUCCESS =
  /\b(?:all|every|both|the)? ?(?:\d+ )?(?:tests?|checks?|builds?|lint|types?|suite|ci)\b[^.]{0,40}\b(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|green|clean|ok|fine)\b|\b(?:everything|it) (?:all )?(?:works|passes|compiles|builds)\b|\b(?:builds?|compiles?|passes) (?:successfully|cleanly|without errors)\b/i

/** Claims success while a command of the same request still fails. */
export function isDisproved({ unit, source }: Scored, failures: readonly FollowedFailure[]): boolean {
  if (source.kind !== 'closing' && source.kind !== 'message') return false
  if (!CLAIMS_SUCCESS.test(unit.text)) return false
  return failures.some(
    ({ passed, failed, shape }) => passed === undefined && isCheck(shape.program) && failed.event.at <= source.event.at,
  )
}
