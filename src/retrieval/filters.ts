/** Which memories may be shown at all: by project, type, concept, file, session and date. Applied in SQL before scoring. */
import type { Database } from '../store/database.ts'
import type { Filter } from '../store/search.ts'
import { listProjects } from '../store/sessions.ts'
import { isExcluded } from '../workspace/exclusion.ts'
import type { SearchQuery } from './search-query.ts'

/** `true`: search and injection may show other projects' memories; `search`: only search; `false`: neither. */
export type CrossProject = 'true' | 'search' | 'false'

/**
 * The projects to search. A project named by the caller is always searched; otherwise the setting decides between all
 * projects and `home` only.
 */
export function visibleProjects(by: {
  asked: string[] | undefined
  home: string | undefined
  crossProject: CrossProject
  purpose: 'search' | 'injection'
}): string[] | undefined {
  if (by.asked) return by.asked
  const wide = by.crossProject === 'true' || (by.crossProject === 'search' && by.purpose === 'search')
  return wide || by.home === undefined ? undefined : [by.home]
}

/** Ids of projects that are never shown elsewhere because their root matches a pattern. */
export function hiddenProjects(db: Database, by: { patterns: string[]; home: string }): string[] {
  if (by.patterns.length === 0) return []
  return listProjects(db)
    .filter(({ root }) => isPrivate(root, by))
    .map(({ id }) => id)
}

/**
 * The result for a root is fixed while the patterns are, but a project's root may change: the table is read each time.
 */
const answers = new WeakMap<string[], Map<string, boolean>>()

function isPrivate(root: string, by: { patterns: string[]; home: string }): boolean {
  const known = answers.get(by.patterns) ?? new Map<string, boolean>()
  answers.set(by.patterns, known)
  const answer = known.get(root) ?? isExcluded(by.patterns, [root], by.home)
  known.set(root, answer)
  return answer
}

export function filterOf(query: SearchQuery): Filter {
  const hidden = query.hidden?.filter((id) => id !== query.home && !query.projects?.includes(id))
  return {
    ...given('projects', query.projects),
    ...(hidden && hidden.length > 0 ? { hidden } : {}),
    ...given('types', someOf(query.types)),
    ...given('concepts', someOf(query.concepts)),
    ...given('files', someOf(query.files?.map((path) => path.trim()).filter((path) => path !== ''))),
    ...given('session', query.session),
    ...given('workspaces', query.workspaces),
    // An agent that asks everything gets answers, not the question it was just asked.
    ...given('answered', query.kinds?.includes('passage') || undefined),
    ...given('from', query.range?.from),
    ...given('to', query.range?.to),
  }
}

/** An empty list means no filter, except `projects: []`, which means nowhere. */
function someOf<T>(values: T[] | undefined): T[] | undefined {
  return values && values.length > 0 ? values : undefined
}

function given<Key extends keyof Filter>(key: Key, value: Filter[Key]): Partial<Filter> {
  return value === undefined ? {} : { [key]: value }
}
