/** The file that says what was forgotten and still has to be erased; writer/changes/erasure.ts writes it. */
import * as z from 'zod'
import { type DataFolder, readText } from './data-folder.ts'

/** `since`: milliseconds. `keys` hold no text. */
const Owed = z.strictObject({ since: z.number(), keys: z.array(z.string()) })
export type Owed = z.infer<typeof Owed>

/** When the oldest forgetting was asked for whose bytes may still be there. */
export function readOwedSince(folder: DataFolder): number | undefined {
  return readOwed(folder)?.since
}

export function readOwed(folder: DataFolder): Owed | undefined {
  const text = readText(folder.erasing)
  if (text === undefined) return undefined
  try {
    return Owed.parse(JSON.parse(text))
  } catch {
    return { since: 0, keys: [] } // written whole, so somebody else did this: erasing once too often harms nobody
  }
}
