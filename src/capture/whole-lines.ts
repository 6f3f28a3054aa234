/** The whole lines of a growing file, with exact byte positions, in constant memory. */
import { open } from 'node:fs/promises'

const CHUNK_BYTES = 1024 * 1024

export interface FileLine {
  /** Byte offset of its first byte, and of the byte after its line break. */
  start: number
  next: number
  /** Without the line break; undefined when the line is longer than the limit. */
  bytes: Buffer | undefined
  /** The last line of the file, without a line break: somebody may still be writing it. */
  open: boolean
}

/** From byte `from` to the current size of the file. */
export async function* wholeLines(path: string, from: number, maxLineBytes: number): AsyncGenerator<FileLine> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    let start = from
    let parts: Buffer[] = []
    let length = 0
    for (let at = start; at < size; ) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - at))
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at)
      if (bytesRead === 0) return
      let lineFrom = 0
      for (let end = chunk.indexOf(0x0a); end >= 0 && end < bytesRead; end = chunk.indexOf(0x0a, lineFrom)) {
        parts.push(chunk.subarray(lineFrom, end))
        length += end - lineFrom
        const next = at + end + 1
        yield { start, next, bytes: length > maxLineBytes ? undefined : Buffer.concat(parts), open: false }
        parts = []
        length = 0
        start = next
        lineFrom = end + 1
      }
      length += bytesRead - lineFrom
      if (length > maxLineBytes) parts = []
      else parts.push(chunk.subarray(lineFrom, bytesRead))
      at += bytesRead
    }
    if (length === 0) return
    yield { start, next: start + length, bytes: length > maxLineBytes ? undefined : Buffer.concat(parts), open: true }
  } finally {
    await file.close()
  }
}
