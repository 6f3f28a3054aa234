/** The first bytes of a file, for finding its host. Empty when it cannot be read. */
import { closeSync, openSync, readSync } from 'node:fs'
import { findStat } from '../workspace/paths.ts'

// 64 KB: by then a first line has named its session, however long the line is
const HEAD_BYTES = 64 * 1024

export function fileHead(path: string): string {
  // Opening a pipe that nobody writes to would wait for ever.
  if (!findStat(path)?.isFile()) return ''
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(HEAD_BYTES)
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, HEAD_BYTES, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}
