/** What a session is told when it begins: the memories that fit its place best, and what the ledger says of them. */
import type { SessionFacts } from '../capture/host-event.ts'
import type { Config } from '../config.ts'
import { renderSessionStart, type SessionStartText } from '../context/session-start.ts'
import type { Project } from '../memory/session.ts'
import { hiddenProjects } from '../retrieval/filters.ts'
import { SCORING } from '../retrieval/relevance.ts'
import { rankForSessionStart } from '../retrieval/session-start.ts'
import { findSummariesElsewhere, isLittle } from '../retrieval/session-start-elsewhere.ts'
import { findLastingNotes } from '../retrieval/session-start-notes.ts'
import { findOpenItems } from '../retrieval/session-start-open.ts'
import type { Database } from '../store/database.ts'
import type { Injection } from '../store/ledger.ts'
import { findStanding, findTexts } from '../store/session-start.ts'
import { findProjects, findSession } from '../store/sessions.ts'
import { findRecentSummaries } from '../store/summaries.ts'
import { changedFiles } from '../workspace/changed-files.ts'
import { findCheckout } from '../workspace/checkout.ts'
import { isExcluded } from '../workspace/exclusion.ts'
import { readHead } from '../workspace/git.ts'
import { movedTo } from '../workspace/moved.ts'
import { resolveProject } from '../workspace/project.ts'
import { type FreshnessAsker, labelsOf } from './http/freshness.ts'

/** What a line takes at least, with the day it may begin: more lines than that never fit. */
const TOKENS_PER_LINE = 32
/** Memories whose text is read for a gist: about as many as there is room for. */
const WITH_GIST = 16
const MOST_RULES = 10
/** What notes are told first depends on the latest of these. */
const FITTING_REQUESTS = 3

export interface ContextParts {
  db: Database
  config: Config
  address: string
  timeZone: string
  /** Whether what is told still fits the code. */
  freshness: Pick<FreshnessAsker, 'of' | 'ofFile'>
}

/** undefined for an excluded project, and where there is nothing to tell. */
export function sessionContext(
  { db, config, address, timeZone, freshness }: ContextParts,
  session: SessionFacts,
): (SessionStartText & { injections: Injection[] }) | undefined {
  const stand = findStand(db, config, session)
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
    crossProject: config.CROSS_PROJECT,
    hidden: privateProjects(db, config),
  }
  const ranked = rankForSessionStart(db, {
    place,
    limit: Math.ceil(config.CONTEXT_TOKENS / TOKENS_PER_LINE),
    config: { ...SCORING, halfLifeDays: config.RECENCY_HALFLIFE_DAYS },
  })
  const memories = ranked.map(({ glimpse }) => glimpse)
  const ids = memories.map(({ id }) => id)
  const summaries = findRecentSummaries(db, { project: project.id, limit: 10 })
  const rules = findStanding(db, { project: project.id, limit: MOST_RULES })
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
    budgetTokens: config.CONTEXT_TOKENS,
    address,
  })
  if (!text) return undefined
  const scored = [
    // A rule is told because it is one.
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

/** The project a session stands in now, unless it is excluded, or the one it began in is. */
export function visibleProject(db: Database, config: Config, session: SessionFacts): Project | undefined {
  return findStand(db, config, session)?.project
}

/** With the folder that says which checkout of the project it is. */
function findStand(
  db: Database,
  config: Config,
  session: SessionFacts,
): { project: Project; folder: string } | undefined {
  const begun = session.projectDir ?? session.cwd
  const known = findSession(db, session.sessionId)
  const home = (known && findProjects(db, known.project)[0]) ?? resolveProject(begun)
  const moved = movedTo(home, session.cwd)
  const project = moved ?? home
  if (isExcluded(config.EXCLUDED_PROJECTS, [home.root, project.root, session.cwd], config.home)) return undefined
  return { project, folder: moved ? session.cwd : begun }
}

/** Ids of the projects nobody outside them is shown. */
export function privateProjects(db: Database, config: Config): string[] {
  return hiddenProjects(db, { patterns: config.PRIVATE_PROJECTS, home: config.home })
}
