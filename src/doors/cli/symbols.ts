import { resolve } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { safeLine } from '../../memory/safe-text.ts'
import { callWorker } from '../../worker/client.ts'
import type { SymbolsReply } from '../../worker/protocol/code.ts'
import type { Command, Terminal } from './command.ts'
import { wholeNumber } from './flags.ts'

const symbols: Command = {
  usage:
    'claude-mem symbols QUERY [--limit N]\n\n' +
    'Functions, classes and other symbols by name, or a part of it, in the project you stand in. What git ignores is left out.',
  options: { limit: { type: 'string' } },
  async run({ positionals, flags, folder, terminal }) {
    const query = positionals.join(' ').trim()
    if (query === '') {
      throw new MemoryError('bad_input', 'Give a name or a part of one.', {
        hint: 'For example: claude-mem symbols parseConfig',
      })
    }
    const asked = new URLSearchParams({ query, cwd: resolve('.') })
    const limit = wholeNumber(flags.limit, 'limit', { most: 100 })
    if (limit !== undefined) asked.set('limit', String(limit))
    const found = await callWorker<SymbolsReply>(folder, { method: 'GET', path: `/api/code/symbols?${asked}` })
    terminal.result(found, render(found, terminal))
  },
}
export default symbols

function render(found: SymbolsReply, terminal: Terminal): string {
  const reach = `${found.files} files${found.complete ? '' : '; not all: the search met its limit of time or size'}`
  if (found.symbols.length === 0) return `No symbol called that (${reach}). A part of the name is enough.`
  return [
    ...found.symbols.map(
      ({ path, from, signature }) => `${terminal.bold(`${safeLine(path)}:${from}`)} ${safeLine(signature)}`,
    ),
    terminal.dim(`${found.count} symbols in ${reach}`),
  ].join('\n')
}
