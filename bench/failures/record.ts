/**
 * Real sessions in the order one memory would have seen them, and rearrangements that make it harder. Neither the
 * sessions nor the open trajectories are ours to ship: they are read from where the other benches read them.
 */
import { compareEvents, type MemoryEvent } from '../../src/memory/event.ts'
import type { Project } from '../../src/memory/session.ts'
import { splitTurns } from '../../src/synthesis/turns.ts'
import { loadSessions } from '../sessions/data.ts'
import { toEvents } from '../trajectories/events.ts'
import { loadTrajectories, rootOf } from '../trajectories/load.ts'

export interface RecordedSession {
  id: string
  project: Project
  /** Several people who work on one repository have separate projects. */
  repository: string
  /** In time order. */
  events: MemoryEvent[]
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Without what a fork copied. */
export async function recordedSessions(): Promise<RecordedSession[]> {
  const { sessions } = await loadSessions()
  const seen = new Set<string>()
  return sessions.map(({ id, repository, cwd, events }) => {
    const own = events.filter(({ key }) => !seen.has(key))
    for (const { key } of own) seen.add(key)
    return { id, repository, project: { id: cwd, name: repository, root: cwd }, events: own.sort(compareEvents) }
  })
}

/** Each on its own day: the data has no times. */
export function recordedTrajectories(): RecordedSession[] {
  return loadTrajectories().runs.map((run, at) => {
    const project = { id: run.project, name: run.project, root: rootOf(run) }
    const later = (event: MemoryEvent): MemoryEvent => ({ ...event, at: event.at + at * DAY_MS })
    return { id: run.session_id, repository: run.project, project, events: toEvents(run).map(later) }
  })
}

/** As if everyone working on a repository shared one memory: more is known, and more is outdated. */
export function byRepository(sessions: readonly RecordedSession[]): RecordedSession[] {
  return sessions.map((one) => ({ ...one, project: { ...one.project, id: one.repository } }))
}

/** As if the context were lost after every turn: the next turn knows only what memory tells it. */
export function byTurn(sessions: readonly RecordedSession[]): RecordedSession[] {
  return sessions.flatMap(({ id, events, ...rest }) =>
    splitTurns(events).map((turn, at) => {
      const sessionId = `${id} ${at}`
      return { ...rest, id: sessionId, events: turn.events.map((event) => ({ ...event, sessionId })) }
    }),
  )
}
