/** The inbox of what is new: memories that nobody has looked at, and what dreaming proposes. */
import * as z from 'zod'
import { DreamProposal } from './dream.ts'
import { ObservationFull } from './rows.ts'

const count = z.int().nonnegative()
const epochMs = z.int().nonnegative().describe('milliseconds since 1970')
const ids = z.array(z.int().positive()).max(1000)

export const ReviewQuery = z.strictObject({
  limit: z.coerce.number().int().min(0).max(200).default(50).describe('memories to return; 0: only how many wait'),
})

export const ReviewRequest = z.strictObject({
  kept: ids.optional().describe('memories that were looked at and stay as they are'),
  again: ids.optional().describe('memories that shall wait again'),
  since: epochMs.optional().describe('everything made before this time counts as looked at'),
})
export type ReviewRequest = z.infer<typeof ReviewRequest>

export const ReviewReply = z.strictObject({
  on: z.boolean().describe('the setting CLAUDE_MEM_REVIEW; while it is off, nothing is returned'),
  since: epochMs.nullable().describe('memories made from then on are gathered; null: never switched on'),
  memories: count.describe('how many wait'),
  results: z.array(ObservationFull).describe('newest first'),
  proposals: z
    .array(DreamProposal.extend({ root: z.string().describe('the workspace'), project: z.string() }))
    .describe('what dreaming would like to remove or merge'),
})
export type ReviewReply = z.infer<typeof ReviewReply>

export const Reviewed = z.strictObject({ since: epochMs.nullable(), memories: count })
export type Reviewed = z.infer<typeof Reviewed>
