/** A memory's text on one line of at most `most` characters, safe to be shown; what was cut off is marked. */
import { safeLine } from './safe-text.ts'

export function oneLine(text: string, most: number): string {
  const flat = safeLine(text)
  return flat.length <= most
    ? flat
    : `${flat
        .slice(0, most - 1)
        .replace(HALF, '')
        .trimEnd()}…`
}

/** The first half of a character that was cut in two. */
const HALF = /[\ud800-\udbff]$/
