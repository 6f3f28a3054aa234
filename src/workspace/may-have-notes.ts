/** Whether a folder has notes that are kept by hand: looks, before anything is loaded to read them. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export function mayHaveNotes(root: string): boolean {
  return ['memory', 'MEMORY.md', 'agent-config.json'].some((name) => existsSync(join(root, name)))
}

/** Surely: a `memory` folder with a log or a MEMORY.md in it. One of another kind, sources perhaps, is not written to unasked. */
export function keepsNotes(root: string): boolean {
  try {
    return readdirSync(join(root, 'memory')).some((name) => /^(?:MEMORY|\d{4}-\d{2}-\d{2}.*)\.md$/.test(name))
  } catch {
    return false // there is no such folder, or we may not look into it
  }
}
