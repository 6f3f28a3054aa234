/** After a session was distilled: older memories of the files it changed lose the sentences that no longer hold. */
import type { MemoryEvent } from '../memory/event.ts'
import type { Database } from '../store/database.ts'
import type { Waiting } from '../store/events.ts'
import { findOlderByFiles, strikeLines } from '../store/struck-lines.ts'
import { editsOf, findStruck, withoutStruck } from '../synthesis/struck.ts'
import { relativeToRoot } from '../workspace/paths.ts'

// 20 memories of each file: older ones are rarely shown
const PER_FILE = 20

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
