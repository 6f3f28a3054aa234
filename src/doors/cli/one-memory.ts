/** For commands about a single memory: reading its id, and saying what became of it. */
import { MemoryError } from '../../memory/error.ts'
import { oneLine } from '../../memory/one-line.ts'
import type { Changed } from '../../worker/protocol/changes.ts'
import { required } from './takes.ts'

export const MEMORY_ID = required('ID', 'the memory; `claude-mem search` prints its id')

export function readMemoryId(text: string): number {
  const [, digits] = /^#?([1-9]\d{0,14})$/.exec(text) ?? []
  if (digits !== undefined) return Number(digits)
  throw new MemoryError('bad_input', `\`${text}\` is not the id of a memory. Ids are whole numbers like 42.`, {
    hint: 'Find them with: claude-mem search WORDS',
  })
}

/** With how to take it back. */
export function renderChanged({ changed, change, memory }: Changed, by: { did: string; already: string }): string {
  const which = `memory ${memory.id}: ${oneLine(memory.title, 100)}`
  if (!changed) return `${by.already} ${which}`
  return `${by.did} ${which}\nTo take it back: claude-mem undo ${change}`
}
