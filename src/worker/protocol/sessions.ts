/** Requests and replies about one session from beginning to end. */
import * as z from 'zod'
import { ObservationIndex, SummaryFull } from './rows.ts'

export const SessionRequest = z.strictObject({
  id: z.string().min(1).max(200).describe('`S12`, the number every list shows, or the session’s own id'),
})

/** One event, in one line. */
export const Step = z.strictObject({
  at: z.int(),
  kind: z.enum(['asked', 'said', 'did', 'compacted', 'reported', 'began', 'ended']),
  text: z.string().describe('its beginning'),
  tool: z.string().optional().describe('of what was done: the host’s name for the tool'),
  failed: z.literal(true).optional(),
  agent: z.string().optional().describe('the kind of subagent that did it'),
})
export type Step = z.infer<typeof Step>

export const SessionReply = z.strictObject({
  number: z.int(),
  id: z.string(),
  project: z.string(),
  project_id: z.string(),
  status: z.enum(['active', 'completed', 'failed', 'interrupted']),
  started_at_epoch: z.int(),
  last_event_epoch: z.int(),
  summary: SummaryFull.nullable(),
  steps: z.array(Step).describe('oldest first'),
  left_out: z.int().optional().describe('so many steps after these are left out'),
  purged: z.literal(true).optional().describe('its events are no longer kept: only memories and words are left'),
  observations: z.array(ObservationIndex).describe('oldest first'),
})
export type SessionReply = z.infer<typeof SessionReply>
