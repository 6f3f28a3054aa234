/** A file the host reads or is about to read: which one, and whether all of it. */
import { resolve } from 'node:path'
import * as z from 'zod'
import type { Json } from '../../memory/event.ts'
import { isTooLong } from '../../memory/path-length.ts'
import type { PlannedRead } from '../host.ts'
import type { PlannedToolUse } from '../host-event.ts'

const ReadInput = z.looseObject({
  file_path: z
    .string()
    .min(1)
    .refine((path) => !isTooLong(path)),
  offset: z.unknown().optional(),
  limit: z.unknown().optional(),
  pages: z.unknown().optional(),
})

/** undefined for every other tool. */
export function plannedRead({ tool, input, session }: PlannedToolUse): PlannedRead | undefined {
  const read = tool === 'Read' ? parseRead(input) : undefined
  return read && { ...read, file: resolve(session.cwd, read.file) }
}

/** The input of the host's `Read`; the file as it was typed. */
export function parseRead(input: Json): PlannedRead | undefined {
  const { data } = ReadInput.safeParse(input)
  return data && { file: data.file_path, whole: [data.offset, data.limit, data.pages].every((part) => part == null) }
}
