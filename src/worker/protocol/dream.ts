/** Requests and replies of dreaming over HTTP. */
import * as z from 'zod'
import { pathText } from './path-text.ts'

const count = z.int().nonnegative()
const cwd = pathText.describe('a path in the workspace')

/** `answer`: yes or no to one proposal. */
export const DREAM_ACTIONS = ['dry-run', 'run', 'undo', 'answer'] as const

export const DreamPlace = z.strictObject({ cwd })

export const DreamRequest = z.strictObject({
  cwd,
  action: z.enum(DREAM_ACTIONS),
  run: z.string().min(1).max(100).optional().describe('which run to undo; default: the last one'),
  proposal: z.string().min(1).max(100).optional().describe('which proposal is answered'),
  answer: z.enum(['yes', 'no']).optional(),
})
export type DreamRequest = z.infer<typeof DreamRequest>

export const DreamProposal = z.strictObject({
  id: z.string(),
  kind: z.enum(['retire', 'merge']),
  line: z.string().describe('the line of MEMORY.md that would go'),
  keeps: z.string().optional().describe('the line that says the same and stays'),
  reason: z.string(),
  at: z.string(),
})
export type DreamProposal = z.infer<typeof DreamProposal>

export const DreamRun = z.strictObject({
  id: z.string(),
  kind: z.enum(['dream', 'review']),
  status: z.enum(['planned', 'done', 'undoing', 'undone']),
  at: z.string(),
  promoted: count,
  removed: count,
})

export const DreamStatus = z.strictObject({
  project: z.string(),
  enabled: z.boolean(),
  time: z.string().describe('when it dreams, or at the first quiet moment after it'),
  keepsNotes: z.boolean(),
  recalled: count.describe('things that searches have found so far'),
  lastDreamAt: z.string().nullable(),
  memoryTokens: count.describe('of MEMORY.md, an estimate'),
  runs: z.array(DreamRun).describe('newest first'),
  proposals: z.array(DreamProposal).describe('what waits for an answer'),
})
export type DreamStatus = z.infer<typeof DreamStatus>

export const DreamReply = z.strictObject({
  action: z.enum(DREAM_ACTIONS),
  outcome: z
    .enum(['planned', 'done', 'nothing', 'changed', 'undone', 'declined', 'stale'])
    .describe('`changed`: somebody wrote into MEMORY.md meanwhile; nothing was done'),
  run: z.string().nullable(),
  promotions: z.array(z.strictObject({ fact: z.string(), from: z.string(), score: z.number(), line: z.string() })),
  removals: z.array(
    z.strictObject({
      kind: z.enum(['retire', 'merge']),
      line: z.string(),
      reason: z.string(),
      state: z.enum(['proposed', 'applied']),
    }),
  ),
  skipped: z.array(z.strictObject({ reason: z.string(), count })).describe('why others stayed out'),
  tokens: z.strictObject({ before: count, after: count }).describe('of MEMORY.md, estimates'),
  exact: z.boolean().optional().describe('of an undo: every file is byte for byte what it was'),
  kept: z.array(z.string()).optional().describe('of an undo: promoted lines that somebody edited since, and that stay'),
})
export type DreamReply = z.infer<typeof DreamReply>
