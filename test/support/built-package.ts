/** Before all tests: one copy of the built program, and a place where node keeps it compiled. Removed at the end. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { makePackage } from './place.ts'

export default function setup(): () => void {
  const folder = makePackage()
  process.env.CLAUDE_MEM_TEST_PACKAGE = folder
  // A sixth of a worker's start is compiling; tests start hundreds, all of the same files.
  process.env.CLAUDE_MEM_TEST_COMPILED = join(folder, 'compiled')
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
