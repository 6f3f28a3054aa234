import { resolve } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { safeLine } from '../../memory/safe-text.ts'
import { callWorker } from '../../worker/client.ts'
import type { UnfoldReply } from '../../worker/protocol/code.ts'
import type { Command, Terminal } from './command.ts'

const unfold: Command = {
  usage:
    'claude-mem unfold FILE SYMBOL\n\n' +
    'One symbol of a source file in full, with line numbers. SYMBOL is a name or Class.method; if several have the name,\n' +
    'they are listed.',
  async run({ positionals, folder, terminal }) {
    const [path, name, ...more] = positionals
    if (path === undefined || name === undefined || more.length > 0) {
      throw new MemoryError('bad_input', 'Give a file and the name of a symbol in it.', {
        hint: 'Names are in: claude-mem outline FILE',
      })
    }
    const found = await callWorker<UnfoldReply>(folder, {
      method: 'GET',
      path: `/api/code/unfold?${new URLSearchParams({ path, name, cwd: resolve('.') })}`,
    })
    terminal.result(found, render(found, terminal))
  },
}
export default unfold

function render(found: UnfoldReply, terminal: Terminal): string {
  if (found.found === 'one')
    return `${terminal.dim(`${safeLine(found.path)}:${found.from}-${found.to}`)}\n${found.text}`
  return [
    `Several symbols in ${safeLine(found.path)} have this name. Ask for one of them:`,
    ...found.candidates.map(
      ({ name, kind, from, to }) => `${terminal.bold(safeLine(name))} ${kind} ${terminal.dim(`lines ${from}-${to}`)}`,
    ),
  ].join('\n')
}
