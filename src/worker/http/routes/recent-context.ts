/** What the latest sessions were about. */
import { cutAtWord } from '../../../memory/cut-text.ts'
import { estimateTokens } from '../../../memory/token-estimate.ts'
import { findSessionObservations } from '../../../store/observations.ts'
import { findRecentSessions } from '../../../store/recent-sessions.ts'
import { findSummary } from '../../../store/summaries.ts'
import type { RecentContextReply } from '../../protocol/search.ts'
import { freshnessRow } from './freshness-row.ts'
import type { HttpParts } from './parts.ts'
import type { Router } from './route.ts'
import { scopeOf } from './scope.ts'

export function addRecentContextRoute({ add }: Router, parts: HttpParts): void {
  const { db } = parts
  add('GET /api/search/recent-context', ({ query: asked }) => {
    const scope = scopeOf(parts, asked)
    // A caller that names its folder wants the sessions of that project.
    const projects = scope.projects ?? (scope.home === undefined ? undefined : [scope.home])
    const found = findRecentSessions(db, { projects, hidden: scope.hidden, limit: asked.limit })
    // A session may span several projects, and not all of them may be visible from here.
    const isShown = ({ project }: { project: string }) => projects?.includes(project) ?? !scope.hidden.includes(project)
    const sessions = found.map((session) => ({
      session,
      observations: findSessionObservations(db, session.number).filter(isShown),
    }))
    // One call for all: hashing is limited per answer, and a file cited several times is checked once.
    const freshness = parts.freshness?.of(
      sessions.flatMap(({ observations }) => observations.map(({ id }) => id)),
      asked.cwd,
    )
    const entries = sessions.map(({ session, observations }): Entry => {
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
    })
    const project = asked.project ?? scope.homeName ?? 'all'
    const head = { limit: asked.limit, tokens: asked.tokens, project }
    const fitting = fitEntries(entries, asked.tokens - costOf({ ...head, omitted: entries.length, sessions: [] }))
    const left = entries.length - fitting.length
    return { ...head, ...(left > 0 ? { omitted: left } : {}), sessions: fitting }
  })
}

type Entry = RecentContextReply['sessions'][number]

/** Its heading and one sentence of each part of its summary; with less, a session says nothing useful. */
const LEAST_TOKENS = 200

/** Each session gets an equal share, newest first; what one does not use is passed on to the next. */
function fitEntries(entries: readonly Entry[], tokens: number): Entry[] {
  const shown = entries.slice(0, Math.max(1, Math.floor(tokens / LEAST_TOKENS)))
  let left = tokens
  return shown.map((entry, at) => {
    const fitted = fitEntry(entry, Math.floor(left / (shown.length - at)))
    left -= costOf(fitted) + 1 // the comma between two
    return fitted
  })
}

/** The summary may take two thirds, because titles cannot replace it; then as many of the latest memories as fit. */
function fitEntry(entry: Entry, tokens: number): Entry {
  const { session, summary, observations } = entry
  if (costOf(entry) <= tokens) return entry
  const bare = { session, summary: null, observations: [], omitted: observations.length }
  const room = Math.floor(((tokens - costOf(bare)) * 2) / 3)
  const head = { ...bare, summary: summary && fitSummary(summary, room) }
  let left = tokens - costOf(head)
  const kept: Entry['observations'] = []
  for (const one of observations.toReversed()) {
    left -= costOf(one) + 1
    if (left < 0) break
    kept.unshift(one)
  }
  const omitted = observations.length - kept.length
  return { session, summary: head.summary, observations: kept, ...(omitted > 0 ? { omitted } : {}) }
}

function fitSummary(summary: NonNullable<Entry['summary']>, tokens: number): NonNullable<Entry['summary']> {
  const parts = ['request', 'completion', 'learnings', 'next_steps'] as const
  const names = costOf({ ...summary, ...Object.fromEntries(parts.map((part) => [part, ''])) })
  let left = tokens - names
  const fitted = { ...summary }
  // Shortest first, so that long parts can use what short ones leave.
  for (const [at, part] of parts.toSorted((a, b) => summary[a].length - summary[b].length).entries()) {
    fitted[part] = cutTo(summary[part], Math.floor(left / (parts.length - at)))
    left -= costOf(fitted[part])
  }
  return fitted
}

function cutTo(text: string, tokens: number): string {
  if (costOf(text) <= tokens) return text
  let cut = text
  while (cut !== '' && costOf(`${cut}…`) > tokens) cut = cutAtWord(cut, Math.floor(cut.length * 0.9))
  return `${cut}…`
}

function costOf(value: unknown): number {
  return estimateTokens(JSON.stringify(value))
}
