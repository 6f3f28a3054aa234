/** The command that worked after others failed: its own memory, unless the request's memories already say it. */
import type { KnownFailure } from '../memory/failure.ts'
import type { ObservationDraft } from '../memory/observation.ts'
import { oneLine } from '../memory/one-line.ts'
import { renderError } from './error-signature.ts'
import type { FollowedFailure } from './followed-failures.ts'
import type { Request } from './requests.ts'

// Plain limits: both in one title.
const MAX_ERROR = 90
const MAX_REMEDY = 100

export function howToOf(
  failure: FollowedFailure,
  known: KnownFailure,
  by: { request: Request; sessionId: string; told: readonly ObservationDraft[] },
): ObservationDraft | undefined {
  const remedy = failure.needed || failure.step || failure.instead
  const { passed, failed, shape } = failure
  if (known.fixedBy === 'edit' || remedy === '' || passed === undefined) return undefined
  // Nobody could repeat a script typed in place.
  if (remedy.length > MAX_REMEDY || /<<|\n/.test(passed.command)) return undefined
  if (by.told.some(({ title, narrative }) => `${title}\n${narrative}`.includes(remedy))) return undefined
  const error = renderError(failure.error, MAX_ERROR)
  return {
    key: `${by.sessionId}:${failed.event.key}:howto`,
    type: 'discovery',
    title:
      failure.instead === ''
        ? `${shape.display} needs ${remedy}, else ${error}`
        : `${remedy} works where ${oneLine(failed.command, MAX_REMEDY)} fails: ${error}`,
    subtitle: '',
    narrative: failure.cause,
    facts: [`\`${passed.command.trim().split('\n')[0] ?? ''}\` passed`],
    concepts: ['problem-solution', 'gotcha'],
    filesRead: [],
    filesModified: [],
    discoveryTokens: 0,
    at: passed.event.at,
    eventKeys: [failed.event.key, passed.event.key],
    failures: [known],
  }
}
