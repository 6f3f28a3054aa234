/**
 * The file that lists what was forgotten and still has to be erased from disk; written by writer/changes/erasure.ts.
 */
import * as z from 'zod'
import { type DataFolder, readText } from './data-folder.ts'

/** `since`: milliseconds. `keys` contain no text. */
const Owed = z.strictObject({ since: z.number(), keys: z.array(z.string()) })
export type Owed = z.infer<typeof Owed>

/** When the oldest unfinished erasure was asked for. */
export function readOwedSince(folder: DataFolder): number | undefined {
  return readOwed(folder)?.since
}

export function readOwed(folder: DataFolder): Owed | undefined {
  const text = readText(folder.erasing)
  if (text === undefined) return undefined
  try {
    return Owed.parse(JSON.parse(text))
  } catch {
    return { since: 0, keys: [] } // we write it in full, so someone else changed it: erasing once too often does no harm
  }
}
