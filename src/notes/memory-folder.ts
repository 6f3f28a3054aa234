/**
 * Where a workspace's own notes are written. Created with the first note, so that nobody finds an unexpected folder.
 */
import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryError } from '../memory/error.ts'
import { insideRoot } from '../workspace/paths.ts'

/** Its real path. A `memory` that links out of the workspace is not written to: a repository may come with one. */
export function memoryFolder(root: string): string {
  const folder = join(root, 'memory')
  let real: string
  let realRoot: string
  try {
    realRoot = realpathSync(root)
    mkdirSync(folder, { recursive: true })
    real = realpathSync(folder)
  } catch (cause) {
    throw new MemoryError('forbidden', 'Notes cannot be written in this workspace.', {
      cause,
      hint: `${folder} could not be made (${(cause as NodeJS.ErrnoException).code}).`, // as: what fs throws
    })
  }
  if (insideRoot(realRoot, real) === undefined) {
    throw new MemoryError('forbidden', 'memory/ is a link that leads out of the workspace; nothing is written there.')
  }
  return real
}
