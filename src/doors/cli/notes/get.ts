import { resolve } from 'node:path'
import { MemoryError } from '../../../memory/error.ts'
import { callWorker } from '../../../worker/client.ts'
import type { NoteReadReply } from '../../../worker/protocol/notes.ts'
import type { Invocation } from '../command.ts'
import { wholeNumber } from '../flags.ts'

export async function getNote({ positionals, flags, folder, terminal }: Invocation): Promise<void> {
  const [path, ...others] = positionals
  if (path === undefined || others.length > 0) {
    throw new MemoryError('bad_input', 'Give the path of one note.', { hint: 'For example: memory/MEMORY.md' })
  }
  const from = wholeNumber(flags.from, 'from')
  const lines = wholeNumber(flags.lines, 'lines', { most: 2000 })
  const query = new URLSearchParams({
    path,
    cwd: resolve('.'),
    ...(from === undefined ? {} : { from: String(from) }),
    ...(lines === undefined ? {} : { lines: String(lines) }),
  })
  const note = await callWorker<NoteReadReply>(folder, { method: 'GET', path: `/api/notes/file?${query}` })
  const head = note.totalLines === 0 ? 'empty' : `lines ${note.from} to ${note.to} of ${note.totalLines}`
  terminal.result(
    note,
    [
      terminal.dim(`${note.path}, ${head}`),
      ...(note.totalLines === 0 ? [] : [note.text]),
      ...(note.left === undefined ? [] : [terminal.dim(inFlags(note.left))]),
    ].join('\n'),
  )
}

/** The worker says it in the words of the tool. */
function inFlags(left: string): string {
  return left.replace(/\bfrom: (\d+)/g, '--from $1')
}
