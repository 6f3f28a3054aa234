import { resolve } from 'node:path'
import { askWorker } from '../../../worker/client.ts'
import { defineCommand } from '../command.ts'
import { required, wholeNumber } from '../takes.ts'

const get = defineCommand({
  summary: 'show a note, or some lines of it',
  args: { path: required('PATH', 'as a search prints it, with or without #L3-L9', { offers: 'files' }) },
  flags: {
    from: wholeNumber('the first line to show'),
    lines: wholeNumber('how many lines', { most: 2000 }),
  },
  examples: ['notes get memory/MEMORY.md'],
  async run({ args: { path }, flags: { from, lines }, folder, terminal }) {
    const query = { path, cwd: resolve('.'), from, lines }
    const note = await askWorker(folder, 'GET /api/notes/file', { query })
    const head = note.totalLines === 0 ? 'empty' : `lines ${note.from} to ${note.to} of ${note.totalLines}`
    terminal.result(
      note,
      [
        terminal.dim(`${note.path}, ${head}`),
        ...(note.totalLines === 0 ? [] : [note.text]),
        ...(note.left === undefined ? [] : [terminal.dim(inFlags(note.left))]),
      ].join('\n'),
      { verbatim: true },
    )
  },
})
export default get

/** The worker's message uses the tool's terms. */
function inFlags(left: string): string {
  return left.replace(/\bfrom: (\d+)/g, '--from $1')
}
