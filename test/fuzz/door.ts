/** What every door has in common: inputs for it, how one is handed in, and what must be true afterwards. */
import type fc from 'fast-check'
import type { Place } from '../support/place.ts'

export interface Door<Input> {
  inputs: fc.Arbitrary<Input>
  /** Hands in one input and waits for what comes of it. Throws what was wrong with that. */
  knock(input: Input): Promise<void>
  /** Looked at now and then and at the end: is everything as it was, and does the next good input still get in? */
  lookAround(): Promise<void>
  close(): void
}

/** An input is plain JSON, so that it can be kept in a file. */
export type OpenDoor = (place: Place) => Promise<Door<unknown>>

/** Text, or bytes written as characters up to U+00FF where the input is no text. */
export type Written = { text: string } | { bytes: string }

export function bytesOf(written: Written, place: Place): Buffer {
  return 'text' in written ? Buffer.from(inPlace(written.text, place)) : Buffer.from(written.bytes, 'latin1')
}

/**
 * Places differ from run to run, inputs must not: they name the folders of a place by these words. `"@deep 3000@"` is a value
 * nested so deep; three of them at most, or the text would not fit into memory.
 */
export function inPlace(text: string, place: Place): string {
  handedIn += 1
  let most = 3
  return text
    .replace(/"@deep (\d{1,5})@"(?!:)/g, (mark, levels: string) => (most-- > 0 ? nested(Number(levels)) : mark))
    .replaceAll('@project@', place.project)
    .replaceAll('@transcripts@', place.transcripts)
    .replaceAll('@session@', `fuzzed-${Math.floor(handedIn / SESSION_EVENTS)}`)
}

/** A session of thousands of events is distilled again at the end of each of its turns; real ones have some dozens. */
const SESSION_EVENTS = 40
let handedIn = 0

export function demand(isTrue: boolean, otherwise: string): asserts isTrue {
  if (!isTrue) throw new Error(otherwise)
}

function nested(levels: number): string {
  const [open, close] = levels % 2 === 0 ? (['[', ']'] as const) : (['{"a":', '}'] as const)
  return `${open.repeat(levels)}1${close.repeat(levels)}`
}
