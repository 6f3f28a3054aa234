/** What a session is told at its start: the memories that fit its project best, and their ledger entries. */
import { labelsOf } from '../retrieval/freshness-asker.ts'
import { SCORING } from '../retrieval/relevance.ts'
import type { SessionPlace } from '../retrieval/session-project.ts'
import { rankForSessionStart } from '../retrieval/session-start.ts'
import { findSummariesElsewhere, isLittle } from '../retrieval/session-start-elsewhere.ts'
import { findLastingNotes } from '../retrieval/session-start-notes.ts'
import { findOpenItems } from '../retrieval/session-start-open.ts'
import type { Injection } from '../store/ledger.ts'
import { findStanding, findTexts } from '../store/session-start.ts'
import { findRecentSummaries } from '../store/summaries.ts'
import { changedFiles } from '../workspace/changed-files.ts'
import { findCheckout } from '../workspace/checkout.ts'
import { readHead } from '../workspace/git.ts'
import { type ContextParts, privateProjects, visibleStand } from './context-parts.ts'
import { renderSessionStart, type SessionStartText } from './session-start.ts'

/** The least a line costs, including the day heading it may need: limits how many lines can fit. */
const TOKENS_PER_LINE = 32
/** Memories whose text is read for a gist: about as many as fit. */
const WITH_GIST = 16
const MAX_RULES = 10
/** The latest requests decide which notes come first. */
const FITTING_REQUESTS = 3

/** undefined for an excluded project, and when there is nothing to tell. */
export function sessionContext(
  parts: ContextParts & { address: string },
  session: SessionPlace,
): (SessionStartText & { injections: Injection[] }) | undefined {
  const { db, settings, address, timeZone, freshness } = parts
  const stand = visibleStand(parts, session)
  if (!stand) return undefined
  const { project, folder } = stand
  const now = Date.now()
  const tree = findCheckout(folder)?.root ?? folder
  const place = {
    project: project.id,
    name: project.name,
    now,
    branch: readHead(tree).branch,
    changed: (by: { paths: string[]; since: number }) => changedFiles(tree, by),
    crossProject: settings.crossProject,
    hidden: privateProjects(parts),
  }
  const ranked = rankForSessionStart(db, {
    place,
    limit: Math.ceil(settings.budgetTokens / TOKENS_PER_LINE),
    config: { ...SCORING, halfLifeDays: settings.halfLifeDays },
  })
  const memories = ranked.map(({ glimpse }) => glimpse)
  const ids = memories.map(({ id }) => id)
  const summaries = findRecentSummaries(db, { project: project.id, limit: 10 })
  const rules = findStanding(db, { project: project.id, limit: MAX_RULES })
  const notes = findLastingNotes(db, {
    root: project.root,
    branch: place.branch,
    requests: summaries.slice(0, FITTING_REQUESTS).map(({ request }) => request),
  })
  const text = renderSessionStart({
    project: { id: project.id, name: project.name },
    open: findOpenItems(summaries, memories),
    rules,
    notes,
    memories,
    texts: new Map(findTexts(db, ids.slice(0, WITH_GIST)).map((one) => [one.id, one])),
    labels: labelsOf(freshness.of(ids, { project: project.id, root: tree })),
    summaries,
    elsewhere: isLittle(memories.length) ? findSummariesElsewhere(db, place) : [],
    now,
    timeZone,
    budgetTokens: settings.budgetTokens,
    address,
  })
  if (!text) return undefined
  const scored = [
    // A rule is told because it is a rule, not for its score.
    ...rules.map(({ id }) => ({ id, score: 0, parts: { standing: 1 } })),
    ...[...new Set(notes.map(({ id }) => -id))].map((id) => ({ id, score: 0, parts: { kept: 1 } })),
    ...ranked.map(({ glimpse: { id }, score, parts }) => ({ id, score, parts: { ...parts } })),
  ]
  const injections = scored.flatMap(({ id, score, parts }) => {
    const tokens = text.shown.get(id)
    return tokens === undefined ? [] : [{ observation: id, score, parts, tokens }]
  })
  return { ...text, injections }
}
