/**
 * After a session was distilled: older memories of the files it changed lose the sentences that no longer hold. Looked at from
 * both sides, so that it does not matter which session is distilled first.
 */
import type { MemoryEvent } from '../../../memory/event.ts'
import type { Database } from '../../../store/database.ts'
import { findEvents, findWaitingSession, type Waiting } from '../../../store/events.ts'
import { findNewerByFiles, findOlderByFiles, strikeLines } from '../../../store/struck-lines.ts'
import { editsOf, findStruck, withoutStruck } from '../../../synthesis/struck.ts'
import { relativeToRoot } from '../../../workspace/paths.ts'

// 20 memories of each file: older ones are rarely shown
const PER_FILE = 20

// 5 sessions: what a sixth took out again is rare, and a session that is distilled late has few after it
const MAX_NEWER = 5

/** What later sessions took out of the files of this one. */
export function strikeByNewer(db: Database, waiting: Waiting): void {
  for (const session of findNewerByFiles(db, { ...waiting, limit: MAX_NEWER })) {
    const newer = findWaitingSession(db, session)
    const there = newer && { ...newer, project: waiting.project, root: waiting.root }
    if (there) strikeOlder(db, there, findEvents(db, { session, from: 0 }))
  }
}

export function strikeOlder(db: Database, waiting: Waiting, events: readonly MemoryEvent[]): void {
  const calls = events.filter((event) => event.kind === 'tool')
  const edits = editsOf(calls)
  if (edits.length === 0) return
  const files = calls.flatMap(({ call }) => (call.act === 'edit' && call.result !== 'failed' ? call.files : []))
  const paths = [...new Set(files.map((path) => relativeToRoot(waiting.root, path)))]
  const older = findOlderByFiles(db, { ...waiting, paths, before: waiting.lastEventAt, perFile: PER_FILE })
  for (const memory of older) {
    const lines = findStruck(
      memory.narrative,
      edits.filter(({ at }) => at > memory.createdAt),
    )
    if (lines.length === 0) continue
    strikeLines(db, { memory: { ...memory, ...withoutStruck(memory, new Set(lines)) }, lines })
  }
}
