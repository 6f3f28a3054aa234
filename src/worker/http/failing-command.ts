/**
 * Is a stored failure of this command still worth a warning? If the session has already run the command, it knows the
 * result itself; if the files behind the failure were edited since, it may be fixed. In doubt, no warning.
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
  /** As it would be typed in the project root. */
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

/** What this session has done since it last began. Its own memories may not be stored yet. */
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
 * Was a file that the failure names edited since? If it names none but the command checks code, any edit counts. A
 * failure that survived such an edit before does not depend on it, except for tests: those are rerun after every edit.
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
