/**
 * Thousands of events through the real hook script while workers and hooks are killed, the disk fills and the database
 * is damaged. In the end nothing may be lost and nothing doubled. Before that the table of damages between two starts.
 * `npm run test:faults [-- --seed N] [-- --damage]`; `--damage` prints that table and no more.
 */

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePlace, mountSmall, removePlace } from '../support/place.ts'
import { stopWorker } from '../support/worker.ts'
import { reportDamage } from './damage.ts'
import { play } from './play.ts'
import { check, report } from './report.ts'
import { planSessions } from './sessions.ts'

const seedFlag = process.argv.indexOf('--seed')
const seed = seedFlag > 0 ? Number(process.argv[seedFlag + 1]) : 20_261_115

const lostSilently = await reportDamage()
if (process.argv.includes('--damage')) process.exit(lostSilently > 0 ? 1 : 0)

const mountPoint = mkdtempSync(join(tmpdir(), 'claude-mem-disk-'))
const mounted = mountSmall(mountPoint, 256)
const elsewhere = mounted
  ? join(mountPoint, 'data')
  : existsSync('/dev/shm')
    ? mkdtempSync('/dev/shm/claude-mem-data-')
    : join(mountPoint, 'data')
const place = makePlace({ dataRoot: elsewhere })

let failed = 1
try {
  const plan = planSessions({ events: 2000, atLeastCopies: 2 })
  console.log(
    `${plan.note}\nseed ${seed}; data on ${mounted ? 'a 256 MB tmpfs' : elsewhere}, transcripts on another file system`,
  )
  if (!mounted) console.log('Mounting is not permitted here: the step with the full disk is left out.')
  const startedAt = Date.now()
  const played = await play(place, { plan, seed, disk: mounted ? mountPoint : undefined })
  failed = report(check(place, plan, played), { ...played, seconds: (Date.now() - startedAt) / 1000 })
} catch (error) {
  console.error(error)
  console.log('0 passed, 1 failed')
} finally {
  await stopWorker(place)
  if (!process.argv.includes('--keep')) {
    mounted?.unmount()
    for (const path of [elsewhere, mountPoint]) rmSync(path, { recursive: true, force: true })
    removePlace(place)
  }
}
process.exitCode = failed + lostSilently > 0 ? 1 : 0
