import { resolve } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { callWorker } from '../../worker/client.ts'
import type { OutlineReply } from '../../worker/protocol/code.ts'
import type { Command } from './command.ts'

const outline: Command = {
  usage:
    'claude-mem outline FILE\n\n' +
    'What is in a source file of the project you stand in: symbols, signatures and line ranges, bodies folded.',
  async run({ positionals, folder, terminal }) {
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) {
      throw new MemoryError('bad_input', 'Give one file.', { hint: 'For example: claude-mem outline src/main.ts' })
    }
    const found = await callWorker<OutlineReply>(folder, {
      method: 'GET',
      path: `/api/code/outline?${new URLSearchParams({ path, cwd: resolve('.') })}`,
    })
    terminal.result(found, found.text)
  },
}
export default outline
