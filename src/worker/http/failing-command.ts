/**
 * Does what memory knows of a failing command still hold? Work went on since: a command that this session ran it knows, and a
 * failure whose files were edited may be gone. What is doubtful is not said.
 */
import type { FailureMatch } from '../../retrieval/known-failures.ts'
import type { Database } from '../../store/database.ts'
import { findCompactedAt, findEvents } from '../../store/events.ts'
import { findChangeTimes } from '../../store/failures.ts'
import { findSessionNumber } from '../../store/sessions.ts'
import { readActions } from '../../synthesis/actions.ts'
import { isCheck, isTest } from '../../synthesis/command-shape.ts'
import { commandFromRoot } from '../../synthesis/typed-command.ts'

export interface Planned {
  /** As it would be typed in the root. */
  command: string
  project: string
  root: string
  sessionId: string
}

export function stillFails(db: Database, match: FailureMatch, planned: Planned): boolean {
  const own = readOwn(db, planned)
  if (own.commands.has(planned.command)) return false
  return match.before === undefined || !isMended(db, { match, before: match.before.failedAt, own, planned })
}

interface Own {
  commands: Set<string>
  edits: { file: string; at: number }[]
}

/** What this session has done since it last began; memories of it may still be to come. */
function readOwn(db: Database, { sessionId, root }: Planned): Own {
  const own: Own = { commands: new Set(), edits: [] }
  const session = findSessionNumber(db, sessionId)
  const events = session !== undefined ? findEvents(db, { session, from: findCompactedAt(db, sessionId) }) : []
  for (const event of events) {
    for (const call of event.kind === 'tool' ? readActions(event, root) : []) {
      if (call.kind === 'command') own.commands.add(commandFromRoot(call, root))
      if (call.kind === 'edit') own.edits.push({ file: call.file, at: event.at })
    }
  }
  return own
}

/**
 * Edits of the files it names, or any if it names none and checks the code. A failure that outlived such an edit before does not
 * depend on it; but a test is there to be run again after every edit.
 */
function isMended(db: Database, by: { match: FailureMatch; before: number; own: Own; planned: Planned }): boolean {
  const { failure } = by.match
  const paths = [failure.file ?? '', ...failure.targets].filter((path) => /\.\w+$/.test(path))
  if (paths.length === 0 && !isCheck(failure.program)) return false
  const edits = by.own.edits.filter(({ file }) => paths.length === 0 || paths.includes(file))
  const times = [
    ...findChangeTimes(db, { project: by.planned.project, paths, since: by.before }),
    ...edits.map(({ at }) => at),
  ]
  const outlived = !isTest(failure.program) && times.some((at) => at <= failure.failedAt)
  return !outlived && times.some((at) => at > failure.failedAt)
}
