/**
 * Old sessions from the host's transcripts, newest project first, so that memory is not empty on the first day.
 * Each file has its own read position: an import that was interrupted goes on where it stopped, and doubles nothing.
 */
import { existsSync, statSync } from 'node:fs'
import { hookedHost } from '../../../capture/hosts.ts'
import type { FoundTranscript } from '../../../capture/transcript.ts'
import type { Config } from '../../../config.ts'
import { MemoryError } from '../../../memory/error.ts'
import type { Database } from '../../../store/database.ts'
import { findWaiting } from '../../../store/events.ts'
import type { Journal } from '../../../store/journal.ts'
import { closeOldSessions } from '../../../store/sessions.ts'
import type { KnownDisk } from '../../../workspace/file-state.ts'
import type { ImportProgress } from '../../protocol.ts'
import { distilSession } from '../distil/distil.ts'
import type { Intake } from './intake.ts'
import { reconcileTranscript } from './reconcile.ts'

/** A session that was quiet this long is over, whatever its transcript says. */
const OVER_AFTER_MS = 60 * 60 * 1000

export async function importTranscripts(
  by: { db: Database; journal: Journal; intake: Intake; config: Config; disk: KnownDisk },
  path: string | undefined,
  report: (progress: ImportProgress) => void,
): Promise<ImportProgress> {
  const { db, journal, intake, config, disk } = by
  const files = newestProjectFirst(await transcriptsAt(path ?? config.hostConfigDir))
  // Where they lie, not what they say: months of sessions would be written twice.
  if (files.length > 0) journal.append([{ op: 'transcripts', paths: files.map((file) => file.path) }])
  const progress: ImportProgress = {
    filesDone: 0,
    filesTotal: files.length,
    bytesDone: 0,
    bytesTotal: files.reduce((sum, file) => sum + file.sizeBytes, 0),
    events: 0,
    observations: 0,
    unreadable: 0,
  }
  for (const file of files) {
    const now = Date.now()
    // A session that still runs is read too: a last line that is not whole yet is left for the next time.
    const read = await reconcileTranscript({ db, intake, now }, { path: file.path, finished: true })
    const { stored, unreadable, sessions } = read
    for (const waiting of findWaiting(db).filter((one) => sessions.has(one.session))) {
      progress.observations += distilSession(db, waiting, { disk, now }).observations
    }
    closeOldSessions(db, { sessions: [...sessions], before: now - OVER_AFTER_MS })
    progress.events += stored
    progress.unreadable += unreadable
    progress.filesDone += 1
    progress.bytesDone += file.sizeBytes
    report({ ...progress })
    await new Promise(setImmediate)
  }
  return progress
}

async function transcriptsAt(path: string): Promise<FoundTranscript[]> {
  if (!existsSync(path)) {
    throw new MemoryError('not_found', `There is no file or folder ${path}.`, {
      hint: 'Give the host’s configuration folder (usually ~/.claude) or one .jsonl file.',
    })
  }
  const found = statSync(path)
  if (found.isDirectory()) return hookedHost.transcripts.find(path)
  return [{ path, sizeBytes: found.size, startedAt: found.mtimeMs, projectSlug: '' }]
}

/** Projects by their newest session; inside one, oldest first, so that later sessions build on earlier ones. */
function newestProjectFirst(files: FoundTranscript[]): FoundTranscript[] {
  const newest = new Map<string, number>()
  for (const file of files) newest.set(file.projectSlug, Math.max(newest.get(file.projectSlug) ?? 0, file.startedAt))
  return files.toSorted(
    (a, b) => (newest.get(b.projectSlug) ?? 0) - (newest.get(a.projectSlug) ?? 0) || a.startedAt - b.startedAt,
  )
}
