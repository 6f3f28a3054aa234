/** The database and its backups. */
import { renderAge } from '../../../memory/age.ts'
import { countOf } from '../../../memory/count.ts'
import { askWorker } from '../../../worker/client.ts'
import { defineCheck } from './check.ts'
import { restartAfterKill } from './worker-process.ts'

/** Reading every page of a gigabyte takes some seconds. */
const WITHIN_MS = 120_000

export const databaseCheck = defineCheck({
  name: 'database',
  asks: 'every page of the database is in order',
  needsWorker: true,
  faults: {
    'database-damaged': {
      what: 'The database is damaged.',
      why: 'Memories may be lost, and new ones may not be stored. A backup and the journal bring them back.',
      fix: 'claude-mem doctor --fix',
      async repair({ folder, say }) {
        say('Restoring the database …')
        await restartAfterKill(folder)
      },
    },
  },
  async run({ folder, say }) {
    say('Checking the database …')
    const { sound, events, databaseBytes } = await askWorker(folder, 'POST /api/doctor/check', { timeoutMs: WITHIN_MS })
    if (!sound) return { found: [{ fault: 'database-damaged' }] }
    return { ok: `sound; ${countOf(events, 'event')}, ${(databaseBytes / 1e6).toFixed(1)} MB` }
  },
})

/** Two days: one is made every day the worker runs. */
const OLD_MS = 2 * 24 * 60 * 60 * 1000

export const backupCheck = defineCheck({
  name: 'backup',
  asks: 'there is a backup of the last two days',
  needsWorker: true,
  faults: {
    'backup-old': {
      what: 'The newest backup is more than two days old.',
      why: 'If the database were damaged now, the journal alone would have to bring back the days since.',
      fix: 'claude-mem doctor --fix',
      async repair({ folder, say }) {
        say('Making a backup …')
        await askWorker(folder, 'POST /api/backup')
      },
    },
  },
  async run({ folder, now }) {
    const { newestBackupAt, journalSince, backups } = await askWorker(folder, 'POST /api/doctor/check')
    const since = newestBackupAt ?? journalSince
    if (now - since <= OLD_MS) {
      if (newestBackupAt === null) return { ok: 'none yet; the first is made after a day' }
      return { ok: `${countOf(backups, 'backup')}, the newest ${renderAge(newestBackupAt, now)}` }
    }
    const what =
      newestBackupAt === null
        ? `There is no backup, although there is something to save since ${renderAge(since, now)}.`
        : `The newest backup is from ${renderAge(newestBackupAt, now)}.`
    return { found: [{ fault: 'backup-old', what }] }
  },
})
