/**
 * What other projects know about a place that has few memories itself. Projects often begin in the folder above them,
 * and work moves to another checkout: what was said there names this one. Not used once a project has enough memories.
 */
import type { Summary } from '../memory/observation.ts'
import type { Database } from '../store/database.ts'
import { countMatches, rankByWords } from '../store/search.ts'
import { findLatestSummaries } from '../store/summaries.ts'
import { type CrossProject, visibleProjects } from './filters.ts'
import { tokensOf } from './index-tokens.ts'
import { quote } from './query-terms.ts'

export interface Elsewhere {
  project: string
  crossProject: CrossProject
  /** Projects never shown elsewhere. */
  hidden?: string[] | undefined
}

// 12 memories are about two sessions: from then on a project has enough of its own
const LITTLE = 12
const MAX_NAMESAKES = 12
/** A name in more memories than this is a common word. Counting stops there. */
const COMMON = 200
const MAX_SUMMARIES = 4
const LATELY_MS = 14 * 24 * 60 * 60 * 1000

/** So few memories that those of other projects are worth the room. */
export function isLittle(known: number): boolean {
  return known < LITTLE
}

/** Ids of other projects' memories that name this one, best first. */
export function findNamesakes(db: Database, by: Elsewhere & { name: string }): number[] {
  const match = nameMatch(by.name)
  if (match === undefined || !mayLook(by)) return []
  if (countMatches(db, 'observation', { match, projects: undefined, most: COMMON + 1 }) > COMMON) return []
  const filter = { hidden: besides(by) }
  return rankByWords(db, { kind: 'observation', match, filter, limit: MAX_NAMESAKES }).map((hit) => hit.id)
}

/** The latest sessions of other projects, newest first. */
export function findSummariesElsewhere(db: Database, by: Elsewhere & { now: number }): Summary[] {
  if (!mayLook(by)) return []
  return findLatestSummaries(db, { since: by.now - LATELY_MS, besides: besides(by), limit: MAX_SUMMARIES })
}

/** Only a name that cannot be an ordinary word: of several words, or written as an identifier. */
function nameMatch(name: string): string | undefined {
  const tokens = tokensOf(name)
  const words = tokens.flatMap(({ parts, whole }) => (parts.length > 0 ? parts : [whole]))
  return words.length < 2 ? undefined : quote(name)
}

function mayLook({ project: home, crossProject }: Elsewhere): boolean {
  return visibleProjects({ asked: undefined, home, crossProject, purpose: 'injection' }) === undefined
}

function besides({ project, hidden = [] }: Elsewhere): string[] {
  return [project, ...hidden]
}
