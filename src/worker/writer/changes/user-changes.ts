/** What people ask for directly: remember this, exclude that. Each goes to the journal and the database. */

import { randomUUID } from 'node:crypto'
import { markedCut } from '../../../memory/cut-text.ts'
import { MemoryError } from '../../../memory/error.ts'
import type { ObservationDraft, ObservationType } from '../../../memory/observation.ts'
import { stripPrivate } from '../../../memory/privacy.ts'
import { redactSecrets } from '../../../memory/redaction.ts'
import { endPause, startPause } from '../../../store/cursors.ts'
import type { Database } from '../../../store/database.ts'
import type { Journal } from '../../../store/journal.ts'
import { putObservation } from '../../../store/observations.ts'
import { putProject } from '../../../store/sessions.ts'
import { resolveProject } from '../../../workspace/project.ts'
import { type DataFolder, setMark } from '../../process/data-folder.ts'

const TITLE_CHARACTERS = 110

interface Change {
  db: Database
  journal: Journal
  now: number
}

/** A person's own words: stored as they are, without secrets and private parts, and never rewritten. */
export function remember(
  { db, journal, now }: Change,
  ask: { text: string; title: string | undefined; type: ObservationType; cwd: string },
): { id: number; project: string } {
  const text = redactSecrets(stripPrivate(ask.text)).trim()
  if (text === '') throw new MemoryError('bad_input', 'There is nothing to remember outside <private>.')
  const here = resolveProject(ask.cwd)
  const draft: ObservationDraft = {
    key: `user:${randomUUID()}`,
    type: ask.type,
    title: titleOf(ask.title === undefined ? text : redactSecrets(stripPrivate(ask.title)).trim() || text),
    subtitle: '',
    narrative: text,
    facts: [],
    concepts: [],
    filesRead: [],
    filesModified: [],
    discoveryTokens: 0,
    at: now,
    eventKeys: [],
  }
  const stored = db.transaction(() => {
    const project = putProject(db, here, now)
    const put = putObservation(db, { draft, session: undefined, project: project.id, source: 'user', pinned: true })
    journal.append([{ op: 'remember', project: here, draft }])
    return put && { id: put.id, project: project.name }
  })
  if (stored === undefined) throw new MemoryError('internal', 'The memory could not be stored.')
  return stored
}

export function setPaused(
  { db, journal, now, folder }: Change & { folder: DataFolder },
  paused: boolean,
): { paused: boolean } {
  db.transaction(() => {
    if (paused) startPause(db, now)
    else endPause(db, now)
    journal.append([{ op: paused ? 'pause' : 'resume', at: now }])
  })
  setMark(folder.paused, paused)
  return { paused }
}

/** The first sentence, or as much of it as fits one line. */
function titleOf(text: string): string {
  const line = text.split('\n').find((part) => part.trim() !== '') ?? text
  const sentence = /^.+?[.!?](?=\s|$)/.exec(line.trim())?.[0].replace(/[.]$/, '') ?? line.trim()
  return markedCut(sentence, TITLE_CHARACTERS)
}
