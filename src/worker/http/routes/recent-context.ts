/** What the latest sessions were about. */
import { findSessionObservations } from '../../../store/observations.ts'
import { findRecentSessions } from '../../../store/recent-sessions.ts'
import { findSummary } from '../../../store/summaries.ts'
import { freshnessRow } from './freshness-row.ts'
import type { HttpParts } from './parts.ts'
import type { Router } from './route.ts'
import { scopeOf } from './scope.ts'

export function addRecentContextRoute({ add }: Router, parts: HttpParts): void {
  const { db } = parts
  add('GET /api/search/recent-context', ({ query: asked }) => {
    const scope = scopeOf(parts, asked)
    // Who says where they stand wants to know what was done there.
    const projects = scope.projects ?? (scope.home === undefined ? undefined : [scope.home])
    const found = findRecentSessions(db, { projects, hidden: scope.hidden, limit: asked.limit })
    // A session may have been in several projects, not all of them to be seen from here.
    const isShown = ({ project }: { project: string }) => projects?.includes(project) ?? !scope.hidden.includes(project)
    const sessions = found.map((session) => ({
      session,
      observations: findSessionObservations(db, session.number).filter(isShown),
    }))
    // All at once: what may be hashed for an answer is limited, and a file that many cite is looked at once.
    const freshness = parts.freshness?.of(
      sessions.flatMap(({ observations }) => observations.map(({ id }) => id)),
      asked.cwd,
    )
    return {
      limit: asked.limit,
      project: asked.project ?? scope.homeName ?? 'all',
      sessions: sessions.map(({ session, observations }) => {
        const found = findSummary(db, session.number)
        const summary = found && isShown(found) ? found : undefined
        return {
          session: {
            db_id: session.number,
            session_id: session.sessionId,
            created_at: new Date(session.startedAt).toISOString(),
            project: session.projectName,
            project_id: session.project,
            status: session.status,
          },
          summary: summary
            ? {
                id: summary.session,
                request: summary.request,
                completion: summary.completed,
                learnings: summary.learned,
                next_steps: summary.nextSteps,
              }
            : null,
          observations: observations.map(({ id, type, title, subtitle, origin }) => ({
            id,
            type,
            title,
            subtitle,
            ...(origin === 'untrusted' ? { untrusted: true as const } : {}),
            ...freshnessRow(freshness?.get(id), 'index'),
          })),
        }
      }),
    }
  })
}
