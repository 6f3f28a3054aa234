/**
 * What a session did with files the gate spoke about, and outlines it took on its own instead of a file: the only
 * evidence of whether refusing pays off. Counted even for calls that are not stored, such as our own tools. From hooks
 * only, because a transcript repeats everything.
 */
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { CapturedEvent } from '../../../capture/captured-event.ts'
import type { SessionFacts } from '../../../capture/host-event.ts'
import { hookedHost } from '../../../capture/hosts.ts'
import type { Config } from '../../../config.ts'
import type { Project } from '../../../memory/session.ts'
import type { Database } from '../../../store/database.ts'
import { findToldPaths, putFollowUp, putLook } from '../../../store/reads.ts'
import { placeCited } from '../../../workspace/checkout.ts'
import { isExcluded } from '../../../workspace/exclusion.ts'

/** Larger files are machine-made: an outline of one does not replace a read. */
const MAX_FILE_BYTES = 5 * 1024 * 1024

export function noteFollowUp(
  { db, config }: { db: Database; config: Config },
  by: { event: CapturedEvent; session: SessionFacts; project: Project },
): void {
  const { event, session, project } = by
  const found = event.origin === 'hook' ? hookedHost.hooks.followUp(event) : undefined
  if (!found || isExcluded(config.EXCLUDED_PROJECTS, [project.root, session.cwd], config.home)) return
  const { sessionId } = event
  const { how, file, whole, tokens, command } = found
  if (command !== undefined) {
    // What `cat` or `sed` printed counts as read too. How much of it is from the file is unknown, so all of it counts.
    for (const path of findToldPaths(db, sessionId)) {
      if (command.includes(basename(path))) putFollowUp(db, { sessionId, path, whole: false, tokens })
    }
    return
  }
  const place = file === undefined ? undefined : placeCited(project.root, file)
  if (how === 'looked' && place) {
    const fileTokens = costOf(place.absolute)
    const look = { sessionId, project: project.id, path: place.path, file: place.absolute, fileTokens }
    if (fileTokens > 0) putLook(db, look, event.at)
  }
  putFollowUp(db, { sessionId, path: place?.path ?? file, whole, tokens })
}

/** 0: unreadable or too large. */
function costOf(file: string): number {
  try {
    return statSync(file).size > MAX_FILE_BYTES ? 0 : hookedHost.hooks.tokensOfRead(readFileSync(file, 'utf8'))
  } catch {
    return 0 // gone since
  }
}
