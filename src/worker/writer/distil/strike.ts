/**
 * After a session is distilled, older memories of the files it changed lose the sentences that are no longer true.
 * Checked in both directions, so that the order in which sessions are distilled does not matter.
 */
import type { MemoryEvent } from '../../../memory/event.ts'
import type { Database } from '../../../store/database.ts'
import { findEvents, findWaitingSession, type Waiting } from '../../../store/events.ts'
import { findNewerByFiles, findOlderByFiles, strikeLines } from '../../../store/struck-lines.ts'
import { editsOf, findStruck, withoutStruck } from '../../../synthesis/struck.ts'
import { relativeToRoot } from '../../../workspace/paths.ts'

// 20 memories of each file: older ones are rarely shown
const PER_FILE = 20

// 5 sessions: a removal by a sixth is rare, and few sessions follow one that is distilled late
const MAX_NEWER = 5

/** Strikes what later sessions removed from this session's files. */
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
