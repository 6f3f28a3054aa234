/**
 * The local extractor: decides what of a session is worth remembering, without a model. A pure function of all the
 * session's events; their order of arrival and duplicates do not matter. The words are the agent's and the user's own;
 * tool calls supply files and evidence. A session in several repositories is treated as one session in each of them.
 */
import type { MemoryEvent } from '../memory/event.ts'
import type { ObservationDraft, SummaryDraft } from '../memory/observation.ts'
import type { TurnDraft } from '../memory/passage.ts'
import { estimateTokens } from '../memory/token-estimate.ts'
import { changedTerms } from './changed-terms.ts'
import { isDisproved, renderEvidence, renderPassed } from './evidence.ts'
import { type FollowedFailure, followFailures } from './followed-failures.ts'
import { howToOf } from './how-to.ts'
import { knownFailure } from './known-failure.ts'
import { memoriesOf } from './memories.ts'
import { withoutDone } from './open-work.ts'
import { withoutOutdated } from './outdated.ts'
import { turnOf } from './passages.ts'
import { mergeRepeats } from './repeats.ts'
import { type Request, splitRequests } from './requests.ts'
import { summarize } from './summarize.ts'
import { askedTitle } from './title.ts'
import { splitTurns } from './turns.ts'
import { scoreUnits, type Weights } from './words/salience.ts'

export interface Extraction {
  observations: ObservationDraft[]
  /** Everything that was said, whether it became a memory or not. */
  turns: TurnDraft[]
  summary: SummaryDraft | undefined
}

/** `root` is that of the session's own project, `rootOf` that of any other it moved to. */
export function extract(
  events: readonly MemoryEvent[],
  by: { sessionId: string; root: string | undefined; rootOf?: (project: string) => string | undefined },
  weights?: Weights,
): Extraction {
  const requests = splitRequests(splitTurns(events))
  const titles = events.flatMap((event) => (event.kind === 'titled' ? [event.text] : []))
  // In the order in which the session left them.
  const projects = [...new Set(requests.toReversed().map(({ project }) => project))].toReversed()
  const told = projects.map((project) => {
    const root = project === undefined ? by.root : by.rootOf?.(project)
    const here = requests.filter((request) => request.project === project)
    // A title covers the whole session: in several repositories, it may be about another one.
    const place = { sessionId: by.sessionId, project, root, titles: projects.length > 1 ? [] : titles }
    return tellPlace(here, place, weights)
  })
  return {
    observations: told.flatMap(({ observations }) => observations),
    turns: told.flatMap((one) => one.turns),
    // A session has one summary: of the repository where it ended, unless nothing came of that part.
    summary: told.findLast(({ summary }) => summary !== undefined)?.summary,
  }
}

interface ToldPlace {
  sessionId: string
  project: string | undefined
  root: string | undefined
  titles: readonly string[]
}

/** A correction, revert or fix in one repository says nothing about another, so each is handled alone. */
function tellPlace(requests: readonly Request[], by: ToldPlace, weights: Weights | undefined): Extraction {
  const turns = requests.flatMap((request) => request.turns)
  const failures = followFailures(turns, by.root)
  const said = requests.map((request) => ({
    request,
    units: scoreUnits({ sources: request.sources, ...changedTerms(request) }, weights),
    failures: failures.filter(({ turn }) => request.turns.some((one) => one === turns[turn])),
  }))
  const told = withoutDone(withoutOutdated(said)).map((one) => ({
    ...one,
    units: one.units.filter((unit) => !isDisproved(unit, one.failures)),
  }))
  const made = told.map(({ request, units, failures }) => {
    const evidence = [...renderEvidence(failures), ...renderPassed(request.calls, by.root)]
    const drafts = memoriesOf(request, units, { ...by, tokens: tokensOf(request), evidence })
    return { units, drafts: withFailures(drafts, failures, { request, sessionId: by.sessionId }) }
  })
  const project = by.project === undefined ? {} : { project: by.project }
  const observations = mergeRepeats(made.flatMap(({ drafts }) => drafts)).map((one) => ({ ...one, ...project }))
  const summary = summarize(told, {
    observations,
    asked: made.filter(({ drafts }) => drafts.length > 0).map(({ units }) => askedTitle(units)),
    titles: by.titles,
    root: by.root,
    tokens: requests.reduce((sum, request) => sum + tokensOf(request), 0),
    at: turns.at(-1)?.endedAt ?? 0,
  })
  return {
    observations,
    turns: requests.flatMap((request) => turnOf(request, by) ?? []),
    summary: summary && { ...summary, ...project },
  }
}

/** A failure is stored with the memory of the request that ended it; a fix without one becomes its own memory. */
function withFailures(
  drafts: readonly ObservationDraft[],
  failures: readonly FollowedFailure[],
  by: { request: Request; sessionId: string },
): ObservationDraft[] {
  const [first, ...rest] = drafts
  const remedies: ObservationDraft[] = []
  const known = failures.flatMap((failure) => {
    const one = knownFailure(failure)
    const howTo = one === undefined ? undefined : howToOf(failure, one, { ...by, told: drafts })
    if (one === undefined) return []
    if (howTo === undefined) return [one]
    remedies.push(howTo)
    return []
  })
  if (first === undefined || known.length === 0) return [...drafts, ...remedies]
  return [{ ...first, failures: known }, ...rest, ...remedies]
}

/** What its replies cost; estimated if the host did not say. */
function tokensOf(request: Request): number {
  const events = request.turns.flatMap((turn) => turn.events)
  const replies = new Map(
    events.flatMap(({ usage }) => (usage === undefined ? [] : [[usage.messageId, usage.tokens] as const])),
  )
  if (replies.size > 0) return [...replies.values()].reduce((sum, tokens) => sum + tokens, 0)
  return events.reduce(
    (sum, event) => sum + estimateTokens(event.kind === 'tool' ? JSON.stringify(event.call) : event.text),
    0,
  )
}
