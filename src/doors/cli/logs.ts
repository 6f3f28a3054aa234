import { join } from 'node:path'
import { readText } from '../../worker/client.ts'
import type { Command } from './command.ts'
import { wholeNumber } from './flags.ts'

const logs: Command = {
  usage: 'claude-mem logs [--lines N]\n\nReads the file itself, so it works when the worker does not.',
  options: { lines: { type: 'string' } },
  async run({ flags, folder, terminal }) {
    const path = join(folder.logs, 'worker.log')
    const wanted = wholeNumber(flags.lines, 'lines') ?? 40
    const lines = (readText(path) ?? '').trim().split('\n').filter(Boolean).slice(-wanted)
    terminal.result({ path, lines }, lines.length > 0 ? lines.join('\n') : `There is no log yet at ${path}.`)
  },
}
export default logs
