/** A memory's text on one line of at most `most` characters, safe to show; a cut is marked. */
import { beginningOf } from './cut-text.ts'
import { safeLine } from './safe-text.ts'

export function oneLine(text: string, most: number): string {
  const flat = safeLine(text)
  return flat.length <= most ? flat : `${beginningOf(flat, most - 1).trimEnd()}…`
}
