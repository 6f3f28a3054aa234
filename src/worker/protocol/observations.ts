/** Observations by their id, several at once, and by the file they are about. */
import * as z from 'zod'
import { pathText } from './path-text.ts'
import { ObservationFull, ObservationIndex } from './rows.ts'

const standing = {
  cwd: pathText.optional().describe('where you stand: its checkout tells what changed since'),
}
export const ObservationId = z.strictObject({ id: z.string() })
export const Standing = z.strictObject(standing)

export const BatchRequest = z.strictObject({
  ids: z.array(z.int().positive()).min(1).max(100).describe('in the order you want them back'),
  ...standing,
})
export const BatchReply = z.strictObject({
  count: z.int(),
  results: z.array(ObservationFull),
  missing: z.array(z.int()).describe('ids nothing is kept under'),
})

export const FileRequest = z.strictObject({
  path: pathText.describe('relative to the project root, or absolute'),
  project: z.string().min(1).optional().describe('name or id; else `cwd`'),
  cwd: pathText.optional().describe('a path in the project'),
  limit: z.coerce.number().int().min(1).max(100).default(40),
})
export const FileReply = z.strictObject({
  path: z.string(),
  count: z.int(),
  results: z
    .array(
      ObservationIndex.extend({
        session_id: z.string().nullable(),
        modified: z.boolean().describe('the file was changed, not only read'),
        file_count: z.int().describe('how many files this observation names'),
      }),
    )
    .describe('newest first'),
})
