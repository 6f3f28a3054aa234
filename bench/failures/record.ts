/**
 * Real sessions as one memory would have met them, and arrangements of them that make it harder. Neither the sessions nor the
 * open trajectories are ours to ship: they are read from where the other benches read them.
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
  /** People who work on one repository have a project each. */
  repository: string
  /** In time order. */
  events: MemoryEvent[]
}

const DAY_MS = 24 * 60 * 60 * 1000

/** What a fork copied is left out of it. */
export async function recordedSessions(): Promise<RecordedSession[]> {
  const { sessions } = await loadSessions()
  const seen = new Set<string>()
  return sessions.map(({ id, repository, cwd, events }) => {
    const own = events.filter(({ key }) => !seen.has(key))
    for (const { key } of own) seen.add(key)
    return { id, repository, project: { id: cwd, name: repository, root: cwd }, events: own.sort(compareEvents) }
  })
}

/** Each on a day of its own: the data does not say when they were. */
export function recordedTrajectories(): RecordedSession[] {
  return loadTrajectories().runs.map((run, at) => {
    const project = { id: run.project, name: run.project, root: rootOf(run) }
    const later = (event: MemoryEvent): MemoryEvent => ({ ...event, at: event.at + at * DAY_MS })
    return { id: run.session_id, repository: run.project, project, events: toEvents(run).map(later) }
  })
}

/** As if all who work on a repository had one memory: more that is known, and more that is no longer so. */
export function byRepository(sessions: readonly RecordedSession[]): RecordedSession[] {
  return sessions.map((one) => ({ ...one, project: { ...one.project, id: one.repository } }))
}

/** As if the context were lost after every turn: the next one knows nothing of it but what memory tells. */
export function byTurn(sessions: readonly RecordedSession[]): RecordedSession[] {
  return sessions.flatMap(({ id, events, ...rest }) =>
    splitTurns(events).map((turn, at) => {
      const sessionId = `${id} ${at}`
      return { ...rest, id: sessionId, events: turn.events.map((event) => ({ ...event, sessionId })) }
    }),
  )
}
