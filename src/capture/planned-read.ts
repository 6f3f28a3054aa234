/** A file the host is about to read: which one, and whether all of it. */
import { resolve } from 'node:path'
import * as z from 'zod'
import type { PlannedToolUse } from './host-event.ts'

export interface PlannedRead {
  /** Absolute. */
  file: string
  /** False when the agent asked for some lines or pages only. */
  whole: boolean
}

const ReadInput = z.looseObject({
  file_path: z.string().min(1),
  offset: z.unknown().optional(),
  limit: z.unknown().optional(),
  pages: z.unknown().optional(),
})

/** undefined for every other tool. */
export function plannedRead({ tool, input, session }: PlannedToolUse): PlannedRead | undefined {
  const parsed = ReadInput.safeParse(input)
  if (tool !== 'Read' || !parsed.success) return undefined
  const { file_path, offset, limit, pages } = parsed.data
  return { file: resolve(session.cwd, file_path), whole: [offset, limit, pages].every((part) => part == null) }
}
