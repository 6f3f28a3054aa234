/**
 * What hooks wrote and nobody took yet, and the marks that keep hooks from writing. The marks and their age are looked
 * at before the worker is started, because a starting worker takes and clears all of it.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { renderAge } from '../../../memory/age.ts'
import { countOf } from '../../../memory/count.ts'
import { VERSION } from '../../../version.ts'
import { askWorker, type DataFolder, ensureWorker, findWorker } from '../../../worker/client.ts'
import { waitingSince } from '../recording.ts'
import { type CheckParts, defineCheck, type Found, foundOr } from './check.ts'
import { logEntries } from './worker-log.ts'

/** Every hook starts a worker that is not running, and it takes an event within a second. */
const DAY_MS = 24 * 60 * 60 * 1000
/** A worker that just started has a backlog to take. */
const TAKEN_WITHIN_MS = 5000
const LOOK_EVERY_MS = 50

export const spoolCheck = defineCheck({
  name: 'spool',
  asks: 'hooks may write events, and none has waited for a day',
  faults: {
    paused: {
      what: 'Recording is paused.',
      why: 'Nothing is recorded until you resume.',
      fix: 'claude-mem resume',
    },
    'spool-full': {
      what: 'Hooks have stopped writing events, because too many waited for a worker that did not run.',
      why: 'Nothing is recorded by hooks; only transcripts are read later.',
      fix: 'claude-mem start',
      repair: clearMarks,
    },
    'starts-failed': {
      what: 'Hooks have stopped starting the worker, because three starts in a row failed.',
      why: 'Events pile up, and sessions start without memories.',
      fix: 'claude-mem start',
      repair: clearMarks,
    },
    'spool-old': {
      what: 'Events have been waiting for more than a day.',
      why: 'Nothing was recorded since: no worker ran, or it did not take them.',
      fix: 'claude-mem start',
      repair: takeNow,
    },
  },
  run({ folder, now }) {
    const { count, since } = waitingSince(folder)
    const found: Found<'paused' | 'spool-full' | 'starts-failed' | 'spool-old'>[] = []
    if (existsSync(folder.paused)) found.push({ fault: 'paused' })
    if (existsSync(folder.full)) found.push({ fault: 'spool-full' })
    if (folder.starts.some((path) => path.endsWith('.failed') && existsSync(path)))
      found.push({ fault: 'starts-failed' })
    if (since !== undefined && now - since > DAY_MS)
      found.push({ fault: 'spool-old', what: waits({ count, since, now }) })
    return foundOr(found, count === 0 ? 'nothing waits' : countOf(count, 'new event'))
  },
})

export const waitingCheck = defineCheck({
  name: 'waiting',
  asks: 'the worker takes what hooks write',
  needsWorker: true,
  faults: {
    'spool-stuck': {
      what: 'The worker runs and does not take the events that wait.',
      why: 'What they say cannot be found.',
      fix: 'claude-mem logs',
      repair: takeNow,
    },
  },
  async run({ folder, now }) {
    const before = waitingSince(folder)
    if (before.count === 0) return { ok: 'nothing waits' }
    if (await isTaken(folder)) return { ok: `${countOf(before.count, 'event')} taken just now` }
    const { count, since = now } = waitingSince(folder)
    return { found: [{ fault: 'spool-stuck', what: waits({ count, since, now }) }] }
  },
})

export const badSpoolCheck = defineCheck({
  name: 'odd-events',
  asks: 'every event was understood',
  needsWorker: true,
  faults: {
    'events-refused': {
      what: 'Some events were not understood and have been set aside.',
      why: 'What they say is not remembered; after a day they are deleted.',
      fix: 'claude-mem doctor --fix',
      repair: async ({ folder, say }) => {
        say('Trying them again …')
        await askWorker(folder, 'POST /api/doctor/respool')
      },
    },
  },
  run({ folder }) {
    const names = existsSync(folder.badSpool) ? readdirSync(folder.badSpool) : []
    if (names.length === 0) return { ok: 'all understood' }
    const were = names.length === 1 ? '1 event was' : `${names.length} events were`
    const reason = logEntries(folder).findLast(({ what }) => what === 'a spool file was set aside')?.reason
    const what = `${were} not understood and set aside${reason === undefined ? '' : ` (${reason})`}.`
    // This version has tried them: trying again helps only after passing trouble, such as a full disk.
    const tried = names.every((name) => name.endsWith(`@${VERSION}`))
    const fix = tried
      ? {
          fix: `claude-mem logs; to delete them now: rm ${join(folder.badSpool, '*')}`,
        }
      : {}
    return { found: [{ fault: 'events-refused', what, ...fix }] }
  },
})

function waits({ count, since, now }: { count: number; since: number; now: number }): string {
  const one = count === 1
  return `${countOf(count, 'event')} ${one ? 'waits' : 'wait'} to be stored, ${one ? 'written' : 'the oldest from'} ${renderAge(since, now)}.`
}

/** Removed even where a worker runs: it clears them only when it starts. */
async function clearMarks({ folder: { full, starts } }: CheckParts): Promise<void> {
  for (const path of [full, ...starts]) rmSync(path, { recursive: true, force: true })
}

/** A recorded process that does not answer is a matter of the worker's own check. */
async function takeNow({ folder, say }: CheckParts): Promise<void> {
  say('Taking what waits …')
  if (findWorker(folder)) await askWorker(folder, 'POST /api/settle')
  else await ensureWorker(folder)
  await isTaken(folder)
}

async function isTaken(folder: DataFolder): Promise<boolean> {
  const deadline = Date.now() + TAKEN_WITHIN_MS
  while (waitingSince(folder).count > 0) {
    if (Date.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return true
}
