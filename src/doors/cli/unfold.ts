import { resolve } from 'node:path'
import { safeLine } from '../../memory/safe-text.ts'
import { askWorker } from '../../worker/client.ts'
import type { UnfoldReply } from '../../worker/protocol/code.ts'
import { defineCommand, type Terminal } from './command.ts'
import { required } from './takes.ts'

const unfold = defineCommand({
  summary: 'show one symbol of a source file in full, with line numbers',
  about: ['If several symbols have the name, they are listed.'],
  args: {
    path: required('FILE', 'a source file of the project', { offers: 'files' }),
    name: required('SYMBOL', 'the name of a symbol, also Class.method; `claude-mem outline FILE` lists them'),
  },
  examples: ['unfold src/main.ts Session.close'],
  async run({ args: { path, name }, folder, terminal }) {
    const found = await askWorker(folder, 'GET /api/code/unfold', { query: { path, name, cwd: resolve('.') } })
    terminal.result(found, render(found, terminal), { verbatim: true })
  },
})
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
