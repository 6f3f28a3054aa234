/** Whether a folder may hold notes that are kept by hand: a look, before anything is loaded to read them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export function mayHaveNotes(root: string): boolean {
  return ['memory', 'MEMORY.md', 'agent-config.json'].some((name) => existsSync(join(root, name)))
}
