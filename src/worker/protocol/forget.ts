/** What to forget, and the receipt. */
import * as z from 'zod'

const count = z.int().nonnegative()
const text = z.string().trim().min(1)

export const ForgetRequest = z.strictObject({
  id: z.int().positive().optional().describe('one memory; needs no preview'),
  ids: z.array(z.int().positive()).min(1).max(1000).optional().describe('several memories'),
  prompt: z.int().positive().optional().describe('a prompt, with the memories made of it'),
  session: text.max(200).optional().describe('`S12` or its id: everything of it'),
  query: text.max(400).optional().describe('everything that holds all of these words; phrases in quotes'),
  project: text.max(4096).optional().describe('name or id; with `query` and dates: only what fits all of them'),
  file: text
    .max(4096)
    .optional()
    .describe('everything about a file or folder: a full path, or with `project` one from its root'),
  since: text.max(100).optional().describe('a date, a time, or words like `last week`'),
  until: text.max(100).optional(),
  withPrompts: z
    .boolean()
    .optional()
    .describe('with `id`, `ids` and `file`: also what was typed in their turns and their sessions’ summaries'),
  preview: z.boolean().optional().describe('true: only count; must be given for everything but `id`'),
})
export type ForgetRequest = z.infer<typeof ForgetRequest>

export const Forgotten = z.strictObject({
  preview: z.boolean().describe('true: nothing was changed'),
  id: z.int().optional().describe('of a single memory'),
  observations: count,
  summaries: count,
  prompts: count,
  events: count,
  passages: count.describe('pieces of what was said'),
  files: count,
  concepts: count,
  sessions: count,
  first: z
    .array(z.strictObject({ kind: z.enum(['memory', 'prompt']), id: z.int(), title: z.string() }))
    .describe('the first few of what goes'),
  left: z
    .strictObject({ memories: z.array(z.int()), prompts: count, summaries: count })
    .describe(
      'what stays although it may say the same: memories and prompts of the same turns, and summaries that cannot be made again',
    ),
  disk: z
    .strictObject({
      erased: z.boolean().describe('false: the words are still being erased; `status` says until when'),
      vectors: z.enum(['removed', 'waiting']),
      backupsDropped: count.nullable().describe('replaced by one made now; null: that is still being done'),
      damagedDropped: count.nullable().describe('databases that had been set aside as damaged'),
    })
    .nullable()
    .describe('null for a preview'),
})
export type Forgotten = z.infer<typeof Forgotten>
