/**
 * The line an agent sees when a call failed like an earlier one: when that was, what fixed it, and the id to ask for
 * more. Pure.
 */
import type { ObservationOrigin } from '../memory/observation.ts'
import { fillTemplate } from '../memory/template.ts'
import { estimateTokens } from '../memory/token-estimate.ts'
import { renderDay } from './clock.ts'
import deniedText from './failure-denied.md'
import hintText from './failure-hint.md'
import { renderTitle } from './memory-line.ts'

export interface HintParts {
  observation: number
  title: string
  origin: ObservationOrigin
  /** A few words; '' when the title already says it. */
  fix: string
  failedAt: number
  /** When it failed the same way before; undefined when one failure is enough. */
  failedBefore?: number | undefined
}

export interface HintText {
  text: string
  tokens: number
}

/** A fix is told in a phrase; the rest of a longer title can be asked for. */
const MAX_CHARACTERS = 160

/** `since`: what happened to its files, or ''. */
export function renderFailureHint(hint: HintParts, by: { now: number; timeZone: string; since: string }): HintText {
  return told(fillTemplate(hintText, words(hint, by)))
}

/** Shown instead of running the command. */
export function renderFailureDenied(hint: HintParts, by: { now: number; timeZone: string; since: string }): HintText {
  return told(fillTemplate(deniedText, { ...words(hint, by), days: renderDays(hint, by) }))
}

/** `on Nov 3`, `on Nov 3 and Nov 5`, `twice on Nov 3`. */
function renderDays({ failedAt, failedBefore }: HintParts, by: { now: number; timeZone: string }): string {
  const day = renderShortDay(failedAt, by)
  const before = failedBefore === undefined ? undefined : renderShortDay(failedBefore, by)
  return before === undefined ? `on ${day}` : before === day ? `twice on ${day}` : `on ${before} and ${day}`
}

function words(hint: HintParts, by: { now: number; timeZone: string; since: string }): Record<string, string> {
  return {
    day: renderShortDay(hint.failedAt, by),
    fix: renderTitle(hint.fix || hint.title, { origin: hint.origin, characters: MAX_CHARACTERS }),
    id: String(hint.observation),
    since: by.since === '' ? '' : `; ${by.since}`,
  }
}

/** `Nov 3`, with the year unless it is this one. */
function renderShortDay(at: number, by: { now: number; timeZone: string }): string {
  const [day = '', year] = renderDay(at, by.timeZone).split(', ')
  return year === undefined || renderDay(by.now, by.timeZone).endsWith(year) ? day : `${day}, ${year}`
}

function told(text: string): HintText {
  return { text, tokens: estimateTokens(text) }
}
