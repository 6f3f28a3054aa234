/**
 * What memory would have said before each command of a record, and what then happened. Uses the product's own path:
 * events are stored and distilled in a real store, and the question is the one behind the hook's answer.
 */
import { DatabaseSync } from 'node:sqlite'
import type { HostToolEvent } from '../../src/capture/captured-event.ts'
import { loadConfig } from '../../src/config.ts'
import { failureContext, plannedFailure } from '../../src/context/failure-context.ts'
import type { MemoryEvent, ToolEvent } from '../../src/memory/event.ts'
import { Database } from '../../src/store/database.ts'
import { findWaitingSession } from '../../src/store/events.ts'
import { findFailingCommands } from '../../src/store/failures.ts'
import { keepEvent } from '../../src/store/keep-event.ts'
import { putInjections } from '../../src/store/ledger.ts'
import { migrate } from '../../src/store/migrations.ts'
import { putProject, putSession } from '../../src/store/sessions.ts'
import { readActions } from '../../src/synthesis/actions.ts'
import { readOutcome } from '../../src/synthesis/command-outcome.ts'
import { failureOf, plannedCommand } from '../../src/synthesis/known-failure.ts'
import { contextSettings } from '../../src/worker/http/context-settings.ts'
import { askedCommand, askedFailure } from '../../src/worker/http/hook-questions.ts'
import { distilSession } from '../../src/worker/writer/distil/distil.ts'
import type { RecordedSession } from './record.ts'

export interface Alarm {
  text: string
  command: string
  failed: boolean
  at: number
}

export interface Replayed {
  calls: number
  failed: number
  /** Failed, and had failed before where the session could not know it: in another session, or before a compaction. */
  repeats: number
  /** The same, with exactly the same error. */
  alike: number
  /** Repeats preceded by an alarm. */
  stopped: number
  alarms: Alarm[]
  /** Failed calls that were told what ended the failure last time. */
  hints: string[]
  /** Commands a hook would have had to ask about, in the memory with the most of them. */
  listed: number
}

interface Run {
  sessionId: string
  at: number
  error: string | undefined
}

export type Mode = 'deny-once' | 'inform'

export function replay(sessions: readonly RecordedSession[], mode: Mode): Replayed {
  const result: Replayed = { calls: 0, failed: 0, repeats: 0, alike: 0, stopped: 0, alarms: [], hints: [], listed: 0 }
  const memories = Map.groupBy(sessions, ({ project }) => project.id)
  for (const memory of memories.values()) replayMemory(memory, result, mode)
  return result
}

function replayMemory(sessions: readonly RecordedSession[], result: Replayed, mode: Mode): void {
  const db = new Database(new DatabaseSync(':memory:'))
  db.exec('PRAGMA foreign_keys = ON')
  migrate(db)
  const parts = partsOf(db, mode)
  const failures = new Map<string, Run[]>()
  const compactedAt = new Map<string, number>()
  const numbers = new Map<string, number>()
  for (const { event, session } of inTimeOrder(sessions)) {
    const { project } = session
    putProject(db, project, event.at)
    const facts = { sessionId: session.id, project: project.id, cwd: project.root, transcriptPath: undefined }
    const number = putSession(db, { ...facts, entrypoint: 'cli', at: event.at })
    numbers.set(session.id, number)
    const isCommand = event.kind === 'tool' && event.call.act === 'command' && event.call.command !== ''
    if (isCommand) askBefore(event, session)
    keepEvent(db, { session: number, project: project.id, event })
    if (isCommand) askAfter(event, session)
    if (event.kind === 'compacted') {
      // The host's hook reports this now; a transcript has only the summary.
      const begun: MemoryEvent = {
        kind: 'session_started',
        key: `${event.key} begun`,
        sessionId: session.id,
        at: event.at + 1,
        origin: 'hook',
        text: 'compact',
      }
      distil(number)
      keepEvent(db, { session: number, project: project.id, event: begun })
      compactedAt.set(session.id, event.at)
    }
    if (event === session.events.at(-1)) distil(number)
  }
  db.close()

  function distil(number: number): void {
    const waiting = findWaitingSession(db, number)
    if (waiting) distilSession(db, waiting)
    result.listed = Math.max(result.listed, findFailingCommands(db, 1000).length)
  }

  function askBefore(event: ToolEvent, session: RecordedSession): void {
    const { root } = session.project
    const call = readActions(event, root).find((one) => one.kind === 'command')
    const command = plannedCommand(event, root)
    if (call === undefined || event.call.act !== 'command') return
    const failed = readOutcome(call)?.failed ?? call.failed
    result.calls += 1
    if (failed) result.failed += 1
    // Typed in place: nothing is ever said about it.
    if (command === undefined) return
    const error = failed ? failureOf(event, root)?.error : undefined
    const known = (failures.get(command) ?? []).filter(
      ({ sessionId, at }) => sessionId !== session.id || at < (compactedAt.get(session.id) ?? 0),
    )
    const planned = {
      session: factsOf(session, event.call.folder),
      tool: 'Bash',
      input: { command: event.call.command },
      toolUseId: undefined,
      agentId: event.agent?.id,
      permissionMode: undefined,
    }
    const answer = plannedFailure(parts, askedCommand(db, planned))
    const isRepeat = failed && known.length > 0
    if (isRepeat) result.repeats += 1
    if (isRepeat && error !== undefined && known.some((one) => one.error === error)) result.alike += 1
    if (failed)
      failures.set(command, [...(failures.get(command) ?? []), { sessionId: session.id, at: event.at, error }])
    if (!answer) return
    const { injection, sessionId, text } = answer
    const { tokens } = injection
    putInjections(db, { sessionId, surface: 'failure', at: event.at, tokens, injections: [injection] })
    result.alarms.push({ text, command, failed, at: event.at })
    if (isRepeat) result.stopped += 1
  }

  /** As the host's hook reports it. */
  function askAfter(event: ToolEvent, session: RecordedSession): void {
    if (event.call.act !== 'command') return
    const { call, ...rest } = event
    const failed = call.result === 'failed'
    const told: HostToolEvent = {
      ...rest,
      host: 'claude-code',
      tool: 'Bash',
      input: { command: call.command },
      output: failed ? call.output : { stdout: call.output },
      failed,
    }
    const answer = failureContext(parts, askedFailure(told, factsOf(session, call.folder)))
    if (!answer) return
    const { injection } = answer
    const { tokens } = injection
    putInjections(db, { sessionId: session.id, surface: 'failure', at: event.at, tokens, injections: [injection] })
    result.hints.push(answer.text)
  }
}

function factsOf({ id, project }: RecordedSession, folder: string | undefined) {
  return {
    sessionId: id,
    cwd: folder ?? project.root,
    projectDir: project.root,
    transcriptPath: undefined,
    entrypoint: 'cli',
  }
}

function partsOf(db: Database, mode: Mode) {
  return {
    db,
    settings: contextSettings(
      loadConfig({ dataDir: '/nonexistent', flags: { FAILURE_HINTS: mode } }, { HOME: '/nonexistent' }),
    ),
    timeZone: 'UTC',
    freshness: { of: () => new Map(), ofFile: () => 'unknown' as const },
  }
}

function inTimeOrder(sessions: readonly RecordedSession[]) {
  return sessions
    .flatMap((session) => session.events.map((event) => ({ event, session })))
    .sort((a, b) => a.event.at - b.event.at)
}
