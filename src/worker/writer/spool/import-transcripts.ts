/**
 * Imports old sessions from the hosts' transcripts, newest project first, so that memory is not empty on the first day.
 * Each file has its own read position: an interrupted import continues where it stopped and duplicates nothing.
 */
import { statSync } from 'node:fs'
import type { HostName } from '../../../capture/captured-event.ts'
import { fileHead } from '../../../capture/file-head.ts'
import { HOSTS, hookedHost } from '../../../capture/hosts.ts'
import type { FoundTranscript } from '../../../capture/transcript.ts'
import type { Config } from '../../../config.ts'
import { MemoryError } from '../../../memory/error.ts'
import type { Database } from '../../../store/database.ts'
import { findWaiting } from '../../../store/events.ts'
import type { Journal } from '../../../store/journal.ts'
import { closeOldSessions } from '../../../store/sessions.ts'
import type { KnownDisk } from '../../../workspace/file-state.ts'
import type { ImportProgress, ImportRequest } from '../../protocol.ts'
import { distilSession } from '../distil/distil.ts'
import type { Intake } from './intake.ts'
import { reconcileTranscript } from './reconcile.ts'

/** A session this quiet is over, whatever its transcript says. */
const OVER_AFTER_MS = 60 * 60 * 1000

/** Without a path, the host's own folder; with a path and no host, every host that has files there. */
export async function importTranscripts(
  by: { db: Database; journal: Journal; intake: Intake; config: Config; disk: KnownDisk },
  asked: ImportRequest,
  report: (progress: ImportProgress) => void,
): Promise<ImportProgress> {
  const { db, journal, intake, config, disk } = by
  const files = newestProjectFirst(await transcriptsAt(asked, config))
  // Paths only, not contents: months of sessions would be written twice.
  if (files.length > 0) journal.append([{ op: 'transcripts', paths: files.map((file) => file.path) }])
  const progress: ImportProgress = {
    filesDone: 0,
    filesTotal: files.length,
    filesNew: 0,
    bytesDone: 0,
    bytesTotal: files.reduce((sum, file) => sum + file.sizeBytes, 0),
    events: 0,
    observations: 0,
    unreadable: 0,
  }
  for (const file of files) {
    const now = Date.now()
    // A running session is read too: an incomplete last line is left for the next time.
    const read = await reconcileTranscript({ db, intake, now }, { path: file.path, finished: true })
    const { stored, unreadable, sessions } = read
    for (const waiting of findWaiting(db).filter((one) => sessions.has(one.session))) {
      progress.observations += distilSession(db, waiting, { disk, now }).ids.length
    }
    closeOldSessions(db, { sessions: [...sessions], before: now - OVER_AFTER_MS })
    progress.events += stored
    if (stored > 0) progress.filesNew += 1
    progress.unreadable += unreadable
    progress.filesDone += 1
    progress.bytesDone += file.sizeBytes
    report({ ...progress })
    await new Promise(setImmediate)
  }
  return progress
}

async function transcriptsAt({ path, host }: ImportRequest, config: Config): Promise<FoundTranscript[]> {
  const name = host ?? (path === undefined ? hookedHost.name : undefined)
  const hosts = HOSTS.filter((one) => name === undefined || one.name === name)
  const place = path ?? homeOf(name, config)
  const there = statSync(place, { throwIfNoEntry: false })
  if (!there) throw new MemoryError('not_found', `There is no file or folder ${place}.`, { hint: HINT })
  const whose = hosts.map(({ label }) => label).join(' or ')
  if (!there.isDirectory()) {
    const head = fileHead(place)
    if (!hosts.some(({ transcripts }) => transcripts.isOne(head)))
      throw new MemoryError('bad_input', `${place} is not a transcript of ${whose}.`, { hint: HINT })
    return [{ path: place, sizeBytes: there.size, startedAt: there.mtimeMs, projectSlug: '' }]
  }
  const found = (await Promise.all(hosts.map(({ transcripts }) => transcripts.find(place)))).flat()
  if (found.length > 0 || path === undefined) return found
  throw new MemoryError('not_found', `There are no transcripts of ${whose} in ${place}.`, { hint: HINT })
}

const HINT =
  'Give the folder of Claude Code (usually ~/.claude) or of Codex CLI (usually ~/.codex), a folder inside it, or one .jsonl file.'

function homeOf(name: HostName | undefined, config: Config): string {
  return name === 'codex' ? config.codexHome : config.hostConfigDir
}

/** Projects by their newest session; within one, oldest first, so that later sessions build on earlier ones. */
function newestProjectFirst(files: FoundTranscript[]): FoundTranscript[] {
  const newest = new Map<string, number>()
  for (const file of files) newest.set(file.projectSlug, Math.max(newest.get(file.projectSlug) ?? 0, file.startedAt))
  return files.toSorted(
    (a, b) => (newest.get(b.projectSlug) ?? 0) - (newest.get(a.projectSlug) ?? 0) || a.startedAt - b.startedAt,
  )
}
