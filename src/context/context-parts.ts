/**
 * What all texts for an agent are built from: the memory, the settings that limit how much is told, and the session's
 * project.
 */
import type { Project } from '../memory/session.ts'
import { type CrossProject, hiddenProjects } from '../retrieval/filters.ts'
import type { FreshnessAsker } from '../retrieval/freshness-asker.ts'
import { type SessionPlace, type Stand, standOf } from '../retrieval/session-project.ts'
import type { Database } from '../store/database.ts'
import { isExcluded } from '../workspace/exclusion.ts'

export type ReadGateMode = 'off' | 'inform' | 'earn' | 'deny'

export interface ContextSettings {
  /** The most a session is told at its start. */
  budgetTokens: number
  halfLifeDays: number
  crossProject: CrossProject
  promptRecall: boolean
  readGate: ReadGateMode
  /** The first rule for a project wins over `readGate`. */
  readGateRules: { pattern: string; mode: ReadGateMode }[]
  failureHints: 'off' | 'inform' | 'deny-once'
  /** Sessions in these are told nothing. */
  excludedProjects: string[]
  /** Memories of these are shown nowhere else. */
  privateProjects: string[]
  /** The user's home folder: patterns may begin with `~`. */
  home: string
}

export interface ContextParts {
  db: Database
  settings: ContextSettings
  timeZone: string
  /** Does a memory still match the code? */
  freshness: Pick<FreshnessAsker, 'of' | 'ofFile'>
}

/** undefined in an excluded project, and for a session that began in one. */
export function visibleStand(
  { db, settings }: Pick<ContextParts, 'db' | 'settings'>,
  session: SessionPlace,
): Stand | undefined {
  const stand = standOf(db, session)
  return isExcluded(settings.excludedProjects, stand.paths, settings.home) ? undefined : stand
}

export function visibleProject(
  parts: Pick<ContextParts, 'db' | 'settings'>,
  session: SessionPlace,
): Project | undefined {
  return visibleStand(parts, session)?.project
}

/** Ids of projects that are shown only from inside them. */
export function privateProjects({ db, settings }: Pick<ContextParts, 'db' | 'settings'>): string[] {
  return hiddenProjects(db, { patterns: settings.privateProjects, home: settings.home })
}
