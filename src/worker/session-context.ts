/** What a session is told when it begins: the newest memories of its project that fit, and what the ledger says of them. */
import type { SessionFacts } from '../capture/host-event.ts'
import type { Config } from '../config.ts'
import { renderSessionStart, type SessionStartText } from '../context/session-start.ts'
import type { Project } from '../memory/session.ts'
import { recency } from '../retrieval/relevance.ts'
import type { Database } from '../store/database.ts'
import type { Injection } from '../store/ledger.ts'
import { findRecentObservations } from '../store/observations.ts'
import { findProjects, findSession } from '../store/sessions.ts'
import { findRecentSummaries } from '../store/summaries.ts'
import { isExcluded } from '../workspace/exclusion.ts'
import { resolveProject } from '../workspace/project.ts'

/** Enough for the largest budget: a line takes about thirty tokens. */
const CANDIDATES = 80

export interface ContextParts {
  db: Database
  config: Config
  address: string
  timeZone: string
}

/** undefined for an excluded project, and where there is nothing to tell. */
export function sessionContext(
  { db, config, address, timeZone }: ContextParts,
  session: SessionFacts,
): (SessionStartText & { injections: Injection[] }) | undefined {
  const project = visibleProject(db, config, session)
  if (!project) return undefined
  const now = Date.now()
  const observations = findRecentObservations(db, { project: project.id, limit: CANDIDATES })
  const text = renderSessionStart({
    project: { id: project.id, name: project.name },
    observations,
    summaries: findRecentSummaries(db, { project: project.id, limit: 10 }),
    now,
    timeZone,
    budgetTokens: config.CONTEXT_TOKENS,
    address,
  })
  if (!text) return undefined
  const injections = observations.flatMap(({ id, createdAt }) => {
    const tokens = text.shown.get(id)
    const score = recency(createdAt, now, config.RECENCY_HALFLIFE_DAYS)
    return tokens === undefined ? [] : [{ observation: id, score, parts: { recency: score }, tokens }]
  })
  return { ...text, injections }
}

/** The project a session belongs to, unless it is excluded. */
export function visibleProject(db: Database, config: Config, session: SessionFacts): Project | undefined {
  const known = findSession(db, session.sessionId)
  const project = (known && findProjects(db, known.project)[0]) ?? resolveProject(session.projectDir ?? session.cwd)
  const excluded = isExcluded(config.EXCLUDED_PROJECTS, [project.root, session.cwd], config.home)
  return excluded ? undefined : project
}
