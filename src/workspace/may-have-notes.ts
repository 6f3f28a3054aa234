/** Does a folder have hand-written notes? Checked before the code that reads them is loaded. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export function mayHaveNotes(root: string): boolean {
  return ['memory', 'MEMORY.md', 'agent-config.json'].some((name) => existsSync(join(root, name)))
}

/** Certain: a `memory` folder with a log or a MEMORY.md. Any other, perhaps source code, is not written to unasked. */
export function keepsNotes(root: string): boolean {
  try {
    return readdirSync(join(root, 'memory')).some((name) => /^(?:MEMORY|\d{4}-\d{2}-\d{2}.*)\.md$/.test(name))
  } catch {
    return false // no such folder, or not accessible
  }
}
