/** How many of the things readers wrote down are in what the extractor makes of their session, by class. */
import { extract } from '../../src/synthesis/extract.ts'
import type { Weights } from '../../src/synthesis/words/salience.ts'
import { round } from '../figures.ts'
import type { RealSession, Truth } from './data.ts'

/** Shares, 0–1. */
export interface Kept {
  all: number
  untrue: number
  byClass: Record<string, number>
}

/** Only this much of a memory counts: storing whole transcripts would be storing nothing. */
const READ_CHARACTERS = 1500

export function keptThings(
  sessions: readonly RealSession[],
  truth: readonly Truth[],
  weightsFor: (session: RealSession) => Weights | undefined,
): { kept: Kept; perSession: number[] } {
  const told = new Map<string, string[]>()
  const perSession = sessions.map((session) => {
    const { observations, summary } = extract(
      session.events,
      { sessionId: session.id, root: session.cwd },
      weightsFor(session),
    )
    const memories = observations.map((one) => [one.title, one.subtitle, one.narrative, ...one.facts])
    const last = summary
      ? [[summary.request, summary.completed, summary.learned, summary.investigated, summary.nextSteps, summary.notes]]
      : []
    told.set(session.id, [...memories, ...last].map(flat))
    return observations.length
  })
  const matches = (one: Truth, pattern: string) => {
    const expression = new RegExp(pattern, 'is')
    return (told.get(one.session) ?? []).some((text) => expression.test(text))
  }
  const share = (rows: readonly Truth[], pattern: (one: Truth) => string) =>
    round(rows.filter((one) => matches(one, pattern(one))).length / Math.max(1, rows.length), 3)
  const things = truth.filter(({ kind }) => kind === 'thing')
  const classes = [...new Set(things.map((one) => one.class ?? ''))].sort()
  return {
    perSession,
    kept: {
      all: share(things, ({ strict }) => strict),
      untrue: share(
        truth.filter(({ kind }) => kind === 'untrue'),
        ({ loose }) => loose,
      ),
      byClass: Object.fromEntries(
        classes.map((name) => [
          name,
          share(
            things.filter((one) => one.class === name),
            ({ strict }) => strict,
          ),
        ]),
      ),
    },
  }
}

function flat(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .join('. ')
    .replace(/\s+/g, ' ')
    .slice(0, READ_CHARACTERS)
}
