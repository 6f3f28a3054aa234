/** What `claude-mem doctor` asks of the worker. */
import * as z from 'zod'

const count = z.int().nonnegative()
const epochMs = z.int()

const MemoryCheck = z.strictObject({
  sound: z.boolean().describe('every page of the database is in order'),
  databaseBytes: count,
  events: count,
  lastEventAt: epochMs.nullable(),
  backups: count,
  newestBackupAt: epochMs.nullable(),
  journalSince: epochMs.describe('the oldest change that may be in no backup'),
})
export type MemoryCheck = z.infer<typeof MemoryCheck>

const Respooled = z.strictObject({
  files: count.describe('events that were tried again'),
  left: count.describe('of these, still not understood'),
})

const ProbesRemoved = z.strictObject({
  probes: count,
  erased: z.boolean().describe('false: some bytes are overwritten later, when no reader needs them any more'),
})

export const DOCTOR_ROUTES = {
  'POST /api/doctor/check': {
    summary: 'whether the database is sound, its backups, when the last event came',
    access: 'change',
    reply: MemoryCheck,
  },
  'POST /api/doctor/respool': {
    summary: 'try events again that were not understood and set aside',
    access: 'change',
    reply: Respooled,
  },
  'POST /api/doctor/remove-probes': {
    summary: 'take the doctor’s own test events out again, without a trace',
    access: 'change',
    reply: ProbesRemoved,
  },
} as const
