/** Requests and replies about one turn, word for word. */
import * as z from 'zod'
import { TurnFull } from './rows.ts'

const MAX_TOKENS = 100_000

export const TurnRequest = z.strictObject({
  id: z.coerce.number().int().positive().describe('as rows name it: T12 is 12'),
  tokens: z.coerce
    .number()
    .int()
    .min(100)
    .max(MAX_TOKENS)
    .default(2000)
    .describe('about as many at most: the beginning, then the end, are shown first'),
})

export const TurnReply = TurnFull.extend({
  said: z.array(
    z.strictObject({
      kind: z.enum(['user', 'agent', 'commit', 'pull_request', 'plan', 'answer', 'report', 'compaction']),
      text: z.string(),
      created_at_epoch: z.int(),
      left_out: z.int().optional().describe('so many passages before this one are left out'),
    }),
  ),
  memories: z.array(z.int()).describe('made of it'),
})
export type TurnReply = z.infer<typeof TurnReply>
