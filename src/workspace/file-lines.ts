/** The lines of a possibly large file, without loading all of it. An unreadable file has no lines. */
import { closeSync, openSync, readSync } from 'node:fs'

const PIECE_BYTES = 64 * 1024
/** Longer lines are skipped: no line of interest is longer. */
const LONGEST_LINE_BYTES = 8 * 1024
/** A million refs; beyond that nobody waits for the rest. */
const MAX_BYTES = 64 * 1024 * 1024

export function* linesOf(path: string): Generator<string> {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return // gone, or not ours to read
  }
  try {
    yield* linesIn(file)
  } finally {
    closeSync(file)
  }
}

function* linesIn(file: number): Generator<string> {
  const piece = Buffer.allocUnsafe(PIECE_BYTES)
  let begun = Buffer.alloc(0)
  for (let position = 0; position < MAX_BYTES; ) {
    const length = readSync(file, piece, 0, PIECE_BYTES, position)
    if (length === 0) break
    position += length
    let from = 0
    for (let end = piece.indexOf(10); end >= 0 && end < length; end = piece.indexOf(10, from)) {
      const line = Buffer.concat([begun, piece.subarray(from, end)])
      if (line.length <= LONGEST_LINE_BYTES) yield line.toString('utf8')
      begun = Buffer.alloc(0)
      from = end + 1
    }
    // One byte over the limit is enough.
    begun = Buffer.concat([begun, piece.subarray(from, length)]).subarray(0, LONGEST_LINE_BYTES + 1)
  }
  if (begun.length > 0 && begun.length <= LONGEST_LINE_BYTES) yield begun.toString('utf8')
}
