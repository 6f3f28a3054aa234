/** Memories from elsewhere: finished ones, and old sessions of a host. */
import * as z from 'zod'
import { ErrorBody, ImportProgress } from '../protocol.ts'

/** Per request; a caller with more sends several. */
const MAX_IMPORTED_AT_ONCE = 5000

export const ImportObservationsRequest = z
  .array(
    z.strictObject({
      /** Id of the project; also its name, when nothing is stored under it yet. */
      project: z.string().min(1).max(500),
      /** One of our types; any other becomes a discovery. */
      type: z.string().max(50).optional(),
      title: z.string().max(2000).optional(),
      text: z.string().max(500_000),
      files: z.array(z.string().min(1).max(1000)).max(2000).optional(),
      session: z.string().min(1).max(200).optional(),
      /** When it happened, in milliseconds. */
      ts: z.number(),
    }),
  )
  .max(MAX_IMPORTED_AT_ONCE)
export type ImportedObservation = z.infer<typeof ImportObservationsRequest>[number]

/** null for an observation that was forgotten before. */
export const ImportedIds = z.strictObject({ ids: z.array(z.int().positive().nullable()) })
export type ImportedIds = z.infer<typeof ImportedIds>

/** One line of the streamed reply to a transcript import; the last one is `done` or `error`. */
export const ImportLine = z.union([
  z.strictObject({ progress: ImportProgress }),
  z.strictObject({ done: ImportProgress }),
  ErrorBody,
])
export type ImportLine = z.infer<typeof ImportLine>
