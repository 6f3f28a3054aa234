import { resolve } from 'node:path'
import { countOf } from '../../memory/count.ts'
import { safeLine } from '../../memory/safe-text.ts'
import { askWorker } from '../../worker/client.ts'
import type { SymbolsReply } from '../../worker/protocol/code.ts'
import { defineCommand, type Terminal } from './command.ts'
import { wholeNumber, words } from './takes.ts'

const symbols = defineCommand({
  summary: 'find functions, classes and other symbols of the project by name',
  about: ['Looks through the project of the current folder, without what git ignores.'],
  args: { query: words('NAME', 'a name or a part of one') },
  flags: { limit: wholeNumber('how many to show; 20 if not given', { most: 100 }) },
  examples: ['symbols parseConfig'],
  async run({ args: { query }, flags: { limit }, folder, terminal }) {
    const found = await askWorker(folder, 'GET /api/code/symbols', { query: { query, limit, cwd: resolve('.') } })
    terminal.result(found, render(found, terminal))
  },
})
export default symbols

function render(found: SymbolsReply, terminal: Terminal): string {
  const reach = `${countOf(found.files, 'file')}${found.complete ? '' : '; not all: the search met its limit of time or size'}`
  if (found.symbols.length === 0) return `No symbol called that (${reach}). A part of the name is enough.`
  return [
    ...found.symbols.map(
      ({ path, from, signature }) => `${terminal.bold(`${safeLine(path)}:${from}`)} ${safeLine(signature)}`,
    ),
    terminal.dim(`${countOf(found.count, 'symbol')} in ${reach}`),
  ].join('\n')
}
