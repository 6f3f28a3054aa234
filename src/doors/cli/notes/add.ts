import { resolve } from 'node:path'
import { MemoryError } from '../../../memory/error.ts'
import { addNote, renderAdded } from '../../remember-to.ts'
import type { Invocation } from '../command.ts'

export async function addToNotes({ positionals, flags, folder, terminal }: Invocation): Promise<void> {
  const text = positionals.join(' ')
  if (text.trim() === '') {
    throw new MemoryError('bad_input', 'There is nothing to write.', {
      hint: 'Try: claude-mem notes add "CI needs Node 22"',
    })
  }
  const added = await addNote(folder, { text, evergreen: flags.evergreen === true, cwd: resolve('.') })
  terminal.result(added, renderAdded(added))
}
